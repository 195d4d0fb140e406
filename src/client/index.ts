// The part of the library that talks to the broker.
export type {
  AnswererCheck,
  AskPage,
  Contract,
  Explanation,
  Replayed,
  RouteCheck,
  Status,
  TakenReply,
  WireEvent,
} from '../protocol/contract.generated.ts';
export type { AskView, State } from '../question/lifecycle.ts';
export type { Precedent } from '../question/precedent.ts';
export type { AnswerSummary, ToolResult } from '../question/summary.ts';
export type {
  AgentSession,
  Answer,
  Answerer,
  Ask,
  Consideration,
  Decision,
  Option,
  Pause,
  PauseScope,
  Question,
  Receipt,
  RouteView,
  VerdictInput,
} from '../question/words.ts';
export type { ClientOptions } from './calls.ts';
export { type AskRequest, Client, type ListQuery, type Signed } from './client.ts';
export { Refused, Unavailable } from './errors.ts';
export type { StreamItem } from './events.ts';
export { type Place, placeAt, placeFrom } from './place.ts';

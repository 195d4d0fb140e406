// The part of the library that talks to the broker.

export type { AnswererCheck, AskPage, Contract, Explanation, RouteCheck, Status, TakenReply } from '../protocol/contract.generated.ts';
export type {
  AgentSession,
  Answer,
  Answerer,
  AnswerSummary,
  Ask,
  AskView,
  Consideration,
  Decision,
  JournalEvent,
  Option,
  Pause,
  PauseScope,
  Precedent,
  Question,
  Receipt,
  Replayed,
  RouteView,
  State,
  ToolResult,
  VerdictInput,
} from '../question/words.generated.ts';
export type { ClientOptions } from './calls.ts';
export { type AskRequest, Client, type ListQuery, type Signed } from './client.ts';
export { Refused, Unavailable } from './errors.ts';
export type { StreamItem } from './events.ts';
export { type Place, placeAt, placeFrom } from './place.ts';

// The part of the library that talks to the broker.

export type { Answer, Ask, Option, Question } from '../ask/schema/ask.ts';
export type { Answerer, Decision, Receipt } from '../ask/schema/decision.ts';
export type { AskView, JournalEvent, State, StreamedEvent } from '../ask/schema/history.ts';
export type { AnswerInput, VerdictInput } from '../ask/schema/input.ts';
export type { AnswerSummary, Precedent, ToolResult } from '../ask/schema/result.ts';
export type { Consideration, Replayed, RouteView } from '../ask/schema/route.ts';
export type { AgentSession, Pause, PauseScope } from '../ask/schema/session.ts';
export type { AnswererCheck, AskPage, Contract, Explanation, RouteCheck, Status, TakenReply } from '../contract/types.ts';

export { type AskRequest, Client, type ClientOptions, type ListQuery, type Signed } from './client.ts';
export { Refused, Unavailable } from './errors.ts';
export type { StreamItem } from './events.ts';
export { type BrokerFolder, placeAt, placeFrom } from './place.ts';

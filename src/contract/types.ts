// What callers of the broker know of its routes: the types of their requests and replies, each from its schema. Clients and surfaces know the routes only through this folder.

export type { ChatPage } from '../auto-answer/chat-agents/routes.ts';
export type { AnswererCheck, Explanation, RouteCheck, TakenReply, WrittenBrief } from '../auto-answer/routes.ts';
export type { AskPage } from '../inbox/routes/asks.ts';
export type { SessionNow, WatchedPane } from '../inbox/routes/sessions.ts';
export type { ChatPerson } from '../messengers/routes.ts';
export type { PushState } from '../notify/notifiers/web-push/routes.ts';
export type { Notifier } from '../notify/routes.ts';
export type { Health, Status } from '../server/routes/broker.ts';
export type { Device, Web } from '../server/routes/web.ts';
export type { Contract, ReplyOf, RouteName } from './contract.ts';
export type { ErrorBody } from './errors.ts';
export type { Notices } from './notices.ts';

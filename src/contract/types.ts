// What callers of the broker know of its routes: the types of their requests and replies, each from its schema. Nobody but this folder imports the routes.
export type { AnswererCheck, Explanation, RouteCheck, TakenReply, WrittenBrief } from '../server/routes/answering.ts';
export type { AskPage } from '../server/routes/asks.ts';
export type { Health, Status } from '../server/routes/broker.ts';
export type { ChatPage } from '../server/routes/chat.ts';
export type { ChatPerson, Notifier } from '../server/routes/notifiers.ts';
export type { PushState } from '../server/routes/push.ts';
export type { SessionNow, WatchedPane } from '../server/routes/sessions.ts';
export type { Device, Web } from '../server/routes/web.ts';
export type { Contract, ReplyOf, RouteName } from './contract.ts';
export type { ErrorBody } from './errors.ts';
export type { Notices } from './notices.ts';

// Generated from the schemas of this folder by `npm run generate`. Do not edit.
import type { AskView, Happening } from '../question/lifecycle.ts';
import type { Precedent } from '../question/precedent.ts';
import type { Statistics } from '../question/statistics.ts';
import type { ToolResult } from '../question/summary.ts';
import type { AgentSession, Answerer, Pause, Prompt, Receipt, RouteView } from '../question/words.ts';

export type ErrorBody = { readonly error: { readonly code: string; readonly message: string; readonly fix: string; readonly problems?: readonly ({ readonly rule: string; readonly where: string; readonly value: unknown; readonly message: string })[] | undefined; readonly ask?: AskView | undefined; readonly by?: Answerer | undefined; readonly ids?: readonly string[] | undefined } };

export type StillOpen = { readonly id: string; readonly outcome: 'open' };

export type AskPage = { readonly asks: readonly AskView[]; readonly next?: number | undefined; readonly notices?: Notices | undefined };

export type Notices = { readonly damage: readonly string[]; readonly configProblems: readonly string[]; readonly pauses: readonly Pause[]; readonly mismatched: number };

export type WireEvent = { readonly seq: number; readonly at: number; readonly actor: string; readonly ask: string; readonly happening: Happening } | { readonly seq: number; readonly at: number; readonly actor: string; readonly session: string; readonly happening: { readonly kind: 'session-seen'; readonly session: AgentSession } | { readonly kind: 'session-ended'; readonly reason: string; readonly died?: true | undefined } | { readonly kind: 'notified'; readonly by: string; readonly about: 'ask' | 'undelivered' | 'mismatched' | 'died'; readonly step: 'planned' | 'sent' | 'failed' | 'withdrawn'; readonly message: string; readonly reference?: string | undefined; readonly reason?: string | undefined; readonly attempts?: number | undefined } | { readonly kind: 'prompt'; readonly prompt: Prompt } } | { readonly seq: number; readonly at: number; readonly actor: string; readonly happening: { readonly kind: 'paused'; readonly pauses: readonly Pause[] } };

export type Overruled = { readonly ask: AskView; readonly prompt?: Prompt | undefined; readonly notSent?: string | undefined };

export type Explanation = { readonly ask: string; readonly route?: string | undefined; readonly narrowedBy?: string | undefined; readonly steps: readonly ({ readonly kind: 'rule' | 'agent' | 'people'; readonly name: string; readonly withinMs?: number | undefined })[]; readonly irreversible: boolean; readonly documents: readonly string[]; readonly trials: readonly Trial[]; readonly projectTrials: readonly Trial[]; readonly ignored: readonly ({ readonly where: string; readonly why: string })[]; readonly problem?: string | undefined; readonly pause?: Pause | undefined; readonly now?: RouteView | undefined };

export type Trial = { readonly route: string; readonly matched: boolean; readonly when: readonly Criterion[]; readonly unless: readonly Criterion[] };

export type Criterion = { readonly name: string; readonly wanted: string; readonly found: string; readonly holds: boolean };

export type WrittenBrief = { readonly ask: string; readonly by?: string | undefined; readonly brief: string; readonly tokens: number };

export type Replayed = { readonly id: string; readonly project: string; readonly question: string; readonly route?: string | undefined; readonly passed: readonly string[]; readonly would: { readonly kind: 'rule'; readonly by: string; readonly answer: string; readonly reason: string; readonly agrees: boolean } | { readonly kind: 'agent'; readonly by: string } | { readonly kind: 'people' }; readonly people: string };

export type RouteCheck = { readonly file: string; readonly problems: readonly ({ readonly file: string; readonly line?: number | undefined; readonly column?: number | undefined; readonly message: string; readonly text: string })[]; readonly routes: readonly ({ readonly name: string; readonly steps: readonly string[] })[]; readonly answerers: readonly string[]; readonly inForce: boolean; readonly warnings?: readonly string[] | undefined };

export type AnswererCheck = { readonly name: string; readonly kind: string; readonly ok: boolean; readonly message: string };

export type TakenReply = { readonly ask?: string | undefined; readonly outcome: 'answered' | 'passed' | 'taken' | 'refused'; readonly message: string };

export type Notifier = { readonly name: string; readonly kind: string; readonly device?: string | undefined; readonly show: 'full' | 'header' | 'nothing'; readonly ok: boolean; readonly message: string; readonly waiting: number; readonly sentAt?: number | undefined; readonly failingSince?: number | undefined };

export type ChatPerson = { readonly notifier: string; readonly name: string; readonly shownAs: string; readonly chat: string; readonly pairedAt: number };

export type ChatPage = { readonly events: readonly ChatEvent[]; readonly after: number; readonly waiting: readonly ({ readonly id: string; readonly project: string })[]; readonly roster: string };

export type ChatEvent = { readonly seq: number; readonly kind: 'question' | 'finished' | 'over' | 'news'; readonly ask: string; readonly project: string; readonly state: string; readonly text: string };

export type ChatReply = { readonly replies: readonly TakenReply[]; readonly text: string; readonly message: string; readonly waiting: readonly ({ readonly id: string; readonly project: string })[]; readonly roster: string };

export type Prompting = { readonly prompts: number; readonly since?: number | undefined; readonly waiting: number; readonly mostPrompts: number; readonly tokens?: number | undefined; readonly mostTimeMs?: number | undefined; readonly mostTokens?: number | undefined };

export type Interrupted = { readonly session: AgentSession; readonly outcome: 'interrupted' | 'idle' };

export type WatchedPane = { readonly kind: 'watched' | 'known'; readonly session: AgentSession; readonly screen: string };

export type Web = { readonly url: string; readonly publicUrl?: string | undefined; readonly lan?: { readonly port: number; readonly urls: readonly string[]; readonly fingerprint: string; readonly problem?: string | undefined } | undefined; readonly devices: number };

export type WebCode = { readonly code: string; readonly expiresAt: number };

export type Device = { readonly id: string; readonly name: string; readonly door: 'local' | 'lan' | 'public'; readonly madeAt: number; readonly seenAt: number; readonly browser: string; readonly isThis: boolean };

export type PushState = { readonly publicKey: string; readonly endpoint?: string | undefined; readonly notifiers: readonly string[] };

export type Health = { readonly ok: true; readonly version: string; readonly build?: number | undefined; readonly pid: number };

export type Status = { readonly version: string; readonly pid: number; readonly node: string; readonly startedAt: number; readonly folder: string; readonly socket: string; readonly tokenFile: string; readonly url: string; readonly web?: Web | undefined; readonly portProblem?: string | undefined; readonly channels: { readonly [more: string]: unknown }; readonly journal: { readonly driver: string; readonly place: string; readonly bytes: number }; readonly events: number; readonly openAsks: number; readonly undelivered: number; readonly routes: number; readonly answerers: readonly string[]; readonly walking: number; readonly damage: readonly string[]; readonly configProblems: readonly string[]; readonly pauses: readonly Pause[]; readonly mismatched: number; readonly listeners: number; readonly memoryBytes: number };

/** What a caller sends and gets, by route. */
export type Contract = {
  'POST /v1/asks': {
    readonly body: { readonly session: { readonly id: string; readonly program: string; readonly project: string; readonly machine?: string | undefined; readonly pane?: string | undefined; readonly name?: string | undefined; readonly terminal?: string | undefined; readonly pid?: number | undefined; readonly version?: string | undefined; readonly [more: string]: unknown }; readonly toolUseId: string; readonly questions: unknown; readonly rules?: 'strict' | 'tolerant' | undefined; readonly kind?: 'question' | 'permission' | 'plan' | 'idle' | undefined; readonly answers?: { readonly [more: string]: number | string | readonly (number | string)[] | { readonly skip: true; readonly note?: string | undefined } | { readonly choose?: readonly (number | string)[] | undefined; readonly words?: string | undefined; readonly note?: string | undefined } } | undefined; readonly detail?: { readonly kind: 'permission'; readonly tool: string; readonly input: unknown; readonly suggestions?: readonly unknown[] | undefined } | { readonly kind: 'plan'; readonly plan: string; readonly file?: string | undefined } | { readonly kind: 'file'; readonly name: string; readonly text: string } | { readonly kind: 'idle'; readonly lastMessage?: string | undefined } | undefined; readonly timeoutMs?: number | undefined; readonly raw?: unknown | undefined };
    readonly reply: AskView;
  };
  'GET /v1/asks/:id/result': {
    readonly params: { readonly id: string };
    readonly query: { readonly wait?: number | undefined };
    readonly reply: ToolResult | StillOpen;
  };
  'GET /v1/asks': {
    readonly query: { readonly state?: readonly ('open' | 'answered' | 'declined' | 'delivering' | 'undelivered' | 'delivered' | 'verified' | 'mismatched' | 'unconfirmed' | 'withdrawn' | 'expired')[] | undefined; readonly kind?: readonly ('question' | 'permission' | 'plan' | 'idle')[] | undefined; readonly project?: string | undefined; readonly program?: string | undefined; readonly session?: string | undefined; readonly by?: string | undefined; readonly text?: string | undefined; readonly limit?: number | undefined; readonly cursor?: number | undefined; readonly notices?: boolean | undefined };
    readonly reply: AskPage;
  };
  'GET /v1/log': {
    readonly query: { readonly state?: readonly ('open' | 'answered' | 'declined' | 'delivering' | 'undelivered' | 'delivered' | 'verified' | 'mismatched' | 'unconfirmed' | 'withdrawn' | 'expired')[] | undefined; readonly kind?: readonly ('question' | 'permission' | 'plan' | 'idle')[] | undefined; readonly project?: string | undefined; readonly program?: string | undefined; readonly session?: string | undefined; readonly by?: string | undefined; readonly text?: string | undefined; readonly limit?: number | undefined; readonly cursor?: number | undefined };
    readonly reply: AskPage;
  };
  'GET /v1/statistics': {
    readonly query: { readonly kind?: readonly ('question' | 'permission' | 'plan' | 'idle')[] | undefined; readonly project?: string | undefined; readonly program?: string | undefined; readonly session?: string | undefined; readonly by?: string | undefined; readonly text?: string | undefined; readonly from?: number | undefined; readonly to?: number | undefined };
    readonly reply: Statistics;
  };
  'GET /v1/asks/:id': {
    readonly params: { readonly id: string };
    readonly reply: AskView;
  };
  'GET /v1/asks/:id/events': {
    readonly params: { readonly id: string };
    readonly reply: { readonly events: readonly WireEvent[] };
  };
  'GET /v1/asks/:id/precedents': {
    readonly params: { readonly id: string };
    readonly query: { readonly limit?: number | undefined };
    readonly reply: { readonly precedents: readonly Precedent[] };
  };
  'GET /v1/asks/:id/preview': {
    readonly params: { readonly id: string };
    readonly query: { readonly question: number; readonly option: number };
    readonly reply: string;
  };
  'POST /v1/asks/:id/decision': {
    readonly params: { readonly id: string };
    readonly body: { readonly kind: 'answers'; readonly answers: readonly (number | string | readonly (number | string)[] | { readonly skip: true; readonly note?: string | undefined } | { readonly choose?: readonly (number | string)[] | undefined; readonly words?: string | undefined; readonly note?: string | undefined })[]; readonly nextPrompts?: readonly string[] | undefined; readonly by?: { readonly kind: 'person' | 'rule' | 'agent'; readonly name: string; readonly surface: string } | undefined; readonly key?: string | undefined; readonly reason?: string | undefined; readonly risk?: 'reversible' | 'irreversible' | 'unsure' | undefined } | { readonly kind: 'redirect'; readonly message: string; readonly by?: { readonly kind: 'person' | 'rule' | 'agent'; readonly name: string; readonly surface: string } | undefined; readonly key?: string | undefined; readonly reason?: string | undefined; readonly risk?: 'reversible' | 'irreversible' | 'unsure' | undefined } | { readonly kind: 'decline'; readonly message?: string | undefined; readonly by?: { readonly kind: 'person' | 'rule' | 'agent'; readonly name: string; readonly surface: string } | undefined; readonly key?: string | undefined; readonly reason?: string | undefined; readonly risk?: 'reversible' | 'irreversible' | 'unsure' | undefined };
    readonly reply: AskView;
  };
  'POST /v1/asks/:id/withdraw': {
    readonly params: { readonly id: string };
    readonly body: { readonly reason: string; readonly by?: { readonly kind: 'person' | 'rule' | 'agent'; readonly name: string; readonly surface: string } | undefined };
    readonly reply: AskView;
  };
  'POST /v1/asks/:id/delivery': {
    readonly params: { readonly id: string };
    readonly reply: AskView;
  };
  'POST /v1/asks/:id/overrule': {
    readonly params: { readonly id: string };
    readonly body: { readonly message: string; readonly prompt?: boolean | undefined; readonly by?: { readonly kind: 'person' | 'rule' | 'agent'; readonly name: string; readonly surface: string } | undefined; readonly key?: string | undefined };
    readonly reply: Overruled;
  };
  'POST /v1/asks/:id/receipt': {
    readonly params: { readonly id: string };
    readonly body: { readonly outcome: 'answers' | 'redirect' | 'decline'; readonly answers?: readonly ({ readonly chosen: readonly string[]; readonly words?: string | undefined; readonly note?: string | undefined; readonly skipped?: boolean | undefined })[] | undefined; readonly message?: string | undefined };
    readonly reply: Receipt;
  };
  'GET /v1/asks/:id/route': {
    readonly params: { readonly id: string };
    readonly reply: Explanation;
  };
  'GET /v1/asks/:id/brief': {
    readonly params: { readonly id: string };
    readonly query: { readonly by?: string | undefined };
    readonly reply: WrittenBrief;
  };
  'POST /v1/route/explain': {
    readonly body: { readonly id?: string | undefined; readonly kind?: 'question' | 'permission' | 'plan' | 'idle' | undefined; readonly session?: string | { readonly id?: string | undefined; readonly program: string; readonly project: string; readonly [more: string]: unknown } | undefined; readonly toolUseId?: string | undefined; readonly program?: string | undefined; readonly project?: string | undefined; readonly questions: readonly ({ readonly text?: string | undefined; readonly question?: string | undefined; readonly header?: string | null | undefined; readonly options?: readonly (string | { readonly label: string; readonly description?: string | null | undefined; readonly preview?: string | null | undefined; readonly [more: string]: unknown })[] | null | undefined; readonly multiSelect?: boolean | null | undefined; readonly [more: string]: unknown })[]; readonly detail?: { readonly kind: 'permission'; readonly tool: string; readonly input: unknown; readonly suggestions?: readonly unknown[] | undefined } | { readonly kind: 'plan'; readonly plan: string; readonly file?: string | undefined } | { readonly kind: 'file'; readonly name: string; readonly text: string } | { readonly kind: 'idle'; readonly lastMessage?: string | undefined } | undefined; readonly createdAt?: number | undefined; readonly decision?: { readonly kind: 'answers'; readonly answers: readonly ({ readonly kind: 'chosen'; readonly chosen: readonly number[]; readonly words?: string | undefined; readonly note?: string | undefined } | { readonly kind: 'words'; readonly words: string; readonly note?: string | undefined } | { readonly kind: 'skipped'; readonly note?: string | undefined })[]; readonly nextPrompts?: readonly string[] | undefined; readonly by: { readonly kind: 'person' | 'rule' | 'agent'; readonly name: string; readonly surface: string }; readonly at?: number | undefined; readonly key?: string | undefined; readonly [more: string]: unknown } | { readonly kind: 'redirect'; readonly message: string; readonly by: { readonly kind: 'person' | 'rule' | 'agent'; readonly name: string; readonly surface: string }; readonly at?: number | undefined; readonly key?: string | undefined; readonly [more: string]: unknown } | { readonly kind: 'decline'; readonly message?: string | undefined; readonly by: { readonly kind: 'person' | 'rule' | 'agent'; readonly name: string; readonly surface: string }; readonly at?: number | undefined; readonly key?: string | undefined; readonly [more: string]: unknown } | undefined; readonly [more: string]: unknown };
    readonly reply: Explanation;
  };
  'POST /v1/route/test': {
    readonly body: { readonly asks?: readonly ({ readonly id?: string | undefined; readonly kind?: 'question' | 'permission' | 'plan' | 'idle' | undefined; readonly session?: string | { readonly id?: string | undefined; readonly program: string; readonly project: string; readonly [more: string]: unknown } | undefined; readonly toolUseId?: string | undefined; readonly program?: string | undefined; readonly project?: string | undefined; readonly questions: readonly ({ readonly text?: string | undefined; readonly question?: string | undefined; readonly header?: string | null | undefined; readonly options?: readonly (string | { readonly label: string; readonly description?: string | null | undefined; readonly preview?: string | null | undefined; readonly [more: string]: unknown })[] | null | undefined; readonly multiSelect?: boolean | null | undefined; readonly [more: string]: unknown })[]; readonly detail?: { readonly kind: 'permission'; readonly tool: string; readonly input: unknown; readonly suggestions?: readonly unknown[] | undefined } | { readonly kind: 'plan'; readonly plan: string; readonly file?: string | undefined } | { readonly kind: 'file'; readonly name: string; readonly text: string } | { readonly kind: 'idle'; readonly lastMessage?: string | undefined } | undefined; readonly createdAt?: number | undefined; readonly decision?: { readonly kind: 'answers'; readonly answers: readonly ({ readonly kind: 'chosen'; readonly chosen: readonly number[]; readonly words?: string | undefined; readonly note?: string | undefined } | { readonly kind: 'words'; readonly words: string; readonly note?: string | undefined } | { readonly kind: 'skipped'; readonly note?: string | undefined })[]; readonly nextPrompts?: readonly string[] | undefined; readonly by: { readonly kind: 'person' | 'rule' | 'agent'; readonly name: string; readonly surface: string }; readonly at?: number | undefined; readonly key?: string | undefined; readonly [more: string]: unknown } | { readonly kind: 'redirect'; readonly message: string; readonly by: { readonly kind: 'person' | 'rule' | 'agent'; readonly name: string; readonly surface: string }; readonly at?: number | undefined; readonly key?: string | undefined; readonly [more: string]: unknown } | { readonly kind: 'decline'; readonly message?: string | undefined; readonly by: { readonly kind: 'person' | 'rule' | 'agent'; readonly name: string; readonly surface: string }; readonly at?: number | undefined; readonly key?: string | undefined; readonly [more: string]: unknown } | undefined; readonly [more: string]: unknown })[] | undefined };
    readonly reply: { readonly asks: readonly Replayed[] };
  };
  'GET /v1/route/check': {
    readonly reply: RouteCheck;
  };
  'GET /v1/answerers': {
    readonly reply: { readonly answerers: readonly AnswererCheck[] };
  };
  'GET /v1/pause': {
    readonly reply: { readonly pauses: readonly Pause[] };
  };
  'PUT /v1/pause': {
    readonly body: { readonly paused: boolean; readonly scope?: { readonly kind: 'all' } | { readonly kind: 'project'; readonly project: string } | { readonly kind: 'session'; readonly session: string } | undefined; readonly forMs?: number | undefined; readonly by?: { readonly kind: 'person' | 'rule' | 'agent'; readonly name: string; readonly surface: string } | undefined };
    readonly reply: { readonly pauses: readonly Pause[] };
  };
  'GET /v1/roster': {
    readonly reply: { readonly text: string };
  };
  'POST /v1/replies': {
    readonly body: { readonly text: string; readonly by: { readonly kind: 'person' | 'rule' | 'agent'; readonly name: string; readonly surface: string }; readonly ask?: string | undefined; readonly key?: string | undefined };
    readonly reply: { readonly replies: readonly TakenReply[] };
  };
  'GET /v1/notifiers': {
    readonly reply: { readonly notifiers: readonly Notifier[] };
  };
  'POST /v1/notifiers/test': {
    readonly body: { readonly name?: string | undefined };
    readonly reply: { readonly results: readonly ({ readonly name: string; readonly ok: boolean; readonly message: string })[] };
  };
  'GET /v1/notifiers/people': {
    readonly reply: { readonly people: readonly ChatPerson[] };
  };
  'POST /v1/notifiers/:name/pair': {
    readonly params: { readonly name: string };
    readonly body: { readonly person: string; readonly by?: { readonly kind: 'person' | 'rule' | 'agent'; readonly name: string; readonly surface: string } | undefined };
    readonly reply: { readonly code: string; readonly until: number; readonly where: string; readonly link?: string | undefined };
  };
  'GET /v1/notifiers/:name/pair/:code': {
    readonly params: { readonly name: string; readonly code: string };
    readonly query: { readonly wait?: number | undefined };
    readonly reply: { readonly state: 'waiting' | 'paired' | 'over'; readonly person?: ChatPerson | undefined };
  };
  'POST /v1/notifiers/:name/unpair': {
    readonly params: { readonly name: string };
    readonly body: { readonly person: string; readonly by?: { readonly kind: 'person' | 'rule' | 'agent'; readonly name: string; readonly surface: string } | undefined };
    readonly reply: { readonly people: readonly ChatPerson[] };
  };
  'GET /v1/mute': {
    readonly reply: { readonly mutes: readonly Pause[] };
  };
  'PUT /v1/mute': {
    readonly body: { readonly muted: boolean; readonly scope?: { readonly kind: 'all' } | { readonly kind: 'project'; readonly project: string } | { readonly kind: 'session'; readonly session: string } | undefined; readonly forMs?: number | undefined; readonly by?: { readonly kind: 'person' | 'rule' | 'agent'; readonly name: string; readonly surface: string } | undefined };
    readonly reply: { readonly mutes: readonly Pause[] };
  };
  'GET /v1/chat/:name/events': {
    readonly params: { readonly name: string };
    readonly query: { readonly after?: number | undefined; readonly ack?: number | undefined; readonly wait?: number | undefined };
    readonly reply: ChatPage;
  };
  'GET /v1/chat/:name/roster': {
    readonly params: { readonly name: string };
    readonly reply: { readonly waiting: readonly ({ readonly id: string; readonly project: string })[]; readonly roster: string };
  };
  'POST /v1/chat/:name/replies': {
    readonly params: { readonly name: string };
    readonly body: { readonly text: string; readonly ask?: string | undefined; readonly key: string };
    readonly reply: ChatReply;
  };
  'GET /v1/sessions': {
    readonly query: { readonly all?: boolean | undefined; readonly now?: boolean | undefined; readonly limit?: number | undefined };
    readonly reply: { readonly sessions: readonly ({ readonly id: string; readonly program: string; readonly project: string; readonly machine?: string | undefined; readonly pane?: string | undefined; readonly name?: string | undefined; readonly terminal?: string | undefined; readonly pid?: number | undefined; readonly version?: string | undefined; readonly continues?: string | undefined; readonly startedAt: number; readonly seenAt: number; readonly endedAt?: number | undefined; readonly died?: true | undefined; readonly notified?: readonly ({ readonly by: string; readonly about: 'ask' | 'undelivered' | 'mismatched' | 'died'; readonly step: 'planned' | 'sent' | 'failed' | 'withdrawn'; readonly message: string; readonly reference?: string | undefined; readonly reason?: string | undefined; readonly attempts?: number | undefined; readonly at: number })[] | undefined; readonly cannotPrompt?: string | undefined; readonly prompting?: Prompting | undefined })[] };
  };
  'PUT /v1/sessions/:id': {
    readonly params: { readonly id: string };
    readonly body: { readonly program: string; readonly project: string; readonly machine?: string | undefined; readonly pane?: string | undefined; readonly name?: string | undefined; readonly terminal?: string | undefined; readonly pid?: number | undefined; readonly version?: string | undefined; readonly [more: string]: unknown };
    readonly reply: AgentSession;
  };
  'POST /v1/sessions/:id/end': {
    readonly params: { readonly id: string };
    readonly body: { readonly reason?: string | undefined };
    readonly reply: AgentSession;
  };
  'POST /v1/sessions/:id/interrupt': {
    readonly params: { readonly id: string };
    readonly body: { readonly by?: { readonly kind: 'person' | 'rule' | 'agent'; readonly name: string; readonly surface: string } | undefined };
    readonly reply: Interrupted;
  };
  'POST /v1/panes': {
    readonly body: { readonly tmux: string; readonly pane: string; readonly project: string; readonly program?: string | undefined };
    readonly reply: WatchedPane;
  };
  'POST /v1/sessions/:id/prompts': {
    readonly params: { readonly id: string };
    readonly body: { readonly text: string; readonly nextPrompts?: readonly string[] | undefined; readonly by?: { readonly kind: 'person' | 'rule' | 'agent'; readonly name: string; readonly surface: string } | undefined; readonly key?: string | undefined; readonly reason?: string | undefined; readonly risk?: 'reversible' | 'irreversible' | 'unsure' | undefined };
    readonly reply: Prompt;
  };
  'GET /v1/prompts': {
    readonly query: { readonly all?: boolean | undefined; readonly session?: string | undefined };
    readonly reply: { readonly prompts: readonly Prompt[] };
  };
  'POST /v1/prompts/:id/cancel': {
    readonly params: { readonly id: string };
    readonly reply: Prompt;
  };
  'POST /v1/channels/:program': {
    readonly params: { readonly program: string };
    readonly body: unknown;
    readonly reply: { readonly [more: string]: unknown };
  };
  'GET /v1/events': {
    readonly query: { readonly after?: number | undefined; readonly ask?: string | undefined };
    readonly reply: WireEvent;
  };
  'GET /v1/web': {
    readonly reply: Web;
  };
  'PUT /v1/web/lan': {
    readonly body: { readonly on: boolean };
    readonly reply: Web;
  };
  'POST /v1/web/codes': {
    readonly reply: WebCode;
  };
  'POST /v1/web/login': {
    readonly body: { readonly code: string; readonly name?: string | undefined };
    readonly reply: { readonly device: Device };
  };
  'POST /v1/web/logout': {
    readonly reply: { readonly device: Device };
  };
  'GET /v1/web/session': {
    readonly reply: { readonly device: Device; readonly person: string; readonly version: string };
  };
  'GET /v1/devices': {
    readonly reply: { readonly devices: readonly Device[] };
  };
  'PUT /v1/devices/:id': {
    readonly params: { readonly id: string };
    readonly body: { readonly name: string };
    readonly reply: Device;
  };
  'POST /v1/devices/:id/revoke': {
    readonly params: { readonly id: string };
    readonly reply: Device;
  };
  'GET /v1/web/push': {
    readonly reply: PushState;
  };
  'PUT /v1/web/push': {
    readonly body: { readonly endpoint: string; readonly keys: { readonly p256dh: string; readonly auth: string } };
    readonly reply: PushState;
  };
  'POST /v1/web/push/off': {
    readonly reply: PushState;
  };
  'GET /v1/health': {
    readonly reply: Health;
  };
  'GET /v1/status': {
    readonly reply: Status;
  };
  'GET /v1/check': {
    readonly reply: { readonly damage: readonly string[] };
  };
  'GET /v1/openapi.json': {
    readonly reply: { readonly openapi: string; readonly paths: { readonly [more: string]: unknown }; readonly components: { readonly [more: string]: unknown } };
  };
  'GET /metrics': {
    readonly reply: string;
  };
  'POST /v1/backup': {
    readonly body: { readonly file: string };
    readonly reply: { readonly file: string; readonly bytes: number };
  };
  'POST /v1/stop': {
    readonly reply: { readonly stopping: true };
  };
};

/** The shape of every reply, in the short form (short-schema.ts): a program that starts for one call reads the two or three shapes it needs. */
export const REPLIES: Readonly<Record<keyof Contract, string>> = {
  'POST /v1/asks': '@AskView',
  'GET /v1/asks/:id/result': '[any,@ToolResult,@StillOpen]',
  'GET /v1/asks': '@AskPage',
  'GET /v1/log': '@AskPage',
  'GET /v1/statistics': '@Statistics',
  'GET /v1/asks/:id': '@AskView',
  'GET /v1/asks/:id/events': '{events:[@WireEvent]}',
  'GET /v1/asks/:id/precedents': '{precedents:[@Precedent]}',
  'GET /v1/asks/:id/preview': 'string',
  'POST /v1/asks/:id/decision': '@AskView',
  'POST /v1/asks/:id/withdraw': '@AskView',
  'POST /v1/asks/:id/delivery': '@AskView',
  'POST /v1/asks/:id/overrule': '@Overruled',
  'POST /v1/asks/:id/receipt': '@Receipt',
  'GET /v1/asks/:id/route': '@Explanation',
  'GET /v1/asks/:id/brief': '@WrittenBrief',
  'POST /v1/route/explain': '@Explanation',
  'POST /v1/route/test': '{asks:[@Replayed]}',
  'GET /v1/route/check': '@RouteCheck',
  'GET /v1/answerers': '{answerers:[@AnswererCheck]}',
  'GET /v1/pause': '{pauses:[@Pause]}',
  'PUT /v1/pause': '{pauses:[@Pause]}',
  'GET /v1/roster': '{text:string}',
  'POST /v1/replies': '{replies:[@TakenReply]}',
  'GET /v1/notifiers': '{notifiers:[@Notifier]}',
  'POST /v1/notifiers/test': '{results:[{name:string,ok:boolean,message:string}]}',
  'GET /v1/notifiers/people': '{people:[@ChatPerson]}',
  'POST /v1/notifiers/:name/pair': '{code:string,until:number,where:string,link?:string}',
  'GET /v1/notifiers/:name/pair/:code': '{state:=waiting|paired|over,person?:@ChatPerson}',
  'POST /v1/notifiers/:name/unpair': '{people:[@ChatPerson]}',
  'GET /v1/mute': '{mutes:[@Pause]}',
  'PUT /v1/mute': '{mutes:[@Pause]}',
  'GET /v1/chat/:name/events': '@ChatPage',
  'GET /v1/chat/:name/roster': '{waiting:[{id:string,project:string}],roster:string}',
  'POST /v1/chat/:name/replies': '@ChatReply',
  'GET /v1/sessions': '{sessions:[{id:string,program:string,project:string,machine?:string,pane?:string,name?:string,terminal?:string,pid?:integer,version?:string,continues?:string,startedAt:number,seenAt:number,endedAt?:number,died?:=true,notified?:[{by:string,about:=ask|undelivered|mismatched|died,step:=planned|sent|failed|withdrawn,message:string,reference?:string,reason?:string,attempts?:integer,at:number}],cannotPrompt?:string,prompting?:@Prompting}]}',
  'PUT /v1/sessions/:id': '@AgentSession',
  'POST /v1/sessions/:id/end': '@AgentSession',
  'POST /v1/sessions/:id/interrupt': '@Interrupted',
  'POST /v1/panes': '@WatchedPane',
  'POST /v1/sessions/:id/prompts': '@Prompt',
  'GET /v1/prompts': '{prompts:[@Prompt]}',
  'POST /v1/prompts/:id/cancel': '@Prompt',
  'POST /v1/channels/:program': '{}',
  'GET /v1/events': '@WireEvent',
  'GET /v1/web': '@Web',
  'PUT /v1/web/lan': '@Web',
  'POST /v1/web/codes': '@WebCode',
  'POST /v1/web/login': '{device:@Device}',
  'POST /v1/web/logout': '{device:@Device}',
  'GET /v1/web/session': '{device:@Device,person:string,version:string}',
  'GET /v1/devices': '{devices:[@Device]}',
  'PUT /v1/devices/:id': '@Device',
  'POST /v1/devices/:id/revoke': '@Device',
  'GET /v1/web/push': '@PushState',
  'PUT /v1/web/push': '@PushState',
  'POST /v1/web/push/off': '@PushState',
  'GET /v1/health': '@Health',
  'GET /v1/status': '@Status',
  'GET /v1/check': '{damage:[string]}',
  'GET /v1/openapi.json': '{openapi:string,paths:{},components:{}}',
  'GET /metrics': 'string',
  'POST /v1/backup': '{file:string,bytes:number}',
  'POST /v1/stop': '{stopping:=true}',
};

/** The named shapes inside them. */
export const DEFINITIONS: Readonly<Record<string, string>> = {
  'ErrorBody': '{error:{code:string,message:string,fix:string,problems?:[{rule:string,where:string,value:*,message:string}],ask?:@AskView,by?:@Answerer,ids?:[string]}}',
  'AskView': '{id:string,kind:=question|permission|plan|idle,session:string,toolUseId:string,program:string,project:string,agent?:string,source:=hook|screen|plugin|tool|server,questions:[@Question],detail?:@Detail,prefilled?:[[any,@Answer,null]],createdAt:number,deadline?:number,state:@State,version:integer,updatedAt:number,decision?:@Decision,delivery?:{way:string,at:number,done:boolean,failures:[{way:string,at:number,reason:string}]},receipt?:@Receipt,route?:@RouteView,overruled?:{by:@Answerer,message:string,key:string,at:number},told?:{to:string,about?:=undelivered|overruled|decided|expired,outcome:=told|failed,reason?:string,attempts:integer},notified?:[{by:string,about:=ask|undelivered|mismatched|died,step:=planned|sent|failed|withdrawn,message:string,reference?:string,reason?:string,attempts?:integer,at:number}],ending?:string}',
  'Question': '{text:string,header?:string,options:[{label:string,description?:string,preview?:string}],multiSelect:boolean}',
  'Detail': '[any,{kind:=permission,tool:string,input:*,suggestions?:[*]},{kind:=plan,plan:string,file?:string},{kind:=file,name:string,text:string},{kind:=idle,lastMessage?:string}]',
  'Answer': '[any,{kind:=chosen,chosen:[integer],words?:string,note?:string},{kind:=words,words:string,note?:string},{kind:=skipped,note?:string}]',
  'State': '=open|answered|declined|delivering|undelivered|delivered|verified|mismatched|unconfirmed|withdrawn|expired',
  'Decision': '[any,{kind:=answers,answers:[@Answer],nextPrompts?:[string],key:string,by:@Answerer,at:number,reason?:string},{kind:=redirect,message:string,key:string,by:@Answerer,at:number,reason?:string},{kind:=decline,message?:string,key:string,by:@Answerer,at:number,reason?:string}]',
  'Answerer': '{kind:=person|rule|agent,name:string,surface:string}',
  'Receipt': '{verdict:=verified|mismatched|unconfirmed,evidence:string,at:number,differences:[{question?:integer,what:string,intended:string,recorded:string}],recorded?:*}',
  'RouteView': '{name:string,step:integer,waitingFor?:{kind:=rule|agent|people,name:string},until?:number,warning?:string}',
  'ToolResult': '{id:string,outcome:=answers|redirect|decline|expired|withdrawn,answers:[{question:string,header?:string,chosen:[string],numbers:[integer],words?:string,note?:string,skipped:boolean}],message?:string,text:string,by?:@Answerer,reason?:string,at:number}',
  'StillOpen': '{id:string,outcome:=open}',
  'AskPage': '{asks:[@AskView],next?:integer,notices?:@Notices}',
  'Notices': '{damage:[string],configProblems:[string],pauses:[@Pause],mismatched:integer}',
  'Pause': '{mutes?:=true,scope:[any,{kind:=all},{kind:=project,project:string},{kind:=session,session:string}],by:@Answerer,at:number,until?:number}',
  'Statistics': '{asks:integer,perDay:[@Day],projects:object,categories:object,decidedBy:object,states:object,medianWaitMs:number|null,answerers:[@AnswererFigures],waitedForPeopleMs:number}',
  'Day': '{day:string,asks:integer,categories:object,waitedForPeopleMs:number}',
  'AnswererFigures': '{kind:=person|rule|agent,name:string,decided:integer,medianMs:number,p90Ms:number,verified:integer,mismatched:integer,unconfirmed:integer,undelivered:integer,overruled:integer}',
  'WireEvent': '[any,{seq:integer,at:number,actor:string,ask:string,happening:@Happening},{seq:integer,at:number,actor:string,session:string,happening:[any,{kind:=session-seen,session:@AgentSession},{kind:=session-ended,reason:string,died?:=true},{kind:=notified,by:string,about:=ask|undelivered|mismatched|died,step:=planned|sent|failed|withdrawn,message:string,reference?:string,reason?:string,attempts?:integer},{kind:=prompt,prompt:@Prompt}]},{seq:integer,at:number,actor:string,happening:{kind:=paused,pauses:[@Pause]}}]',
  'Happening': '[any,{kind:=asked,ask:@Ask,raw?:*},{kind:=reread,toolUseId?:string,questions:[@Question],detail?:@Detail},{kind:=considered,route:string,step:integer,answerer:{kind:=rule|agent|people,name:string},outcome:=asked|sent-back|woken|passed|failed|timed-out|skipped|held|answered,reason?:string,proposed?:string,risk?:=reversible|irreversible|unsure,review?:{by:string,outcome:=pass|hold|failed|timed-out,reason:string,brief?:string,effort?:{via:string,model?:string,inputTokens?:number,outputTokens?:number,said?:string,note?:string}},confidence?:number,effort?:{via:string,model?:string,inputTokens?:number,outputTokens?:number,said?:string,note?:string},durationMs?:number,until?:number,brief?:string,warning?:string},{kind:=settled,decision:@Decision},{kind:=delivering,way:string},{kind:=delivery-failed,way:string,reason:string},{kind:=delivered,way:string},{kind:=receipt,receipt:@Receipt},{kind:=overruled,by:@Answerer,message:string,key:string},{kind:=told,to:string,about?:=undelivered|overruled|decided|expired,outcome:=told|failed,reason?:string,attempts:integer},{kind:=notified,by:string,about:=ask|undelivered|mismatched|died,step:=planned|sent|failed|withdrawn,message:string,reference?:string,reason?:string,attempts?:integer},{kind:=withdrawn,reason:string},{kind:=expired}]',
  'Ask': '{id:string,kind:=question|permission|plan|idle,session:string,toolUseId:string,program:string,project:string,agent?:string,source:=hook|screen|plugin|tool|server,questions:[@Question],detail?:@Detail,prefilled?:[[any,@Answer,null]],createdAt:number,deadline?:number}',
  'AgentSession': '{id:string,program:string,project:string,machine?:string,pane?:string,name?:string,terminal?:string,pid?:integer,version?:string,continues?:string,startedAt:number,seenAt:number,endedAt?:number,died?:=true,notified?:[{by:string,about:=ask|undelivered|mismatched|died,step:=planned|sent|failed|withdrawn,message:string,reference?:string,reason?:string,attempts?:integer,at:number}]}',
  'Prompt': '{id:string,session:string,text:string,by:@Answerer,queuedAt:number,state:=queued|sending|sent|failed|cancelled,ask?:string,answers?:string,reason?:string}',
  'Precedent': '{question:integer,ask:string,outcome:=answers|redirect|decline,answer?:{question:string,header?:string,chosen:[string],numbers:[integer],words?:string,note?:string,skipped:boolean},message?:string,by:@Answerer,reason?:string,at:number,state:@State}',
  'Overruled': '{ask:@AskView,prompt?:@Prompt,notSent?:string}',
  'Explanation': '{ask:string,route?:string,narrowedBy?:string,steps:[{kind:=rule|agent|people,name:string,withinMs?:number}],irreversible:boolean,documents:[string],trials:[@Trial],projectTrials:[@Trial],ignored:[{where:string,why:string}],problem?:string,pause?:@Pause,now?:@RouteView}',
  'Trial': '{route:string,matched:boolean,when:[@Criterion],unless:[@Criterion]}',
  'Criterion': '{name:string,wanted:string,found:string,holds:boolean}',
  'WrittenBrief': '{ask:string,by?:string,brief:string,tokens:integer}',
  'Replayed': '{id:string,project:string,question:string,route?:string,passed:[string],would:[any,{kind:=rule,by:string,answer:string,reason:string,agrees:boolean},{kind:=agent,by:string},{kind:=people}],people:string}',
  'RouteCheck': '{file:string,problems:[{file:string,line?:integer,column?:integer,message:string,text:string}],routes:[{name:string,steps:[string]}],answerers:[string],inForce:boolean,warnings?:[string]}',
  'AnswererCheck': '{name:string,kind:string,ok:boolean,message:string}',
  'TakenReply': '{ask?:string,outcome:=answered|passed|taken|refused,message:string}',
  'Notifier': '{name:string,kind:string,device?:string,show:=full|header|nothing,ok:boolean,message:string,waiting:integer,sentAt?:number,failingSince?:number}',
  'ChatPerson': '{notifier:string,name:string,shownAs:string,chat:string,pairedAt:number}',
  'ChatPage': '{events:[@ChatEvent],after:integer,waiting:[{id:string,project:string}],roster:string}',
  'ChatEvent': '{seq:integer,kind:=question|finished|over|news,ask:string,project:string,state:string,text:string}',
  'ChatReply': '{replies:[@TakenReply],text:string,message:string,waiting:[{id:string,project:string}],roster:string}',
  'Prompting': '{prompts:integer,since?:number,waiting:integer,mostPrompts:integer,tokens?:integer,mostTimeMs?:number,mostTokens?:integer}',
  'Interrupted': '{session:@AgentSession,outcome:=interrupted|idle}',
  'WatchedPane': '{kind:=watched|known,session:@AgentSession,screen:string}',
  'Web': '{url:string,publicUrl?:string,lan?:{port:integer,urls:[string],fingerprint:string,problem?:string},devices:integer}',
  'WebCode': '{code:string,expiresAt:number}',
  'Device': '{id:string,name:string,door:=local|lan|public,madeAt:number,seenAt:number,browser:string,isThis:boolean}',
  'PushState': '{publicKey:string,endpoint?:string,notifiers:[string]}',
  'Health': '{ok:=true,version:string,build?:number,pid:integer}',
  'Status': '{version:string,pid:integer,node:string,startedAt:number,folder:string,socket:string,tokenFile:string,url:string,web?:@Web,portProblem?:string,channels:object,journal:{driver:string,place:string,bytes:number},events:integer,openAsks:integer,undelivered:integer,routes:integer,answerers:[string],walking:integer,damage:[string],configProblems:[string],pauses:[@Pause],mismatched:integer,listeners:integer,memoryBytes:number}',
};

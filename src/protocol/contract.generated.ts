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
    readonly body: { readonly id?: string | undefined; readonly kind?: 'question' | 'permission' | 'plan' | 'idle' | undefined; readonly session?: string | { readonly id?: string | undefined; readonly program: string; readonly project: string; readonly [more: string]: unknown } | undefined; readonly toolUseId?: string | undefined; readonly program?: string | undefined; readonly project?: string | undefined; readonly questions: readonly ({ readonly text?: string | undefined; readonly question?: string | undefined; readonly header?: string | null | undefined; readonly options?: readonly (string | { readonly label: string; readonly description?: string | null | undefined; readonly preview?: string | null | undefined; readonly [more: string]: unknown })[] | null | undefined; readonly multiSelect?: boolean | null | undefined; readonly [more: string]: unknown })[]; readonly detail?: { readonly kind: 'permission'; readonly tool: string; readonly input: unknown; readonly suggestions?: readonly unknown[] | undefined } | { readonly kind: 'plan'; readonly plan: string; readonly file?: string | undefined } | { readonly kind: 'file'; readonly name: string; readonly text: string } | { readonly kind: 'idle'; readonly lastMessage?: string | undefined } | undefined; readonly createdAt?: number | undefined; readonly decision?: { readonly by: { readonly kind: 'person' | 'rule' | 'agent'; readonly name: string; readonly surface: string }; readonly at?: number | undefined; readonly key?: string | undefined; readonly kind: 'answers'; readonly answers: readonly ({ readonly kind: 'chosen'; readonly chosen: readonly number[]; readonly words?: string | undefined; readonly note?: string | undefined } | { readonly kind: 'words'; readonly words: string; readonly note?: string | undefined } | { readonly kind: 'skipped'; readonly note?: string | undefined })[] } | { readonly by: { readonly kind: 'person' | 'rule' | 'agent'; readonly name: string; readonly surface: string }; readonly at?: number | undefined; readonly key?: string | undefined; readonly kind: 'redirect'; readonly message: string } | { readonly by: { readonly kind: 'person' | 'rule' | 'agent'; readonly name: string; readonly surface: string }; readonly at?: number | undefined; readonly key?: string | undefined; readonly kind: 'decline'; readonly message?: string | undefined } | undefined; readonly [more: string]: unknown };
    readonly reply: Explanation;
  };
  'POST /v1/route/test': {
    readonly body: { readonly asks?: readonly ({ readonly id?: string | undefined; readonly kind?: 'question' | 'permission' | 'plan' | 'idle' | undefined; readonly session?: string | { readonly id?: string | undefined; readonly program: string; readonly project: string; readonly [more: string]: unknown } | undefined; readonly toolUseId?: string | undefined; readonly program?: string | undefined; readonly project?: string | undefined; readonly questions: readonly ({ readonly text?: string | undefined; readonly question?: string | undefined; readonly header?: string | null | undefined; readonly options?: readonly (string | { readonly label: string; readonly description?: string | null | undefined; readonly preview?: string | null | undefined; readonly [more: string]: unknown })[] | null | undefined; readonly multiSelect?: boolean | null | undefined; readonly [more: string]: unknown })[]; readonly detail?: { readonly kind: 'permission'; readonly tool: string; readonly input: unknown; readonly suggestions?: readonly unknown[] | undefined } | { readonly kind: 'plan'; readonly plan: string; readonly file?: string | undefined } | { readonly kind: 'file'; readonly name: string; readonly text: string } | { readonly kind: 'idle'; readonly lastMessage?: string | undefined } | undefined; readonly createdAt?: number | undefined; readonly decision?: { readonly by: { readonly kind: 'person' | 'rule' | 'agent'; readonly name: string; readonly surface: string }; readonly at?: number | undefined; readonly key?: string | undefined; readonly kind: 'answers'; readonly answers: readonly ({ readonly kind: 'chosen'; readonly chosen: readonly number[]; readonly words?: string | undefined; readonly note?: string | undefined } | { readonly kind: 'words'; readonly words: string; readonly note?: string | undefined } | { readonly kind: 'skipped'; readonly note?: string | undefined })[] } | { readonly by: { readonly kind: 'person' | 'rule' | 'agent'; readonly name: string; readonly surface: string }; readonly at?: number | undefined; readonly key?: string | undefined; readonly kind: 'redirect'; readonly message: string } | { readonly by: { readonly kind: 'person' | 'rule' | 'agent'; readonly name: string; readonly surface: string }; readonly at?: number | undefined; readonly key?: string | undefined; readonly kind: 'decline'; readonly message?: string | undefined } | undefined; readonly [more: string]: unknown })[] | undefined };
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
    readonly body: { readonly text: string; readonly by: { readonly kind: 'person' | 'rule' | 'agent'; readonly name: string; readonly surface: string }; readonly key?: string | undefined };
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

/** The shape of every reply, for `misfit`, as JSON: a program that starts for one call reads the two or three shapes it needs. */
export const REPLIES: Readonly<Record<keyof Contract, string>> = {
  'POST /v1/asks': '{"$ref":"#/$defs/AskView"}',
  'GET /v1/asks/:id/result': '{"anyOf":[{"$ref":"#/$defs/ToolResult"},{"$ref":"#/$defs/StillOpen"}]}',
  'GET /v1/asks': '{"$ref":"#/$defs/AskPage"}',
  'GET /v1/log': '{"$ref":"#/$defs/AskPage"}',
  'GET /v1/statistics': '{"$ref":"#/$defs/Statistics"}',
  'GET /v1/asks/:id': '{"$ref":"#/$defs/AskView"}',
  'GET /v1/asks/:id/events': '{"type":"object","required":["events"],"properties":{"events":{"type":"array","items":{"$ref":"#/$defs/WireEvent"}}}}',
  'GET /v1/asks/:id/precedents': '{"type":"object","required":["precedents"],"properties":{"precedents":{"type":"array","items":{"$ref":"#/$defs/Precedent"}}}}',
  'GET /v1/asks/:id/preview': '{"type":"string"}',
  'POST /v1/asks/:id/decision': '{"$ref":"#/$defs/AskView"}',
  'POST /v1/asks/:id/withdraw': '{"$ref":"#/$defs/AskView"}',
  'POST /v1/asks/:id/delivery': '{"$ref":"#/$defs/AskView"}',
  'POST /v1/asks/:id/overrule': '{"$ref":"#/$defs/Overruled"}',
  'POST /v1/asks/:id/receipt': '{"$ref":"#/$defs/Receipt"}',
  'GET /v1/asks/:id/route': '{"$ref":"#/$defs/Explanation"}',
  'GET /v1/asks/:id/brief': '{"$ref":"#/$defs/WrittenBrief"}',
  'POST /v1/route/explain': '{"$ref":"#/$defs/Explanation"}',
  'POST /v1/route/test': '{"type":"object","required":["asks"],"properties":{"asks":{"type":"array","items":{"$ref":"#/$defs/Replayed"}}}}',
  'GET /v1/route/check': '{"$ref":"#/$defs/RouteCheck"}',
  'GET /v1/answerers': '{"type":"object","required":["answerers"],"properties":{"answerers":{"type":"array","items":{"$ref":"#/$defs/AnswererCheck"}}}}',
  'GET /v1/pause': '{"type":"object","required":["pauses"],"properties":{"pauses":{"type":"array","items":{"$ref":"#/$defs/Pause"}}}}',
  'PUT /v1/pause': '{"type":"object","required":["pauses"],"properties":{"pauses":{"type":"array","items":{"$ref":"#/$defs/Pause"}}}}',
  'GET /v1/roster': '{"type":"object","required":["text"],"properties":{"text":{"type":"string"}}}',
  'POST /v1/replies': '{"type":"object","required":["replies"],"properties":{"replies":{"type":"array","items":{"$ref":"#/$defs/TakenReply"}}}}',
  'GET /v1/notifiers': '{"type":"object","required":["notifiers"],"properties":{"notifiers":{"type":"array","items":{"$ref":"#/$defs/Notifier"}}}}',
  'POST /v1/notifiers/test': '{"type":"object","required":["results"],"properties":{"results":{"type":"array","items":{"type":"object","required":["name","ok","message"],"properties":{"name":{"type":"string"},"ok":{"type":"boolean"},"message":{"type":"string"}}}}}}',
  'GET /v1/notifiers/people': '{"type":"object","required":["people"],"properties":{"people":{"type":"array","items":{"$ref":"#/$defs/ChatPerson"}}}}',
  'POST /v1/notifiers/:name/pair': '{"type":"object","required":["code","until","where"],"properties":{"code":{"type":"string"},"until":{"type":"number"},"where":{"type":"string"},"link":{"type":"string"}}}',
  'GET /v1/notifiers/:name/pair/:code': '{"type":"object","required":["state"],"properties":{"state":{"type":"string","enum":["waiting","paired","over"]},"person":{"$ref":"#/$defs/ChatPerson"}}}',
  'POST /v1/notifiers/:name/unpair': '{"type":"object","required":["people"],"properties":{"people":{"type":"array","items":{"$ref":"#/$defs/ChatPerson"}}}}',
  'GET /v1/mute': '{"type":"object","required":["mutes"],"properties":{"mutes":{"type":"array","items":{"$ref":"#/$defs/Pause"}}}}',
  'PUT /v1/mute': '{"type":"object","required":["mutes"],"properties":{"mutes":{"type":"array","items":{"$ref":"#/$defs/Pause"}}}}',
  'GET /v1/chat/:name/events': '{"$ref":"#/$defs/ChatPage"}',
  'GET /v1/chat/:name/roster': '{"type":"object","required":["waiting","roster"],"properties":{"waiting":{"type":"array","items":{"type":"object","required":["id","project"],"properties":{"id":{"type":"string"},"project":{"type":"string"}}}},"roster":{"type":"string"}}}',
  'POST /v1/chat/:name/replies': '{"$ref":"#/$defs/ChatReply"}',
  'GET /v1/sessions': '{"type":"object","required":["sessions"],"properties":{"sessions":{"type":"array","items":{"type":"object","required":["id","program","project","startedAt","seenAt"],"properties":{"id":{"type":"string"},"program":{"type":"string"},"project":{"type":"string"},"machine":{"type":"string"},"pane":{"type":"string"},"name":{"type":"string"},"terminal":{"type":"string"},"pid":{"type":"integer"},"version":{"type":"string"},"continues":{"type":"string"},"startedAt":{"type":"number"},"seenAt":{"type":"number"},"endedAt":{"type":"number"},"died":{"type":"boolean","const":true},"notified":{"type":"array","items":{"type":"object","required":["by","about","step","message","at"],"properties":{"by":{"type":"string"},"about":{"type":"string","enum":["ask","undelivered","mismatched","died"]},"step":{"type":"string","enum":["planned","sent","failed","withdrawn"]},"message":{"type":"string"},"reference":{"type":"string"},"reason":{"type":"string"},"attempts":{"type":"integer"},"at":{"type":"number"}}}},"cannotPrompt":{"type":"string"},"prompting":{"$ref":"#/$defs/Prompting"}}}}}}',
  'PUT /v1/sessions/:id': '{"$ref":"#/$defs/AgentSession"}',
  'POST /v1/sessions/:id/end': '{"$ref":"#/$defs/AgentSession"}',
  'POST /v1/sessions/:id/interrupt': '{"$ref":"#/$defs/Interrupted"}',
  'POST /v1/panes': '{"$ref":"#/$defs/WatchedPane"}',
  'POST /v1/sessions/:id/prompts': '{"$ref":"#/$defs/Prompt"}',
  'GET /v1/prompts': '{"type":"object","required":["prompts"],"properties":{"prompts":{"type":"array","items":{"$ref":"#/$defs/Prompt"}}}}',
  'POST /v1/prompts/:id/cancel': '{"$ref":"#/$defs/Prompt"}',
  'POST /v1/channels/:program': '{"type":"object","properties":{}}',
  'GET /v1/events': '{"$ref":"#/$defs/WireEvent"}',
  'GET /v1/web': '{"$ref":"#/$defs/Web"}',
  'PUT /v1/web/lan': '{"$ref":"#/$defs/Web"}',
  'POST /v1/web/codes': '{"$ref":"#/$defs/WebCode"}',
  'POST /v1/web/login': '{"type":"object","required":["device"],"properties":{"device":{"$ref":"#/$defs/Device"}}}',
  'POST /v1/web/logout': '{"type":"object","required":["device"],"properties":{"device":{"$ref":"#/$defs/Device"}}}',
  'GET /v1/web/session': '{"type":"object","required":["device","person","version"],"properties":{"device":{"$ref":"#/$defs/Device"},"person":{"type":"string"},"version":{"type":"string"}}}',
  'GET /v1/devices': '{"type":"object","required":["devices"],"properties":{"devices":{"type":"array","items":{"$ref":"#/$defs/Device"}}}}',
  'PUT /v1/devices/:id': '{"$ref":"#/$defs/Device"}',
  'POST /v1/devices/:id/revoke': '{"$ref":"#/$defs/Device"}',
  'GET /v1/web/push': '{"$ref":"#/$defs/PushState"}',
  'PUT /v1/web/push': '{"$ref":"#/$defs/PushState"}',
  'POST /v1/web/push/off': '{"$ref":"#/$defs/PushState"}',
  'GET /v1/health': '{"$ref":"#/$defs/Health"}',
  'GET /v1/status': '{"$ref":"#/$defs/Status"}',
  'GET /v1/check': '{"type":"object","required":["damage"],"properties":{"damage":{"type":"array","items":{"type":"string"}}}}',
  'GET /v1/openapi.json': '{"type":"object","required":["openapi","paths","components"],"properties":{"openapi":{"type":"string"},"paths":{"type":"object","properties":{}},"components":{"type":"object","properties":{}}}}',
  'GET /metrics': '{"type":"string"}',
  'POST /v1/backup': '{"type":"object","required":["file","bytes"],"properties":{"file":{"type":"string"},"bytes":{"type":"number"}}}',
  'POST /v1/stop': '{"type":"object","required":["stopping"],"properties":{"stopping":{"type":"boolean","const":true}}}',
};

/** The named shapes inside them. */
export const DEFINITIONS: Readonly<Record<string, string>> = {
  'ErrorBody': '{"type":"object","required":["error"],"properties":{"error":{"type":"object","required":["code","message","fix"],"properties":{"code":{"type":"string"},"message":{"type":"string"},"fix":{"type":"string"},"problems":{"type":"array","items":{"type":"object","required":["rule","where","value","message"],"properties":{"rule":{"type":"string"},"where":{"type":"string"},"value":{},"message":{"type":"string"}}}},"ask":{"$ref":"#/$defs/AskView"},"by":{"$ref":"#/$defs/Answerer"},"ids":{"type":"array","items":{"type":"string"}}}}}}',
  'AskView': '{"type":"object","required":["id","kind","session","toolUseId","program","project","source","questions","createdAt","state","version","updatedAt"],"properties":{"id":{"type":"string"},"kind":{"type":"string","enum":["question","permission","plan","idle"]},"session":{"type":"string"},"toolUseId":{"type":"string"},"program":{"type":"string"},"project":{"type":"string"},"agent":{"type":"string"},"source":{"type":"string","enum":["hook","screen","plugin","tool","server"]},"questions":{"type":"array","items":{"$ref":"#/$defs/Question"}},"detail":{"$ref":"#/$defs/Detail"},"prefilled":{"type":"array","items":{"anyOf":[{"$ref":"#/$defs/Answer"},{"type":"null"}]}},"createdAt":{"type":"number"},"deadline":{"type":"number"},"state":{"$ref":"#/$defs/State"},"version":{"type":"integer"},"updatedAt":{"type":"number"},"decision":{"$ref":"#/$defs/Decision"},"delivery":{"type":"object","required":["way","at","done","failures"],"properties":{"way":{"type":"string"},"at":{"type":"number"},"done":{"type":"boolean"},"failures":{"type":"array","items":{"type":"object","required":["way","at","reason"],"properties":{"way":{"type":"string"},"at":{"type":"number"},"reason":{"type":"string"}}}}}},"receipt":{"$ref":"#/$defs/Receipt"},"route":{"$ref":"#/$defs/RouteView"},"overruled":{"type":"object","required":["by","message","key","at"],"properties":{"by":{"$ref":"#/$defs/Answerer"},"message":{"type":"string"},"key":{"type":"string"},"at":{"type":"number"}}},"told":{"type":"object","required":["to","outcome","attempts"],"properties":{"to":{"type":"string"},"about":{"type":"string","enum":["undelivered","overruled","decided","expired"]},"outcome":{"type":"string","enum":["told","failed"]},"reason":{"type":"string"},"attempts":{"type":"integer"}}},"notified":{"type":"array","items":{"type":"object","required":["by","about","step","message","at"],"properties":{"by":{"type":"string"},"about":{"type":"string","enum":["ask","undelivered","mismatched","died"]},"step":{"type":"string","enum":["planned","sent","failed","withdrawn"]},"message":{"type":"string"},"reference":{"type":"string"},"reason":{"type":"string"},"attempts":{"type":"integer"},"at":{"type":"number"}}}},"ending":{"type":"string"}}}',
  'Question': '{"type":"object","required":["text","options","multiSelect"],"properties":{"text":{"type":"string"},"header":{"type":"string"},"options":{"type":"array","items":{"type":"object","required":["label"],"properties":{"label":{"type":"string"},"description":{"type":"string"},"preview":{"type":"string"}}}},"multiSelect":{"type":"boolean"}}}',
  'Detail': '{"anyOf":[{"type":"object","required":["kind","tool","input"],"properties":{"kind":{"type":"string","const":"permission"},"tool":{"type":"string"},"input":{},"suggestions":{"type":"array","items":{}}}},{"type":"object","required":["kind","plan"],"properties":{"kind":{"type":"string","const":"plan"},"plan":{"type":"string"},"file":{"type":"string"}}},{"type":"object","required":["kind","name","text"],"properties":{"kind":{"type":"string","const":"file"},"name":{"type":"string"},"text":{"type":"string"}}},{"type":"object","required":["kind"],"properties":{"kind":{"type":"string","const":"idle"},"lastMessage":{"type":"string"}}}]}',
  'Answer': '{"anyOf":[{"type":"object","required":["kind","chosen"],"properties":{"kind":{"type":"string","const":"chosen"},"chosen":{"type":"array","items":{"type":"integer"}},"words":{"type":"string"},"note":{"type":"string"}}},{"type":"object","required":["kind","words"],"properties":{"kind":{"type":"string","const":"words"},"words":{"type":"string"},"note":{"type":"string"}}},{"type":"object","required":["kind"],"properties":{"kind":{"type":"string","const":"skipped"},"note":{"type":"string"}}}]}',
  'State': '{"type":"string","enum":["open","answered","declined","delivering","undelivered","delivered","verified","mismatched","unconfirmed","withdrawn","expired"]}',
  'Decision': '{"anyOf":[{"type":"object","required":["kind","answers","key","by","at"],"properties":{"kind":{"type":"string","const":"answers"},"answers":{"type":"array","items":{"$ref":"#/$defs/Answer"}},"nextPrompts":{"type":"array","items":{"type":"string"}},"key":{"type":"string"},"by":{"$ref":"#/$defs/Answerer"},"at":{"type":"number"},"reason":{"type":"string"}}},{"type":"object","required":["kind","message","key","by","at"],"properties":{"kind":{"type":"string","const":"redirect"},"message":{"type":"string"},"key":{"type":"string"},"by":{"$ref":"#/$defs/Answerer"},"at":{"type":"number"},"reason":{"type":"string"}}},{"type":"object","required":["kind","key","by","at"],"properties":{"kind":{"type":"string","const":"decline"},"message":{"type":"string"},"key":{"type":"string"},"by":{"$ref":"#/$defs/Answerer"},"at":{"type":"number"},"reason":{"type":"string"}}}]}',
  'Answerer': '{"type":"object","required":["kind","name","surface"],"properties":{"kind":{"type":"string","enum":["person","rule","agent"]},"name":{"type":"string"},"surface":{"type":"string"}}}',
  'Receipt': '{"type":"object","required":["verdict","evidence","at","differences"],"properties":{"verdict":{"type":"string","enum":["verified","mismatched","unconfirmed"]},"evidence":{"type":"string"},"at":{"type":"number"},"differences":{"type":"array","items":{"type":"object","required":["what","intended","recorded"],"properties":{"question":{"type":"integer"},"what":{"type":"string"},"intended":{"type":"string"},"recorded":{"type":"string"}}}},"recorded":{}}}',
  'RouteView': '{"type":"object","required":["name","step"],"properties":{"name":{"type":"string"},"step":{"type":"integer"},"waitingFor":{"type":"object","required":["kind","name"],"properties":{"kind":{"type":"string","enum":["rule","agent","people"]},"name":{"type":"string"}}},"until":{"type":"number"},"warning":{"type":"string"}}}',
  'ToolResult': '{"type":"object","required":["id","outcome","answers","text","at"],"properties":{"id":{"type":"string"},"outcome":{"type":"string","enum":["answers","redirect","decline","expired","withdrawn"]},"answers":{"type":"array","items":{"type":"object","required":["question","chosen","numbers","skipped"],"properties":{"question":{"type":"string"},"header":{"type":"string"},"chosen":{"type":"array","items":{"type":"string"}},"numbers":{"type":"array","items":{"type":"integer"}},"words":{"type":"string"},"note":{"type":"string"},"skipped":{"type":"boolean"}}}},"message":{"type":"string"},"text":{"type":"string"},"by":{"$ref":"#/$defs/Answerer"},"reason":{"type":"string"},"at":{"type":"number"}}}',
  'StillOpen': '{"type":"object","required":["id","outcome"],"properties":{"id":{"type":"string"},"outcome":{"type":"string","const":"open"}}}',
  'AskPage': '{"type":"object","required":["asks"],"properties":{"asks":{"type":"array","items":{"$ref":"#/$defs/AskView"}},"next":{"type":"integer"},"notices":{"$ref":"#/$defs/Notices"}}}',
  'Notices': '{"type":"object","required":["damage","configProblems","pauses","mismatched"],"properties":{"damage":{"type":"array","items":{"type":"string"}},"configProblems":{"type":"array","items":{"type":"string"}},"pauses":{"type":"array","items":{"$ref":"#/$defs/Pause"}},"mismatched":{"type":"integer"}}}',
  'Pause': '{"type":"object","required":["scope","by","at"],"properties":{"mutes":{"type":"boolean","const":true},"scope":{"anyOf":[{"type":"object","required":["kind"],"properties":{"kind":{"type":"string","const":"all"}}},{"type":"object","required":["kind","project"],"properties":{"kind":{"type":"string","const":"project"},"project":{"type":"string"}}},{"type":"object","required":["kind","session"],"properties":{"kind":{"type":"string","const":"session"},"session":{"type":"string"}}}]},"by":{"$ref":"#/$defs/Answerer"},"at":{"type":"number"},"until":{"type":"number"}}}',
  'Statistics': '{"type":"object","required":["asks","perDay","projects","categories","decidedBy","states","medianWaitMs","answerers","waitedForPeopleMs"],"properties":{"asks":{"type":"integer"},"perDay":{"type":"array","items":{"$ref":"#/$defs/Day"}},"projects":{"type":"object"},"categories":{"type":"object"},"decidedBy":{"type":"object"},"states":{"type":"object"},"medianWaitMs":{"type":["number","null"]},"answerers":{"type":"array","items":{"$ref":"#/$defs/AnswererFigures"}},"waitedForPeopleMs":{"type":"number"}}}',
  'Day': '{"type":"object","required":["day","asks","categories","waitedForPeopleMs"],"properties":{"day":{"type":"string"},"asks":{"type":"integer"},"categories":{"type":"object"},"waitedForPeopleMs":{"type":"number"}}}',
  'AnswererFigures': '{"type":"object","required":["kind","name","decided","medianMs","p90Ms","verified","mismatched","unconfirmed","undelivered","overruled"],"properties":{"kind":{"type":"string","enum":["person","rule","agent"]},"name":{"type":"string"},"decided":{"type":"integer"},"medianMs":{"type":"number"},"p90Ms":{"type":"number"},"verified":{"type":"integer"},"mismatched":{"type":"integer"},"unconfirmed":{"type":"integer"},"undelivered":{"type":"integer"},"overruled":{"type":"integer"}}}',
  'WireEvent': '{"anyOf":[{"type":"object","required":["seq","at","actor","ask","happening"],"properties":{"seq":{"type":"integer"},"at":{"type":"number"},"actor":{"type":"string"},"ask":{"type":"string"},"happening":{"$ref":"#/$defs/Happening"}}},{"type":"object","required":["seq","at","actor","session","happening"],"properties":{"seq":{"type":"integer"},"at":{"type":"number"},"actor":{"type":"string"},"session":{"type":"string"},"happening":{"anyOf":[{"type":"object","required":["kind","session"],"properties":{"kind":{"type":"string","const":"session-seen"},"session":{"$ref":"#/$defs/AgentSession"}}},{"type":"object","required":["kind","reason"],"properties":{"kind":{"type":"string","const":"session-ended"},"reason":{"type":"string"},"died":{"type":"boolean","const":true}}},{"type":"object","required":["kind","by","about","step","message"],"properties":{"kind":{"type":"string","const":"notified"},"by":{"type":"string"},"about":{"type":"string","enum":["ask","undelivered","mismatched","died"]},"step":{"type":"string","enum":["planned","sent","failed","withdrawn"]},"message":{"type":"string"},"reference":{"type":"string"},"reason":{"type":"string"},"attempts":{"type":"integer"}}},{"type":"object","required":["kind","prompt"],"properties":{"kind":{"type":"string","const":"prompt"},"prompt":{"$ref":"#/$defs/Prompt"}}}]}}},{"type":"object","required":["seq","at","actor","happening"],"properties":{"seq":{"type":"integer"},"at":{"type":"number"},"actor":{"type":"string"},"happening":{"type":"object","required":["kind","pauses"],"properties":{"kind":{"type":"string","const":"paused"},"pauses":{"type":"array","items":{"$ref":"#/$defs/Pause"}}}}}}]}',
  'Happening': '{"anyOf":[{"type":"object","required":["kind","ask"],"properties":{"kind":{"type":"string","const":"asked"},"ask":{"$ref":"#/$defs/Ask"},"raw":{}}},{"type":"object","required":["kind","questions"],"properties":{"kind":{"type":"string","const":"reread"},"toolUseId":{"type":"string"},"questions":{"type":"array","items":{"$ref":"#/$defs/Question"}},"detail":{"$ref":"#/$defs/Detail"}}},{"type":"object","required":["kind","route","step","answerer","outcome"],"properties":{"kind":{"type":"string","const":"considered"},"route":{"type":"string"},"step":{"type":"integer"},"answerer":{"type":"object","required":["kind","name"],"properties":{"kind":{"type":"string","enum":["rule","agent","people"]},"name":{"type":"string"}}},"outcome":{"type":"string","enum":["asked","sent-back","woken","passed","failed","timed-out","skipped","held","answered"]},"reason":{"type":"string"},"proposed":{"type":"string"},"risk":{"type":"string","enum":["reversible","irreversible","unsure"]},"review":{"type":"object","required":["by","outcome","reason"],"properties":{"by":{"type":"string"},"outcome":{"type":"string","enum":["pass","hold","failed","timed-out"]},"reason":{"type":"string"},"brief":{"type":"string"},"effort":{"type":"object","required":["via"],"properties":{"via":{"type":"string"},"model":{"type":"string"},"inputTokens":{"type":"number"},"outputTokens":{"type":"number"},"said":{"type":"string"},"note":{"type":"string"}}}}},"confidence":{"type":"number"},"effort":{"type":"object","required":["via"],"properties":{"via":{"type":"string"},"model":{"type":"string"},"inputTokens":{"type":"number"},"outputTokens":{"type":"number"},"said":{"type":"string"},"note":{"type":"string"}}},"durationMs":{"type":"number"},"until":{"type":"number"},"brief":{"type":"string"},"warning":{"type":"string"}}},{"type":"object","required":["kind","decision"],"properties":{"kind":{"type":"string","const":"settled"},"decision":{"$ref":"#/$defs/Decision"}}},{"type":"object","required":["kind","way"],"properties":{"kind":{"type":"string","const":"delivering"},"way":{"type":"string"}}},{"type":"object","required":["kind","way","reason"],"properties":{"kind":{"type":"string","const":"delivery-failed"},"way":{"type":"string"},"reason":{"type":"string"}}},{"type":"object","required":["kind","way"],"properties":{"kind":{"type":"string","const":"delivered"},"way":{"type":"string"}}},{"type":"object","required":["kind","receipt"],"properties":{"kind":{"type":"string","const":"receipt"},"receipt":{"$ref":"#/$defs/Receipt"}}},{"type":"object","required":["kind","by","message","key"],"properties":{"kind":{"type":"string","const":"overruled"},"by":{"$ref":"#/$defs/Answerer"},"message":{"type":"string"},"key":{"type":"string"}}},{"type":"object","required":["kind","to","outcome","attempts"],"properties":{"kind":{"type":"string","const":"told"},"to":{"type":"string"},"about":{"type":"string","enum":["undelivered","overruled","decided","expired"]},"outcome":{"type":"string","enum":["told","failed"]},"reason":{"type":"string"},"attempts":{"type":"integer"}}},{"type":"object","required":["kind","by","about","step","message"],"properties":{"kind":{"type":"string","const":"notified"},"by":{"type":"string"},"about":{"type":"string","enum":["ask","undelivered","mismatched","died"]},"step":{"type":"string","enum":["planned","sent","failed","withdrawn"]},"message":{"type":"string"},"reference":{"type":"string"},"reason":{"type":"string"},"attempts":{"type":"integer"}}},{"type":"object","required":["kind","reason"],"properties":{"kind":{"type":"string","const":"withdrawn"},"reason":{"type":"string"}}},{"type":"object","required":["kind"],"properties":{"kind":{"type":"string","const":"expired"}}}]}',
  'Ask': '{"type":"object","required":["id","kind","session","toolUseId","program","project","source","questions","createdAt"],"properties":{"id":{"type":"string"},"kind":{"type":"string","enum":["question","permission","plan","idle"]},"session":{"type":"string"},"toolUseId":{"type":"string"},"program":{"type":"string"},"project":{"type":"string"},"agent":{"type":"string"},"source":{"type":"string","enum":["hook","screen","plugin","tool","server"]},"questions":{"type":"array","items":{"$ref":"#/$defs/Question"}},"detail":{"$ref":"#/$defs/Detail"},"prefilled":{"type":"array","items":{"anyOf":[{"$ref":"#/$defs/Answer"},{"type":"null"}]}},"createdAt":{"type":"number"},"deadline":{"type":"number"}}}',
  'AgentSession': '{"type":"object","required":["id","program","project","startedAt","seenAt"],"properties":{"id":{"type":"string"},"program":{"type":"string"},"project":{"type":"string"},"machine":{"type":"string"},"pane":{"type":"string"},"name":{"type":"string"},"terminal":{"type":"string"},"pid":{"type":"integer"},"version":{"type":"string"},"continues":{"type":"string"},"startedAt":{"type":"number"},"seenAt":{"type":"number"},"endedAt":{"type":"number"},"died":{"type":"boolean","const":true},"notified":{"type":"array","items":{"type":"object","required":["by","about","step","message","at"],"properties":{"by":{"type":"string"},"about":{"type":"string","enum":["ask","undelivered","mismatched","died"]},"step":{"type":"string","enum":["planned","sent","failed","withdrawn"]},"message":{"type":"string"},"reference":{"type":"string"},"reason":{"type":"string"},"attempts":{"type":"integer"},"at":{"type":"number"}}}}}}',
  'Prompt': '{"type":"object","required":["id","session","text","by","queuedAt","state"],"properties":{"id":{"type":"string"},"session":{"type":"string"},"text":{"type":"string"},"by":{"$ref":"#/$defs/Answerer"},"queuedAt":{"type":"number"},"state":{"type":"string","enum":["queued","sending","sent","failed","cancelled"]},"ask":{"type":"string"},"answers":{"type":"string"},"reason":{"type":"string"}}}',
  'Precedent': '{"type":"object","required":["question","ask","outcome","by","at","state"],"properties":{"question":{"type":"integer"},"ask":{"type":"string"},"outcome":{"type":"string","enum":["answers","redirect","decline"]},"answer":{"type":"object","required":["question","chosen","numbers","skipped"],"properties":{"question":{"type":"string"},"header":{"type":"string"},"chosen":{"type":"array","items":{"type":"string"}},"numbers":{"type":"array","items":{"type":"integer"}},"words":{"type":"string"},"note":{"type":"string"},"skipped":{"type":"boolean"}}},"message":{"type":"string"},"by":{"$ref":"#/$defs/Answerer"},"reason":{"type":"string"},"at":{"type":"number"},"state":{"$ref":"#/$defs/State"}}}',
  'Overruled': '{"type":"object","required":["ask"],"properties":{"ask":{"$ref":"#/$defs/AskView"},"prompt":{"$ref":"#/$defs/Prompt"},"notSent":{"type":"string"}}}',
  'Explanation': '{"type":"object","required":["ask","steps","irreversible","documents","trials","projectTrials","ignored"],"properties":{"ask":{"type":"string"},"route":{"type":"string"},"narrowedBy":{"type":"string"},"steps":{"type":"array","items":{"type":"object","required":["kind","name"],"properties":{"kind":{"type":"string","enum":["rule","agent","people"]},"name":{"type":"string"},"withinMs":{"type":"number"}}}},"irreversible":{"type":"boolean"},"documents":{"type":"array","items":{"type":"string"}},"trials":{"type":"array","items":{"$ref":"#/$defs/Trial"}},"projectTrials":{"type":"array","items":{"$ref":"#/$defs/Trial"}},"ignored":{"type":"array","items":{"type":"object","required":["where","why"],"properties":{"where":{"type":"string"},"why":{"type":"string"}}}},"problem":{"type":"string"},"pause":{"$ref":"#/$defs/Pause"},"now":{"$ref":"#/$defs/RouteView"}}}',
  'Trial': '{"type":"object","required":["route","matched","when","unless"],"properties":{"route":{"type":"string"},"matched":{"type":"boolean"},"when":{"type":"array","items":{"$ref":"#/$defs/Criterion"}},"unless":{"type":"array","items":{"$ref":"#/$defs/Criterion"}}}}',
  'Criterion': '{"type":"object","required":["name","wanted","found","holds"],"properties":{"name":{"type":"string"},"wanted":{"type":"string"},"found":{"type":"string"},"holds":{"type":"boolean"}}}',
  'WrittenBrief': '{"type":"object","required":["ask","brief","tokens"],"properties":{"ask":{"type":"string"},"by":{"type":"string"},"brief":{"type":"string"},"tokens":{"type":"integer"}}}',
  'Replayed': '{"type":"object","required":["id","project","question","passed","would","people"],"properties":{"id":{"type":"string"},"project":{"type":"string"},"question":{"type":"string"},"route":{"type":"string"},"passed":{"type":"array","items":{"type":"string"}},"would":{"anyOf":[{"type":"object","required":["kind","by","answer","reason","agrees"],"properties":{"kind":{"type":"string","const":"rule"},"by":{"type":"string"},"answer":{"type":"string"},"reason":{"type":"string"},"agrees":{"type":"boolean"}}},{"type":"object","required":["kind","by"],"properties":{"kind":{"type":"string","const":"agent"},"by":{"type":"string"}}},{"type":"object","required":["kind"],"properties":{"kind":{"type":"string","const":"people"}}}]},"people":{"type":"string"}}}',
  'RouteCheck': '{"type":"object","required":["file","problems","routes","answerers","inForce"],"properties":{"file":{"type":"string"},"problems":{"type":"array","items":{"type":"object","required":["file","message","text"],"properties":{"file":{"type":"string"},"line":{"type":"integer"},"column":{"type":"integer"},"message":{"type":"string"},"text":{"type":"string"}}}},"routes":{"type":"array","items":{"type":"object","required":["name","steps"],"properties":{"name":{"type":"string"},"steps":{"type":"array","items":{"type":"string"}}}}},"answerers":{"type":"array","items":{"type":"string"}},"inForce":{"type":"boolean"},"warnings":{"type":"array","items":{"type":"string"}}}}',
  'AnswererCheck': '{"type":"object","required":["name","kind","ok","message"],"properties":{"name":{"type":"string"},"kind":{"type":"string"},"ok":{"type":"boolean"},"message":{"type":"string"}}}',
  'TakenReply': '{"type":"object","required":["outcome","message"],"properties":{"ask":{"type":"string"},"outcome":{"type":"string","enum":["answered","passed","taken","refused"]},"message":{"type":"string"}}}',
  'Notifier': '{"type":"object","required":["name","kind","show","ok","message","waiting"],"properties":{"name":{"type":"string"},"kind":{"type":"string"},"device":{"type":"string"},"show":{"type":"string","enum":["full","header","nothing"]},"ok":{"type":"boolean"},"message":{"type":"string"},"waiting":{"type":"integer"},"sentAt":{"type":"number"},"failingSince":{"type":"number"}}}',
  'ChatPerson': '{"type":"object","required":["notifier","name","shownAs","chat","pairedAt"],"properties":{"notifier":{"type":"string"},"name":{"type":"string"},"shownAs":{"type":"string"},"chat":{"type":"string"},"pairedAt":{"type":"number"}}}',
  'ChatPage': '{"type":"object","required":["events","after","waiting","roster"],"properties":{"events":{"type":"array","items":{"$ref":"#/$defs/ChatEvent"}},"after":{"type":"integer"},"waiting":{"type":"array","items":{"type":"object","required":["id","project"],"properties":{"id":{"type":"string"},"project":{"type":"string"}}}},"roster":{"type":"string"}}}',
  'ChatEvent': '{"type":"object","required":["seq","kind","ask","project","state","text"],"properties":{"seq":{"type":"integer"},"kind":{"type":"string","enum":["question","finished","over","news"]},"ask":{"type":"string"},"project":{"type":"string"},"state":{"type":"string"},"text":{"type":"string"}}}',
  'ChatReply': '{"type":"object","required":["replies","text","message","waiting","roster"],"properties":{"replies":{"type":"array","items":{"$ref":"#/$defs/TakenReply"}},"text":{"type":"string"},"message":{"type":"string"},"waiting":{"type":"array","items":{"type":"object","required":["id","project"],"properties":{"id":{"type":"string"},"project":{"type":"string"}}}},"roster":{"type":"string"}}}',
  'Prompting': '{"type":"object","required":["prompts","waiting","mostPrompts"],"properties":{"prompts":{"type":"integer"},"since":{"type":"number"},"waiting":{"type":"integer"},"mostPrompts":{"type":"integer"},"tokens":{"type":"integer"},"mostTimeMs":{"type":"number"},"mostTokens":{"type":"integer"}}}',
  'Interrupted': '{"type":"object","required":["session","outcome"],"properties":{"session":{"$ref":"#/$defs/AgentSession"},"outcome":{"type":"string","enum":["interrupted","idle"]}}}',
  'WatchedPane': '{"type":"object","required":["kind","session","screen"],"properties":{"kind":{"type":"string","enum":["watched","known"]},"session":{"$ref":"#/$defs/AgentSession"},"screen":{"type":"string"}}}',
  'Web': '{"type":"object","required":["url","devices"],"properties":{"url":{"type":"string"},"publicUrl":{"type":"string"},"lan":{"type":"object","required":["port","urls","fingerprint"],"properties":{"port":{"type":"integer"},"urls":{"type":"array","items":{"type":"string"}},"fingerprint":{"type":"string"},"problem":{"type":"string"}}},"devices":{"type":"integer"}}}',
  'WebCode': '{"type":"object","required":["code","expiresAt"],"properties":{"code":{"type":"string"},"expiresAt":{"type":"number"}}}',
  'Device': '{"type":"object","required":["id","name","door","madeAt","seenAt","browser","isThis"],"properties":{"id":{"type":"string"},"name":{"type":"string"},"door":{"type":"string","enum":["local","lan","public"]},"madeAt":{"type":"number"},"seenAt":{"type":"number"},"browser":{"type":"string"},"isThis":{"type":"boolean"}}}',
  'PushState': '{"type":"object","required":["publicKey","notifiers"],"properties":{"publicKey":{"type":"string"},"endpoint":{"type":"string"},"notifiers":{"type":"array","items":{"type":"string"}}}}',
  'Health': '{"type":"object","required":["ok","version","pid"],"properties":{"ok":{"type":"boolean","const":true},"version":{"type":"string"},"build":{"type":"number"},"pid":{"type":"integer"}}}',
  'Status': '{"type":"object","required":["version","pid","node","startedAt","folder","socket","tokenFile","url","channels","journal","events","openAsks","undelivered","routes","answerers","walking","damage","configProblems","pauses","mismatched","listeners","memoryBytes"],"properties":{"version":{"type":"string"},"pid":{"type":"integer"},"node":{"type":"string"},"startedAt":{"type":"number"},"folder":{"type":"string"},"socket":{"type":"string"},"tokenFile":{"type":"string"},"url":{"type":"string"},"web":{"$ref":"#/$defs/Web"},"portProblem":{"type":"string"},"channels":{"type":"object"},"journal":{"type":"object","required":["driver","place","bytes"],"properties":{"driver":{"type":"string"},"place":{"type":"string"},"bytes":{"type":"number"}}},"events":{"type":"integer"},"openAsks":{"type":"integer"},"undelivered":{"type":"integer"},"routes":{"type":"integer"},"answerers":{"type":"array","items":{"type":"string"}},"walking":{"type":"integer"},"damage":{"type":"array","items":{"type":"string"}},"configProblems":{"type":"array","items":{"type":"string"}},"pauses":{"type":"array","items":{"$ref":"#/$defs/Pause"}},"mismatched":{"type":"integer"},"listeners":{"type":"integer"},"memoryBytes":{"type":"number"}}}',
};

// Generated from the schemas of this folder by `npm run generate`. Do not edit.
import type { AgentSession, Answerer, AskView, ChatEvent, JournalEvent, Pause, Precedent, Problem, Prompt, Receipt, Replayed, RouteView, Statistics, ToolResult, Trial } from '../question/words.generated.ts';

export type ErrorBody = {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly fix: string;
    /** with `invalid`: every broken rule */
    readonly problems?: readonly Problem[] | undefined;
    /** with `taken`: the ask as it is now */
    readonly ask?: AskView | undefined;
    /** with `taken`: who decided it */
    readonly by?: Answerer | undefined;
    /** with `ambiguous-id`: some of the asks whose ids begin like this */
    readonly ids?: readonly string[] | undefined;
  };
};

export type StillOpen = { readonly id: string; readonly outcome: 'open' };

export type AskPage = {
  readonly asks: readonly AskView[];
  /** present if there are more */
  readonly next?: number | undefined;
  /** present if they were asked for */
  readonly notices?: Notices | undefined;
};

export type Notices = {
  /** what was found damaged in the last week and could not be restored */
  readonly damage: readonly string[];
  readonly configProblems: readonly string[];
  /** where auto-answer is paused */
  readonly pauses: readonly Pause[];
  /** decisions of the last 24 hours that agents recorded differently */
  readonly mismatched: number;
};

export type Overruled = {
  readonly ask: AskView;
  /** what was sent to the agent */
  readonly prompt?: Prompt | undefined;
  /** why nothing was sent to the agent */
  readonly notSent?: string | undefined;
};

export type Explanation = {
  readonly ask: string;
  readonly route?: string | undefined;
  readonly narrowedBy?: string | undefined;
  readonly steps: readonly ({ readonly kind: 'rule' | 'agent' | 'people'; readonly name: string; readonly withinMs?: number | undefined })[];
  readonly irreversible: boolean;
  readonly documents: readonly string[];
  readonly trials: readonly Trial[];
  readonly projectTrials: readonly Trial[];
  readonly ignored: readonly ({ readonly where: string; readonly why: string })[];
  readonly problem?: string | undefined;
  readonly pause?: Pause | undefined;
  readonly now?: RouteView | undefined;
};

export type WrittenBrief = { readonly ask: string; readonly by?: string | undefined; readonly brief: string; readonly tokens: number };

export type RouteCheck = {
  readonly file: string;
  readonly problems: readonly ({ readonly file: string; readonly line?: number | undefined; readonly column?: number | undefined; readonly message: string; readonly text: string })[];
  readonly routes: readonly ({ readonly name: string; readonly steps: readonly string[] })[];
  readonly answerers: readonly string[];
  /** false if the file was invalid at the start; people decide everything in that case */
  readonly inForce: boolean;
  /** what is allowed, and still likely to be a mistake */
  readonly warnings?: readonly string[] | undefined;
};

export type AnswererCheck = { readonly name: string; readonly kind: string; readonly ok: boolean; readonly message: string };

export type TakenReply = { readonly ask?: string | undefined; readonly outcome: 'answered' | 'passed' | 'taken' | 'refused'; readonly message: string };

export type Notifier = {
  readonly name: string;
  readonly kind: string;
  /** web push: the device that it tells */
  readonly device?: string | undefined;
  readonly show: 'full' | 'header' | 'nothing';
  readonly ok: boolean;
  /** what is wrong with it, if something is */
  readonly message: string;
  /** messages that are not through yet */
  readonly waiting: number;
  /** milliseconds since 1970 */
  readonly sentAt?: number | undefined;
  /** milliseconds since 1970 */
  readonly failingSince?: number | undefined;
};

export type ChatPerson = {
  readonly notifier: string;
  /** in the record of what they decide */
  readonly name: string;
  /** what the service calls them */
  readonly shownAs: string;
  readonly chat: string;
  /** milliseconds since 1970 */
  readonly pairedAt: number;
};

export type ChatPage = {
  readonly events: readonly ChatEvent[];
  /** the next `after` */
  readonly after: number;
  /** the asks that wait for this agent */
  readonly waiting: readonly ({ readonly id: string; readonly project: string })[];
  /** what waits for this agent, for the beginning of every message to it; empty if nothing does */
  readonly roster: string;
};

export type ChatReply = {
  readonly replies: readonly TakenReply[];
  /** the text without the answers, as a person should see it */
  readonly text: string;
  /** for the agent: what became of its answers; empty if there were none */
  readonly message: string;
  /** the asks that wait for this agent */
  readonly waiting: readonly ({ readonly id: string; readonly project: string })[];
  /** what waits for this agent, for the beginning of every message to it; empty if nothing does */
  readonly roster: string;
};

export type Prompting = {
  /** how many prompts auto-answer gave it since a person was last involved */
  readonly prompts: number;
  /** when the first of them was given */
  readonly since?: number | undefined;
  /** how many more of its last answer wait */
  readonly waiting: number;
  readonly mostPrompts: number;
  /** how many it and its answerers used since then, as far as the agent counts them */
  readonly tokens?: number | undefined;
  readonly mostTimeMs?: number | undefined;
  readonly mostTokens?: number | undefined;
};

export type Interrupted = {
  readonly session: AgentSession;
  /** `idle`: it was not working, so nothing was done */
  readonly outcome: 'interrupted' | 'idle';
};

export type WatchedPane = { readonly kind: 'watched' | 'known'; readonly session: AgentSession; readonly screen: string };

export type Web = {
  /** on this computer; a name that only you know, where browsers support that */
  readonly url: string;
  /** `web: public-url` of the configuration */
  readonly publicUrl?: string | undefined;
  /** present if the local network is served */
  readonly lan?: {
    readonly port: number;
    /** the addresses of this computer */
    readonly urls: readonly string[];
    /** of the certificate: SHA-256 */
    readonly fingerprint: string;
    /** why it cannot be reached */
    readonly problem?: string | undefined;
  } | undefined;
  readonly devices: number;
};

export type WebCode = {
  readonly code: string;
  /** milliseconds since 1970 */
  readonly expiresAt: number;
};

export type Device = {
  readonly id: string;
  readonly name: string;
  /** where it got in; its cookie is of no use elsewhere */
  readonly door: 'local' | 'lan' | 'public';
  /** milliseconds since 1970 */
  readonly madeAt: number;
  /** milliseconds since 1970 */
  readonly seenAt: number;
  /** what it said it is: `Firefox on Android` */
  readonly browser: string;
  /** the device that sent this request */
  readonly isThis: boolean;
};

export type PushState = {
  /** the key that the browser subscribes with: `applicationServerKey` */
  readonly publicKey: string;
  /** where this device is told now; absent if it is not */
  readonly endpoint?: string | undefined;
  /** the notifiers that tell this device, for `POST /v1/notifiers/test` */
  readonly notifiers: readonly string[];
};

export type Health = { readonly ok: true; readonly version: string; readonly build?: number | undefined; readonly pid: number };

export type Status = {
  readonly version: string;
  readonly pid: number;
  readonly node: string;
  /** milliseconds since 1970 */
  readonly startedAt: number;
  readonly folder: string;
  readonly socket: string;
  readonly tokenFile: string;
  readonly url: string;
  /** where the [web page](#the-web-page) is */
  readonly web?: Web | undefined;
  /** present if another program has the port */
  readonly portProblem?: string | undefined;
  /** the settings of each kind of agent, by its program */
  readonly channels: { readonly [more: string]: { readonly [more: string]: unknown } };
  readonly journal: { readonly driver: string; readonly place: string; readonly bytes: number };
  /** the number of the last event */
  readonly events: number;
  readonly openAsks: number;
  /** decisions that did not reach their agent; at most 100 are counted */
  readonly undelivered: number;
  /** how many routes the configuration has */
  readonly routes: number;
  /** the names of the agents that can answer */
  readonly answerers: readonly string[];
  /** how many asks are on a route now */
  readonly walking: number;
  /** what was found damaged in the last week and could not be restored */
  readonly damage: readonly string[];
  readonly configProblems: readonly string[];
  /** where auto-answer is paused */
  readonly pauses: readonly Pause[];
  /** decisions of the last 24 hours that agents recorded differently */
  readonly mismatched: number;
  readonly listeners: number;
  readonly memoryBytes: number;
};

/** What a caller sends and gets, by route. */
export type Contract = {
  'POST /v1/asks': {
    readonly body: {
      /**
       * who asks: `id`, `program` (≤ 100 characters), `project` (a folder); optional `machine`, `pane`, `terminal`, `pid`, `version`. Other fields
       * are kept. This registers the session.
       */
      readonly session: {
        readonly id: string;
        /** which program it is */
        readonly program: string;
        /** the folder it works in */
        readonly project: string;
        /** the name of its machine */
        readonly machine?: string | undefined;
        /** the tmux pane it runs in */
        readonly pane?: string | undefined;
        /** the name of the tmux session that its pane is in */
        readonly name?: string | undefined;
        /** its terminal device */
        readonly terminal?: string | undefined;
        /** its process */
        readonly pid?: number | undefined;
        /** the version of the program */
        readonly version?: string | undefined;
        readonly [more: string]: unknown;
      };
      /** a repeated call with the same `session.id` and `toolUseId` is the same ask */
      readonly toolUseId: string;
      /** the questions, as below */
      readonly questions: unknown;
      /** `"strict"` for questions of your own, `"tolerant"` for questions captured elsewhere */
      readonly rules?: 'strict' | 'tolerant' | undefined;
      readonly kind?: 'question' | 'permission' | 'plan' | 'idle' | undefined;
      /** suggested answers by header, each in a form of [answer](#post-v1asksiddecision). Shown as selected; never sent by themselves. */
      readonly answers?: { readonly [more: string]: 
        | number | string
        | readonly (number | string)[]
        | { readonly skip: true; readonly note?: string | undefined }
        | { readonly choose?: readonly (number | string)[] | undefined; readonly words?: string | undefined; readonly note?: string | undefined } } | undefined;
      /**
       * `{"kind":"permission","tool","input","suggestions"?}`, `{"kind":"plan","plan","file"?}`, `{"kind":"file","name","text"}` or
       * `{"kind":"idle","lastMessage"?}`
       */
      readonly detail?: 
        | { readonly kind: 'permission'; readonly tool: string; readonly input: unknown; readonly suggestions?: readonly unknown[] | undefined }
        | { readonly kind: 'plan'; readonly plan: string; readonly file?: string | undefined }
        | { readonly kind: 'file'; readonly name: string; readonly text: string }
        | { readonly kind: 'idle'; readonly lastMessage?: string | undefined } | undefined;
      /** the ask expires after this many milliseconds */
      readonly timeoutMs?: number | undefined;
      /** anything; stored with the ask and shown only in its [events](#get-v1asksidevents) */
      readonly raw?: unknown;
    };
    readonly reply: AskView;
  };
  'GET /v1/asks/:id/result': {
    readonly params: { readonly id: string };
    readonly query: {
      /** how many milliseconds to wait for it; more than 60000 is taken as 60000 */
      readonly wait?: number | undefined;
    };
    readonly reply: ToolResult | StillOpen;
  };
  'GET /v1/asks': {
    readonly query: {
      /** one or more states, separated by commas */
      readonly state?: readonly ('open' | 'answered' | 'declined' | 'delivering' | 'undelivered' | 'delivered' | 'verified' | 'mismatched' | 'unconfirmed' | 'withdrawn' | 'expired')[] | undefined;
      /** one or more of `question`, `permission`, `plan`, `idle`, separated by commas */
      readonly kind?: readonly ('question' | 'permission' | 'plan' | 'idle')[] | undefined;
      /** a path (with a `/`, matched exactly) or the name of its last folder */
      readonly project?: string | undefined;
      /** exactly this program */
      readonly program?: string | undefined;
      /** exactly this agent session: its id, or the name of its tmux session */
      readonly session?: string | undefined;
      /** decided by exactly this person, rule or agent */
      readonly by?: string | undefined;
      /** searched in question texts, headers and labels; case-insensitive */
      readonly text?: string | undefined;
      /** how many, 1 to 500; more counts as 500 */
      readonly limit?: number | undefined;
      /** the `next` of the previous page */
      readonly cursor?: number | undefined;
      /** also what people should know before they look at asks */
      readonly notices?: boolean | undefined;
    };
    readonly reply: AskPage;
  };
  'GET /v1/log': {
    readonly query: {
      /** one or more states, separated by commas */
      readonly state?: readonly ('open' | 'answered' | 'declined' | 'delivering' | 'undelivered' | 'delivered' | 'verified' | 'mismatched' | 'unconfirmed' | 'withdrawn' | 'expired')[] | undefined;
      /** one or more of `question`, `permission`, `plan`, `idle`, separated by commas */
      readonly kind?: readonly ('question' | 'permission' | 'plan' | 'idle')[] | undefined;
      /** a path (with a `/`, matched exactly) or the name of its last folder */
      readonly project?: string | undefined;
      /** exactly this program */
      readonly program?: string | undefined;
      /** exactly this agent session: its id, or the name of its tmux session */
      readonly session?: string | undefined;
      /** decided by exactly this person, rule or agent */
      readonly by?: string | undefined;
      /** searched in question texts, headers and labels; case-insensitive */
      readonly text?: string | undefined;
      /** how many, 1 to 500; more counts as 500 */
      readonly limit?: number | undefined;
      /** the `next` of the previous page */
      readonly cursor?: number | undefined;
    };
    readonly reply: AskPage;
  };
  'GET /v1/statistics': {
    readonly query: {
      /** one or more of `question`, `permission`, `plan`, `idle`, separated by commas */
      readonly kind?: readonly ('question' | 'permission' | 'plan' | 'idle')[] | undefined;
      /** a path (with a `/`, matched exactly) or the name of its last folder */
      readonly project?: string | undefined;
      /** exactly this program */
      readonly program?: string | undefined;
      /** exactly this agent session: its id, or the name of its tmux session */
      readonly session?: string | undefined;
      /** decided by exactly this person, rule or agent */
      readonly by?: string | undefined;
      /** searched in question texts, headers and labels; case-insensitive */
      readonly text?: string | undefined;
      /** asked at this time or later */
      readonly from?: number | undefined;
      /** asked before this time */
      readonly to?: number | undefined;
    };
    readonly reply: Statistics;
  };
  'GET /v1/asks/:id': {
    readonly params: { readonly id: string };
    readonly reply: AskView;
  };
  'GET /v1/asks/:id/events': {
    readonly params: { readonly id: string };
    readonly reply: { readonly events: readonly JournalEvent[] };
  };
  'GET /v1/asks/:id/precedents': {
    readonly params: { readonly id: string };
    readonly query: {
      /** how many, at most 50 */
      readonly limit?: number | undefined;
    };
    readonly reply: { readonly precedents: readonly Precedent[] };
  };
  'GET /v1/asks/:id/preview': {
    readonly params: { readonly id: string };
    readonly query: {
      /** counted from 0 */
      readonly question: number;
      /** counted from 1 */
      readonly option: number;
    };
    readonly reply: string;
  };
  'POST /v1/asks/:id/decision': {
    readonly params: { readonly id: string };
    readonly body: 
      | {
          readonly kind: 'answers';
          /** one entry per question, in order */
          readonly answers: readonly (
            | number | string
            | readonly (number | string)[]
            | { readonly skip: true; readonly note?: string | undefined }
            | { readonly choose?: readonly (number | string)[] | undefined; readonly words?: string | undefined; readonly note?: string | undefined })[];
          /** for an idle agent: the prompts after this one, in order, each for the next turn */
          readonly nextPrompts?: readonly string[] | undefined;
          /** who does this: `{"kind": "person" or "rule" or "agent", "name", "surface"}`. The broker believes what it is told here. */
          readonly by?: { readonly kind: 'person' | 'rule' | 'agent'; readonly name: string; readonly surface: string } | undefined;
          /** a repeated request with the same key [changes nothing](#doing-things-twice) */
          readonly key?: string | undefined;
          /** why; kept in the log, and part of the result. An agent must give one */
          readonly reason?: string | undefined;
          /** an agent must say how risky its answer is; anything but `reversible` is left to people, unless the route allows it. People need not */
          readonly risk?: 'reversible' | 'irreversible' | 'unsure' | undefined;
        }
      | {
          readonly kind: 'redirect';
          /** what is wrong with the question */
          readonly message: string;
          /** who does this: `{"kind": "person" or "rule" or "agent", "name", "surface"}`. The broker believes what it is told here. */
          readonly by?: { readonly kind: 'person' | 'rule' | 'agent'; readonly name: string; readonly surface: string } | undefined;
          /** a repeated request with the same key [changes nothing](#doing-things-twice) */
          readonly key?: string | undefined;
          /** why; kept in the log, and part of the result. An agent must give one */
          readonly reason?: string | undefined;
          /** an agent must say how risky its answer is; anything but `reversible` is left to people, unless the route allows it. People need not */
          readonly risk?: 'reversible' | 'irreversible' | 'unsure' | undefined;
        }
      | {
          readonly kind: 'decline';
          /** why, if you want to say */
          readonly message?: string | undefined;
          /** who does this: `{"kind": "person" or "rule" or "agent", "name", "surface"}`. The broker believes what it is told here. */
          readonly by?: { readonly kind: 'person' | 'rule' | 'agent'; readonly name: string; readonly surface: string } | undefined;
          /** a repeated request with the same key [changes nothing](#doing-things-twice) */
          readonly key?: string | undefined;
          /** why; kept in the log, and part of the result. An agent must give one */
          readonly reason?: string | undefined;
          /** an agent must say how risky its answer is; anything but `reversible` is left to people, unless the route allows it. People need not */
          readonly risk?: 'reversible' | 'irreversible' | 'unsure' | undefined;
        };
    readonly reply: AskView;
  };
  'POST /v1/asks/:id/withdraw': {
    readonly params: { readonly id: string };
    readonly body: {
      /** why */
      readonly reason: string;
      /** the person who does this for the agent; without it, the agent itself */
      readonly by?: { readonly kind: 'person' | 'rule' | 'agent'; readonly name: string; readonly surface: string } | undefined;
    };
    readonly reply: AskView;
  };
  'POST /v1/asks/:id/delivery': {
    readonly params: { readonly id: string };
    readonly reply: AskView;
  };
  'POST /v1/asks/:id/overrule': {
    readonly params: { readonly id: string };
    readonly body: {
      /** what was wrong, and what to do instead */
      readonly message: string;
      /** also send it to the agent as a prompt, if it still runs and takes prompts */
      readonly prompt?: boolean | undefined;
      /** who does this: `{"kind": "person" or "rule" or "agent", "name", "surface"}`. The broker believes what it is told here. */
      readonly by?: { readonly kind: 'person' | 'rule' | 'agent'; readonly name: string; readonly surface: string } | undefined;
      /** a repeated request with the same key [changes nothing](#doing-things-twice) */
      readonly key?: string | undefined;
    };
    readonly reply: Overruled;
  };
  'POST /v1/asks/:id/receipt': {
    readonly params: { readonly id: string };
    readonly body: {
      readonly outcome: 'answers' | 'redirect' | 'decline';
      /** the `answers` of the result */
      readonly answers?: readonly ({
        readonly chosen: readonly string[];
        readonly words?: string | undefined;
        readonly note?: string | undefined;
        readonly skipped?: boolean | undefined;
      })[] | undefined;
      /** the `message` of the result */
      readonly message?: string | undefined;
    };
    readonly reply: Receipt;
  };
  'GET /v1/asks/:id/route': {
    readonly params: { readonly id: string };
    readonly reply: Explanation;
  };
  'GET /v1/asks/:id/brief': {
    readonly params: { readonly id: string };
    readonly query: {
      /** the answerer; without it, the first agent on the route of the ask */
      readonly by?: string | undefined;
    };
    readonly reply: WrittenBrief;
  };
  'POST /v1/route/explain': {
    readonly body: {
      readonly id?: string | undefined;
      readonly kind?: 'question' | 'permission' | 'plan' | 'idle' | undefined;
      readonly session?: string | { readonly id?: string | undefined; readonly program: string; readonly project: string; readonly [more: string]: unknown } | undefined;
      readonly toolUseId?: string | undefined;
      readonly program?: string | undefined;
      readonly project?: string | undefined;
      readonly questions: readonly ({
        readonly text?: string | undefined;
        readonly question?: string | undefined;
        readonly header?: string | null | undefined;
        readonly options?: 
          | readonly (
              | string
              | {
                  readonly label: string;
                  readonly description?: string | null | undefined;
                  readonly preview?: string | null | undefined;
                  readonly [more: string]: unknown;
                })[]
          | null | undefined;
        readonly multiSelect?: boolean | null | undefined;
        readonly [more: string]: unknown;
      })[];
      readonly detail?: 
        | { readonly kind: 'permission'; readonly tool: string; readonly input: unknown; readonly suggestions?: readonly unknown[] | undefined }
        | { readonly kind: 'plan'; readonly plan: string; readonly file?: string | undefined }
        | { readonly kind: 'file'; readonly name: string; readonly text: string }
        | { readonly kind: 'idle'; readonly lastMessage?: string | undefined } | undefined;
      readonly createdAt?: number | undefined;
      readonly decision?: 
        | {
            readonly kind: 'answers';
            readonly answers: readonly (
              | {
                  readonly kind: 'chosen';
                  readonly chosen: readonly number[];
                  readonly words?: string | undefined;
                  readonly note?: string | undefined;
                }
              | { readonly kind: 'words'; readonly words: string; readonly note?: string | undefined }
              | { readonly kind: 'skipped'; readonly note?: string | undefined })[];
            /** for an idle agent: the prompts after this one, in order, each for the next turn */
            readonly nextPrompts?: readonly string[] | undefined;
            readonly by: { readonly kind: 'person' | 'rule' | 'agent'; readonly name: string; readonly surface: string };
            readonly at?: number | undefined;
            readonly key?: string | undefined;
            readonly reason?: string | undefined;
          }
        | {
            readonly kind: 'redirect';
            /** what is wrong with the question */
            readonly message: string;
            readonly by: { readonly kind: 'person' | 'rule' | 'agent'; readonly name: string; readonly surface: string };
            readonly at?: number | undefined;
            readonly key?: string | undefined;
            readonly reason?: string | undefined;
          }
        | {
            readonly kind: 'decline';
            /** why, if you want to say */
            readonly message?: string | undefined;
            readonly by: { readonly kind: 'person' | 'rule' | 'agent'; readonly name: string; readonly surface: string };
            readonly at?: number | undefined;
            readonly key?: string | undefined;
            readonly reason?: string | undefined;
          } | undefined;
      readonly [more: string]: unknown;
    };
    readonly reply: Explanation;
  };
  'POST /v1/route/test': {
    readonly body: {
      /** asks that people decided; without them, the last 2,000 decisions of this journal */
      readonly asks?: readonly ({
        readonly id?: string | undefined;
        readonly kind?: 'question' | 'permission' | 'plan' | 'idle' | undefined;
        readonly session?: string | { readonly id?: string | undefined; readonly program: string; readonly project: string; readonly [more: string]: unknown } | undefined;
        readonly toolUseId?: string | undefined;
        readonly program?: string | undefined;
        readonly project?: string | undefined;
        readonly questions: readonly ({
          readonly text?: string | undefined;
          readonly question?: string | undefined;
          readonly header?: string | null | undefined;
          readonly options?: 
            | readonly (
                | string
                | {
                    readonly label: string;
                    readonly description?: string | null | undefined;
                    readonly preview?: string | null | undefined;
                    readonly [more: string]: unknown;
                  })[]
            | null | undefined;
          readonly multiSelect?: boolean | null | undefined;
          readonly [more: string]: unknown;
        })[];
        readonly detail?: 
          | { readonly kind: 'permission'; readonly tool: string; readonly input: unknown; readonly suggestions?: readonly unknown[] | undefined }
          | { readonly kind: 'plan'; readonly plan: string; readonly file?: string | undefined }
          | { readonly kind: 'file'; readonly name: string; readonly text: string }
          | { readonly kind: 'idle'; readonly lastMessage?: string | undefined } | undefined;
        readonly createdAt?: number | undefined;
        readonly decision?: 
          | {
              readonly kind: 'answers';
              readonly answers: readonly (
                | {
                    readonly kind: 'chosen';
                    readonly chosen: readonly number[];
                    readonly words?: string | undefined;
                    readonly note?: string | undefined;
                  }
                | { readonly kind: 'words'; readonly words: string; readonly note?: string | undefined }
                | { readonly kind: 'skipped'; readonly note?: string | undefined })[];
              /** for an idle agent: the prompts after this one, in order, each for the next turn */
              readonly nextPrompts?: readonly string[] | undefined;
              readonly by: { readonly kind: 'person' | 'rule' | 'agent'; readonly name: string; readonly surface: string };
              readonly at?: number | undefined;
              readonly key?: string | undefined;
              readonly reason?: string | undefined;
            }
          | {
              readonly kind: 'redirect';
              /** what is wrong with the question */
              readonly message: string;
              readonly by: { readonly kind: 'person' | 'rule' | 'agent'; readonly name: string; readonly surface: string };
              readonly at?: number | undefined;
              readonly key?: string | undefined;
              readonly reason?: string | undefined;
            }
          | {
              readonly kind: 'decline';
              /** why, if you want to say */
              readonly message?: string | undefined;
              readonly by: { readonly kind: 'person' | 'rule' | 'agent'; readonly name: string; readonly surface: string };
              readonly at?: number | undefined;
              readonly key?: string | undefined;
              readonly reason?: string | undefined;
            } | undefined;
        readonly [more: string]: unknown;
      })[] | undefined;
    };
    readonly reply: { readonly asks: readonly Replayed[] };
  };
  'GET /v1/route/check': {
    readonly reply: RouteCheck;
  };
  'GET /v1/answerers': {
    readonly reply: { readonly answerers: readonly AnswererCheck[] };
  };
  'GET /v1/pause': {
    readonly reply: {
      /** all that are in effect now */
      readonly pauses: readonly Pause[];
    };
  };
  'PUT /v1/pause': {
    readonly body: {
      /** `true` pauses, `false` resumes */
      readonly paused: boolean;
      /**
       * `{"kind": "all"}`, `{"kind": "project", "project": "/a/folder"}` (with all below it; a name without `/` is any folder of that name) or
       * `{"kind": "session", "session": "…"}`. Without it: everywhere, or when resuming, every pause.
       */
      readonly scope?: { readonly kind: 'all' } | { readonly kind: 'project'; readonly project: string } | { readonly kind: 'session'; readonly session: string } | undefined;
      /** the pause ends after this many milliseconds */
      readonly forMs?: number | undefined;
      /** who does this: `{"kind": "person" or "rule" or "agent", "name", "surface"}`. The broker believes what it is told here. */
      readonly by?: { readonly kind: 'person' | 'rule' | 'agent'; readonly name: string; readonly surface: string } | undefined;
    };
    readonly reply: {
      /** all that are in effect now */
      readonly pauses: readonly Pause[];
    };
  };
  'GET /v1/roster': {
    readonly reply: { readonly text: string };
  };
  'POST /v1/replies': {
    readonly body: {
      /** what it wrote */
      readonly text: string;
      /** who wrote it */
      readonly by: { readonly kind: 'person' | 'rule' | 'agent'; readonly name: string; readonly surface: string };
      /** the text is an answer to this ask: JSON as in a brief, or a tag */
      readonly ask?: string | undefined;
      /** the same key with the same text is the same reply */
      readonly key?: string | undefined;
    };
    readonly reply: { readonly replies: readonly TakenReply[] };
  };
  'GET /v1/notifiers': {
    readonly reply: { readonly notifiers: readonly Notifier[] };
  };
  'POST /v1/notifiers/test': {
    readonly body: {
      /** the notifier; without it, all of them */
      readonly name?: string | undefined;
    };
    readonly reply: { readonly results: readonly ({ readonly name: string; readonly ok: boolean; readonly message: string })[] };
  };
  'GET /v1/notifiers/people': {
    readonly reply: { readonly people: readonly ChatPerson[] };
  };
  'POST /v1/notifiers/:name/pair': {
    readonly params: { readonly name: string };
    readonly body: {
      /** the name of the person who will send it */
      readonly person: string;
      /** who does this: `{"kind": "person" or "rule" or "agent", "name", "surface"}`. The broker believes what it is told here. */
      readonly by?: { readonly kind: 'person' | 'rule' | 'agent'; readonly name: string; readonly surface: string } | undefined;
    };
    readonly reply: {
      readonly code: string;
      /** milliseconds since 1970 */
      readonly until: number;
      /** whom to send it to */
      readonly where: string;
      /** opening it sends the code */
      readonly link?: string | undefined;
    };
  };
  'GET /v1/notifiers/:name/pair/:code': {
    readonly params: { readonly name: string; readonly code: string };
    readonly query: {
      /** how long to wait for it, in milliseconds */
      readonly wait?: number | undefined;
    };
    readonly reply: {
      /** `over`: the code is too old, was replaced, or was guessed at too often */
      readonly state: 'waiting' | 'paired' | 'over';
      readonly person?: ChatPerson | undefined;
    };
  };
  'POST /v1/notifiers/:name/unpair': {
    readonly params: { readonly name: string };
    readonly body: {
      readonly person: string;
      /** who does this: `{"kind": "person" or "rule" or "agent", "name", "surface"}`. The broker believes what it is told here. */
      readonly by?: { readonly kind: 'person' | 'rule' | 'agent'; readonly name: string; readonly surface: string } | undefined;
    };
    readonly reply: {
      /** those who were removed */
      readonly people: readonly ChatPerson[];
    };
  };
  'GET /v1/mute': {
    readonly reply: {
      /** all that are in effect now */
      readonly mutes: readonly Pause[];
    };
  };
  'PUT /v1/mute': {
    readonly body: {
      /** `true` mutes, `false` ends it */
      readonly muted: boolean;
      /** as for [pauses](#put-v1pause) */
      readonly scope?: { readonly kind: 'all' } | { readonly kind: 'project'; readonly project: string } | { readonly kind: 'session'; readonly session: string } | undefined;
      /** it ends after this many milliseconds */
      readonly forMs?: number | undefined;
      /** who does this: `{"kind": "person" or "rule" or "agent", "name", "surface"}`. The broker believes what it is told here. */
      readonly by?: { readonly kind: 'person' | 'rule' | 'agent'; readonly name: string; readonly surface: string } | undefined;
    };
    readonly reply: {
      /** all that are in effect now */
      readonly mutes: readonly Pause[];
    };
  };
  'GET /v1/chat/:name/events': {
    readonly params: { readonly name: string };
    readonly query: {
      /** only what is newer; without it, everything that was not acknowledged yet */
      readonly after?: number | undefined;
      /** everything up to this number has been dealt with, and is not told again */
      readonly ack?: number | undefined;
      /** how long to wait for something new, in milliseconds */
      readonly wait?: number | undefined;
    };
    readonly reply: ChatPage;
  };
  'GET /v1/chat/:name/roster': {
    readonly params: { readonly name: string };
    readonly reply: {
      /** the asks that wait for this agent */
      readonly waiting: readonly ({ readonly id: string; readonly project: string })[];
      /** what waits for this agent, for the beginning of every message to it; empty if nothing does */
      readonly roster: string;
    };
  };
  'POST /v1/chat/:name/replies': {
    readonly params: { readonly name: string };
    readonly body: {
      /** what it wrote */
      readonly text: string;
      /** the text is an answer to this ask: JSON as in a brief, or a tag */
      readonly ask?: string | undefined;
      /** the same key with the same text is the same reply */
      readonly key: string;
    };
    readonly reply: ChatReply;
  };
  'GET /v1/sessions': {
    readonly query: {
      /** also those that have ended */
      readonly all?: boolean | undefined;
      /**
       * also look at each: `cannotPrompt` says why a session cannot be given a prompt right now, `prompting` what auto-answer gave it without a
       * person
       */
      readonly now?: boolean | undefined;
      /** how many, at most 500 */
      readonly limit?: number | undefined;
    };
    readonly reply: {
      readonly sessions: readonly ({
        readonly id: string;
        readonly program: string;
        readonly project: string;
        readonly machine?: string | undefined;
        readonly pane?: string | undefined;
        /** The name of the tmux session that its pane is in. */
        readonly name?: string | undefined;
        readonly terminal?: string | undefined;
        readonly pid?: number | undefined;
        readonly version?: string | undefined;
        /** The session that its process had before, under another id. */
        readonly continues?: string | undefined;
        /** milliseconds since 1970 */
        readonly startedAt: number;
        /** milliseconds since 1970 */
        readonly seenAt: number;
        readonly endedAt?: number | undefined;
        /** Its process ended without saying so: it crashed or was killed. */
        readonly died?: true | undefined;
        /** Messages to people about this: the latest of each notifier. */
        readonly notified?: readonly ({
          /** The name of the notifier. */
          readonly by: string;
          readonly about: 'ask' | 'undelivered' | 'mismatched' | 'died';
          readonly step: 'planned' | 'sent' | 'failed' | 'withdrawn';
          /** The message it was in: a digest is one message about many asks. */
          readonly message: string;
          /** What the medium calls the message, to withdraw it. */
          readonly reference?: string | undefined;
          readonly reason?: string | undefined;
          readonly attempts?: number | undefined;
          /** milliseconds since 1970 */
          readonly at: number;
        })[] | undefined;
        /** why no prompt can be sent to it */
        readonly cannotPrompt?: string | undefined;
        readonly prompting?: Prompting | undefined;
      })[];
    };
  };
  'PUT /v1/sessions/:id': {
    readonly params: { readonly id: string };
    readonly body: {
      /** which program it is */
      readonly program: string;
      /** the folder it works in */
      readonly project: string;
      /** the name of its machine */
      readonly machine?: string | undefined;
      /** the tmux pane it runs in */
      readonly pane?: string | undefined;
      /** the name of the tmux session that its pane is in */
      readonly name?: string | undefined;
      /** its terminal device */
      readonly terminal?: string | undefined;
      /** its process */
      readonly pid?: number | undefined;
      /** the version of the program */
      readonly version?: string | undefined;
      readonly [more: string]: unknown;
    };
    readonly reply: AgentSession;
  };
  'POST /v1/sessions/:id/end': {
    readonly params: { readonly id: string };
    readonly body: {
      /** why; its open asks are withdrawn with this reason */
      readonly reason?: string | undefined;
    };
    readonly reply: AgentSession;
  };
  'POST /v1/sessions/:id/interrupt': {
    readonly params: { readonly id: string };
    readonly body: {
      /** who does this: `{"kind": "person" or "rule" or "agent", "name", "surface"}`. The broker believes what it is told here. */
      readonly by?: { readonly kind: 'person' | 'rule' | 'agent'; readonly name: string; readonly surface: string } | undefined;
    };
    readonly reply: Interrupted;
  };
  'POST /v1/panes': {
    readonly body: {
      /** the path of the tmux server's socket */
      readonly tmux: string;
      /** the id of the pane, such as `%3` */
      readonly pane: string;
      /** the folder the agent works in */
      readonly project: string;
      /** which agent it is; may be left out as long as only one kind of agent can be watched */
      readonly program?: string | undefined;
    };
    readonly reply: WatchedPane;
  };
  'POST /v1/sessions/:id/prompts': {
    readonly params: { readonly id: string };
    readonly body: {
      /** what to type */
      readonly text: string;
      /** more prompts, in order, each for the turn after the one before */
      readonly nextPrompts?: readonly string[] | undefined;
      /** who does this: `{"kind": "person" or "rule" or "agent", "name", "surface"}`. The broker believes what it is told here. */
      readonly by?: { readonly kind: 'person' | 'rule' | 'agent'; readonly name: string; readonly surface: string } | undefined;
      /** a repeated request with the same key [changes nothing](#doing-things-twice) */
      readonly key?: string | undefined;
      /** why; kept in the log, and part of the result. An agent must give one */
      readonly reason?: string | undefined;
      /** an agent must say how risky its answer is; anything but `reversible` is left to people, unless the route allows it. People need not */
      readonly risk?: 'reversible' | 'irreversible' | 'unsure' | undefined;
    };
    readonly reply: Prompt;
  };
  'GET /v1/prompts': {
    readonly query: {
      /** also those that are sent, failed or cancelled */
      readonly all?: boolean | undefined;
      /** only those of this agent session */
      readonly session?: string | undefined;
    };
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
    readonly query: {
      /** only events after this number; the header `Last-Event-ID` takes precedence */
      readonly after?: number | undefined;
      /** only events of this ask */
      readonly ask?: string | undefined;
    };
    readonly reply: JournalEvent;
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
    readonly body: {
      /** as `answerback web` prints it */
      readonly code: string;
      /** what to call this device; by default its browser and system */
      readonly name?: string | undefined;
    };
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
    readonly body: {
      /** the address that its push service gave to the browser */
      readonly endpoint: string;
      /** what messages are encrypted with */
      readonly keys: { readonly p256dh: string; readonly auth: string };
    };
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
    readonly body: {
      /** a path where nothing is yet */
      readonly file: string;
    };
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
  'GET /v1/asks/:id/events': '{events:[@JournalEvent]}',
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
  'GET /v1/events': '@JournalEvent',
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
  'ErrorBody': '{error:{code:string,message:string,fix:string,problems?:[@Problem],ask?:@AskView,by?:@Answerer,ids?:[string]}}',
  'Problem': '{rule:string,where:string,value:*,message:string}',
  'AskView': '{id:string,kind:@AskKind,session:string,toolUseId:string,program:string,project:string,agent?:string,source:@Source,questions:[@Question],detail?:@Detail,prefilled?:[[any,@Answer,null]],createdAt:number,deadline?:number,state:@State,version:integer,updatedAt:number,decision?:@Decision,delivery?:@Delivery,receipt?:@Receipt,route?:@RouteView,overruled?:{by:@Answerer,message:string,key:string,at:number},told?:@DecisionNews,notified?:[{by:string,about:=ask|undelivered|mismatched|died,step:=planned|sent|failed|withdrawn,message:string,reference?:string,reason?:string,attempts?:integer,at:number}],ending?:string}',
  'AskKind': '=question|permission|plan|idle',
  'Source': '=hook|screen|plugin|tool|server',
  'Question': '{text:string,header?:string,options:[@Option],multiSelect:boolean}',
  'Option': '{label:string,description?:string,preview?:string}',
  'Detail': '[any,{kind:=permission,tool:string,input:*,suggestions?:[*]},{kind:=plan,plan:string,file?:string},{kind:=file,name:string,text:string},{kind:=idle,lastMessage?:string}]',
  'Answer': '[any,{kind:=chosen,chosen:[integer],words?:string,note?:string},{kind:=words,words:string,note?:string},{kind:=skipped,note?:string}]',
  'State': '=open|answered|declined|delivering|undelivered|delivered|verified|mismatched|unconfirmed|withdrawn|expired',
  'Decision': '[any,{kind:=answers,answers:[@Answer],nextPrompts?:[string],key:string,by:@Answerer,at:number,reason?:string},{kind:=redirect,message:string,key:string,by:@Answerer,at:number,reason?:string},{kind:=decline,message?:string,key:string,by:@Answerer,at:number,reason?:string}]',
  'Answerer': '{kind:=person|rule|agent,name:string,surface:string}',
  'Delivery': '{way:string,at:number,done:boolean,failures:[{way:string,at:number,reason:string}]}',
  'Receipt': '{verdict:=verified|mismatched|unconfirmed,evidence:string,at:number,differences:[@Difference],recorded?:*}',
  'Difference': '{question?:integer,what:string,intended:string,recorded:string}',
  'RouteView': '{name:string,step:integer,waitingFor?:@StepName,until?:number,warning?:string}',
  'StepName': '{kind:=rule|agent|people,name:string}',
  'DecisionNews': '{to:string,about?:=undelivered|overruled|decided|expired,outcome:=told|failed,reason?:string,attempts:integer}',
  'ToolResult': '{id:string,outcome:=answers|redirect|decline|expired|withdrawn,answers:[@AnswerSummary],message?:string,text:string,by?:@Answerer,reason?:string,at:number}',
  'AnswerSummary': '{question:string,header?:string,chosen:[string],words?:string,note?:string,numbers:[integer],skipped:boolean}',
  'StillOpen': '{id:string,outcome:=open}',
  'AskPage': '{asks:[@AskView],next?:integer,notices?:@Notices}',
  'Notices': '{damage:[string],configProblems:[string],pauses:[@Pause],mismatched:integer}',
  'Pause': '{mutes?:=true,scope:@PauseScope,by:@Answerer,at:number,until?:number}',
  'PauseScope': '[any,{kind:=all},{kind:=project,project:string},{kind:=session,session:string}]',
  'Statistics': '{asks:integer,perDay:[@Day],projects:{*:integer},categories:{*:integer},decidedBy:{*:integer},states:{*:integer},medianWaitMs:number|null,answerers:[@AnswererFigures],waitedForPeopleMs:number}',
  'Day': '{day:string,asks:integer,categories:{*:integer},waitedForPeopleMs:number}',
  'AnswererFigures': '{kind:=person|rule|agent,name:string,decided:integer,medianMs:number,p90Ms:number,verified:integer,mismatched:integer,unconfirmed:integer,undelivered:integer,overruled:integer}',
  'JournalEvent': '[any,{seq:integer,at:number,actor:string,ask:string,happening:@Happening},{seq:integer,at:number,actor:string,session:string,happening:@SessionHappening},{seq:integer,at:number,actor:string,happening:@InboxHappening}]',
  'Happening': '[any,{kind:=asked,ask:@Ask,raw?:*},{kind:=reread,questions:[@Question],detail?:@Detail,toolUseId?:string},{kind:=considered,route:string,step:integer,answerer:@StepName,outcome:=asked|sent-back|woken|passed|failed|timed-out|skipped|held|answered,reason?:string,proposed?:string,risk?:@Risk,review?:@ReviewRecord,confidence?:number,effort?:@Effort,durationMs?:number,until?:number,brief?:string,warning?:string},{kind:=settled,decision:@Decision},{kind:=delivering,way:string},{kind:=delivery-failed,way:string,reason:string},{kind:=delivered,way:string},{kind:=receipt,receipt:@Receipt},{kind:=overruled,by:@Answerer,message:string,key:string},{kind:=told,to:string,about?:=undelivered|overruled|decided|expired,outcome:=told|failed,reason?:string,attempts:integer},{kind:=notified,by:string,about:=ask|undelivered|mismatched|died,step:=planned|sent|failed|withdrawn,message:string,reference?:string,reason?:string,attempts?:integer},{kind:=withdrawn,reason:string},{kind:=expired}]',
  'Ask': '{id:string,kind:@AskKind,session:string,toolUseId:string,program:string,project:string,agent?:string,source:@Source,questions:[@Question],detail?:@Detail,prefilled?:[[any,@Answer,null]],createdAt:number,deadline?:number}',
  'Risk': '=reversible|irreversible|unsure',
  'ReviewRecord': '{by:string,outcome:=pass|hold|failed|timed-out,reason:string,brief?:string,effort?:@Effort}',
  'Effort': '{via:string,model?:string,inputTokens?:number,outputTokens?:number,said?:string,note?:string}',
  'SessionHappening': '[any,{kind:=session-seen,session:@AgentSession},{kind:=session-ended,reason:string,died?:=true},{kind:=notified,by:string,about:=ask|undelivered|mismatched|died,step:=planned|sent|failed|withdrawn,message:string,reference?:string,reason?:string,attempts?:integer},{kind:=prompt,prompt:@Prompt}]',
  'AgentSession': '{id:string,program:string,project:string,machine?:string,pane?:string,name?:string,terminal?:string,pid?:integer,version?:string,continues?:string,startedAt:number,seenAt:number,endedAt?:number,died?:=true,notified?:[{by:string,about:=ask|undelivered|mismatched|died,step:=planned|sent|failed|withdrawn,message:string,reference?:string,reason?:string,attempts?:integer,at:number}]}',
  'Prompt': '{id:string,session:string,text:string,by:@Answerer,queuedAt:number,state:=queued|sending|sent|failed|cancelled,ask?:string,answers?:string,reason?:string}',
  'InboxHappening': '{kind:=paused,pauses:[@Pause]}',
  'Precedent': '{question:integer,ask:string,outcome:=answers|redirect|decline,answer?:@AnswerSummary,message?:string,by:@Answerer,reason?:string,at:number,state:@State}',
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
  'ChatEvent': '{seq:integer,kind:=question|finished|over|news,ask:string,project:string,state:@State,text:string}',
  'ChatReply': '{replies:[@TakenReply],text:string,message:string,waiting:[{id:string,project:string}],roster:string}',
  'Prompting': '{prompts:integer,since?:number,waiting:integer,mostPrompts:integer,tokens?:integer,mostTimeMs?:number,mostTokens?:integer}',
  'Interrupted': '{session:@AgentSession,outcome:=interrupted|idle}',
  'WatchedPane': '{kind:=watched|known,session:@AgentSession,screen:string}',
  'Web': '{url:string,publicUrl?:string,lan?:{port:integer,urls:[string],fingerprint:string,problem?:string},devices:integer}',
  'WebCode': '{code:string,expiresAt:number}',
  'Device': '{id:string,name:string,door:=local|lan|public,madeAt:number,seenAt:number,browser:string,isThis:boolean}',
  'PushState': '{publicKey:string,endpoint?:string,notifiers:[string]}',
  'Health': '{ok:=true,version:string,build?:number,pid:integer}',
  'Status': '{version:string,pid:integer,node:string,startedAt:number,folder:string,socket:string,tokenFile:string,url:string,web?:@Web,portProblem?:string,channels:{*:{}},journal:{driver:string,place:string,bytes:number},events:integer,openAsks:integer,undelivered:integer,routes:integer,answerers:[string],walking:integer,damage:[string],configProblems:[string],pauses:[@Pause],mismatched:integer,listeners:integer,memoryBytes:number}',
};

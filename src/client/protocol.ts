// What goes over the wire besides asks and results: the types of docs/PROTOCOL.md.
import type { Happening } from '../question/lifecycle.ts';
import type { Problem } from '../question/problem.ts';
import type { AgentSession, Pause, Prompt, RouteView } from '../question/words.ts';

/** The body of every refusal: what is wrong and what to do. */
export type ErrorBody = {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly fix: string;
    readonly problems?: readonly Problem[];
    readonly [more: string]: unknown;
  };
};

export type Health = { readonly ok: true; readonly version: string; readonly build?: number; readonly pid: number };

export type Status = {
  readonly version: string;
  readonly pid: number;
  readonly node: string;
  readonly startedAt: number;
  readonly folder: string;
  readonly socket: string;
  readonly tokenFile: string;
  readonly url: string;
  readonly portProblem?: string;
  /** The settings of each kind of agent, by its program. */
  readonly channels: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly journal: { readonly driver: string; readonly place: string; readonly bytes: number };
  readonly events: number;
  readonly openAsks: number;
  /** Where machine answering is stopped. */
  readonly pauses: readonly Pause[];
  /** How many routes there are, who is appointed, and how many asks are on their way along a route now. */
  readonly routes: number;
  readonly answerers: readonly string[];
  readonly walking: number;
  /** Decisions of the last day that were not recorded as meant. */
  readonly mismatched: number;
  readonly configProblems: readonly string[];
  readonly listeners: number;
  readonly memoryBytes: number;
};

/** What pointing at a pane led to; `screen` says in a word what is on it. */
export type WatchedPane = { readonly kind: 'watched' | 'known'; readonly session: AgentSession; readonly screen: string };

/** One criterion of a route, held against an ask. */
export type Criterion = { readonly name: string; readonly wanted: string; readonly found: string; readonly holds: boolean };
export type Trial = {
  readonly route: string;
  readonly matched: boolean;
  readonly when: readonly Criterion[];
  readonly unless: readonly Criterion[];
};

/** Who decides an ask, in order, and why. */
export type Explanation = {
  readonly ask: string;
  readonly route?: string;
  readonly narrowedBy?: string;
  readonly stops: readonly { readonly kind: 'rule' | 'agent' | 'people'; readonly name: string; readonly withinMs?: number }[];
  readonly irreversible: boolean;
  readonly documents: readonly string[];
  readonly trials: readonly Trial[];
  readonly projectTrials: readonly Trial[];
  readonly ignored: readonly { readonly where: string; readonly why: string }[];
  readonly problem?: string;
  readonly pause?: Pause;
  readonly now?: RouteView;
};

/** A past ask, and what the routes of today would have made of it. */
export type Replayed = {
  readonly id: string;
  readonly project: string;
  readonly question: string;
  readonly route?: string;
  readonly passed: readonly string[];
  readonly would:
    | { readonly kind: 'rule'; readonly by: string; readonly answer: string; readonly reason: string; readonly agrees: boolean }
    | { readonly kind: 'agent'; readonly by: string }
    | { readonly kind: 'people' };
  readonly people: string;
};

export type RouteCheck = {
  readonly file: string;
  readonly problems: readonly { readonly file: string; readonly line?: number; readonly message: string; readonly text: string }[];
  readonly routes: readonly { readonly name: string; readonly stops: readonly string[] }[];
  readonly answerers: readonly string[];
  /** False where the file was broken from the start: then no reading of it holds, and people decide. */
  readonly inForce: boolean;
};

export type AnswererCheck = { readonly name: string; readonly kind: string; readonly ok: boolean; readonly message: string };

/** What became of one answer in a chat agent's text. */
export type TakenReply = {
  readonly ask?: string;
  readonly outcome: 'answered' | 'passed' | 'taken' | 'refused';
  readonly message: string;
};

type SessionHappening =
  | { readonly kind: 'session-seen'; readonly session: AgentSession }
  | { readonly kind: 'session-ended'; readonly reason: string }
  | { readonly kind: 'prompt'; readonly prompt: Prompt };

type InboxHappening = { readonly kind: 'paused'; readonly pauses: readonly Pause[] };

/** An event as it is streamed: something happened to an ask, to an agent session, or to the inbox as a whole. */
export type WireEvent = { readonly seq: number; readonly at: number; readonly actor: string } & (
  | { readonly ask: string; readonly happening: Happening }
  | { readonly session: string; readonly happening: SessionHappening }
  | { readonly happening: InboxHappening }
);

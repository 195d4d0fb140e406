// What goes over the wire besides asks and results: the types of docs/PROTOCOL.md.
import type { Happening } from '../question/lifecycle.ts';
import type { Problem } from '../question/problem.ts';
import type { AgentSession, Pause, Prompt } from '../question/words.ts';

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
  /** How Claude Code's questions are held (docs/agents/claude-code.md). */
  readonly mode: 'beside' | 'hold';
  readonly journal: { readonly driver: string; readonly place: string; readonly bytes: number };
  readonly events: number;
  readonly openAsks: number;
  readonly listeners: number;
  readonly memoryBytes: number;
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

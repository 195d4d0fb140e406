// The port to an answering agent: it gets a brief, and decides or reviews, passes or fails. One conformance suite holds every driver to what is said here.
import type { AskView } from '../question/lifecycle.ts';
import type { Risk, VerdictInput } from '../question/words.ts';

export type Briefing = {
  readonly ask: AskView;
  /** An answer of its own, or its opinion of somebody else's. */
  readonly wants: 'decision' | 'review';
  /** What the agent is told: everything that came from the asking agent is fenced in it as data. */
  readonly brief: string;
  /** The same for every attempt to get this decision from this agent: a driver that can, uses it to be idempotent. */
  readonly key: string;
};

/** What the agent says. Not yet compared with the ask: the caller validates it, and asks for its risk and reason. */
export type Reply = (VerdictInput & Grounds) | { readonly kind: 'pass'; readonly reason: string };

/** Why; how sure, from 0 to 1; and how risky. `several`: it said more than one thing about the risk. Absent where it said nothing. */
export type Grounds = {
  readonly reason?: string | undefined;
  readonly confidence?: number | undefined;
  readonly risk?: Risk | 'several' | undefined;
};

/** What a reviewer says about somebody else's answer. */
export type Review = { readonly kind: 'review'; readonly review: 'pass' | 'hold'; readonly reason: string };

/** What it took, for the record. `via` names the way: "command", "websocket", "responses", "hook", "model". */
export type Effort = {
  readonly via: string;
  readonly model?: string | undefined;
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
  /** What came back, cut to a few kilobytes, never with a secret in it. */
  readonly said?: string | undefined;
};

export type Outcome =
  | { readonly kind: 'replied'; readonly reply: Reply | Review; readonly effort: Effort }
  /** It was reached, and will answer by itself through `answerback answer`, or not at all. */
  | { readonly kind: 'woken'; readonly effort: Effort }
  /** `again`: another attempt may help (a connection refused, a server busy). `suspicious`: no other answerer should be asked, a person should look. */
  | {
      readonly kind: 'failed';
      readonly reason: string;
      readonly again: boolean;
      readonly suspicious?: boolean | undefined;
      readonly effort: Effort;
    };

/** Here too, `again` says whether another attempt may help. An answerer without a memory cannot be told anything. */
export type Told = { readonly kind: 'told' } | { readonly kind: 'failed'; readonly reason: string; readonly again: boolean };

/**
 * Neither call throws for what an agent, a network or a program may do wrong: that is an outcome. The caller keeps the time: when the
 * signal comes, the promise settles at once (`failed`) and whatever was started is stopped, with its children.
 */
export interface AnsweringAgent {
  readonly name: string;
  decide(briefing: Briefing, signal: AbortSignal): Promise<Outcome>;
  /** News that asks for no decision, such as an answer of its own that was not recorded as meant. `key` makes news told twice one piece of news. */
  tell(news: { readonly text: string; readonly key: string; readonly ask: AskView }, signal: AbortSignal): Promise<Told>;
  close(): Promise<void>;
}

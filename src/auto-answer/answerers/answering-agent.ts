// The port to an answering agent: it gets a brief, and decides or reviews, passes or fails. One conformance suite tests every driver against this contract.

import type { AskView } from '../../ask/schema/history.ts';
import type { VerdictInput } from '../../ask/schema/input.ts';
import type { Effort } from '../../ask/schema/route.ts';
import type { Grounds } from '../../inbox/grounds.ts';
import type { Conversation } from './conversation.ts';

export type Briefing = {
  readonly ask: AskView;
  /** An answer of its own, or a review of somebody else's. */
  readonly wants: 'decision' | 'review';
  /** It is not offered to pass, neither in the brief nor in a structure that it fills in. */
  readonly alwaysAnswers?: boolean | undefined;
  /** What the agent is told. Everything that came from the asking agent is fenced in it as data. */
  readonly brief: string;
  /** The same for every attempt to get this decision from this agent, so that a driver can be idempotent. */
  readonly key: string;
  /** For a message that corrects another one of its conversation: the key of that one, and what to send instead of `brief` if it was forgotten. */
  readonly corrects?: { readonly key: string; readonly whole: string } | undefined;
  /** Messages of one conversation come one at a time, and the agent remembers those before. Without one, each stands alone. */
  readonly conversation?: Conversation | undefined;
};

/** News that needs no decision, such as an answer of its own that was recorded differently. News with the same `key` is the same news. */
export type News = {
  readonly text: string;
  readonly key: string;
  readonly ask: AskView;
  readonly conversation?: Conversation | undefined;
};

/** What the agent says, not yet checked against the ask. The caller validates it and requires a risk and a reason. */
export type AgentReply = (VerdictInput & Grounds) | { readonly kind: 'pass'; readonly reason: string };

/** What a reviewer says about an answer. */
export type Review = { readonly kind: 'review'; readonly review: 'pass' | 'hold'; readonly reason: string };

export type Outcome =
  | { readonly kind: 'replied'; readonly reply: AgentReply | Review; readonly effort: Effort }
  /** It was notified, and answers later through `answerback answer`, or not at all. */
  | { readonly kind: 'woken'; readonly effort: Effort }
  /**
   * `again`: a retry may help (connection refused, server busy). `wrong`: it replied, but not with an answer that can be taken, and can be told so.
   * `suspicious`: a person should look, and no other answerer is asked.
   */
  | {
      readonly kind: 'failed';
      readonly reason: string;
      readonly again: boolean;
      readonly wrong?: boolean | undefined;
      readonly suspicious?: boolean | undefined;
      readonly effort: Effort;
    };

/** `again`: a retry may help. */
export type Told = { readonly kind: 'told' } | { readonly kind: 'failed'; readonly reason: string; readonly again: boolean };

/**
 * Neither call throws for what an agent, a network or a program may do wrong: that is an outcome. The caller keeps the time: when the
 * signal fires, the promise settles at once (`failed`) and everything that was started is stopped, including child processes.
 */
export interface AnsweringAgent {
  readonly name: string;
  decide(briefing: Briefing, signal: AbortSignal): Promise<Outcome>;
  tell(news: News, signal: AbortSignal): Promise<Told>;
  close(): Promise<void>;
}

// How an ask is decided, whoever does it. First answer wins (settle.ts); before that, everything that speaks against a decision is asked here, once.
//
//   people, chats, agents with a command ──▶ decisions.decide: reads the verdict, asks whose turn it is, and a reviewer ──┐
//   the run along a route, the prompt queue ──────────────────────────────────────────────────────────────────────────────┴─▶ decider.store
//
// `decider.store` refuses what the agent's channel knows to be undeliverable, and, right before it stores, what is not from a person while auto-answer is
// paused. So its callers check neither. `decider.cannotDeliver` is for those that want to know before they begin something slow, such as a review.

import { allows, isOpen, isPending } from '../ask/lifecycle.ts';
import type { Answerer, Decision, Overruling, Verdict } from '../ask/schema/decision.ts';
import type { AskView } from '../ask/schema/history.ts';
import type { VerdictInput } from '../ask/schema/input.ts';
import type { Problem } from '../ask/schema/problem.ts';
import { resolveVerdict } from '../ask/verdict.ts';
import type { Entry, Journal } from '../journal/journal.ts';
import type { Clock } from '../system/clock.ts';
import { type Amended, amend } from './amend.ts';
import type { Channels } from './channels.ts';
import type { Grounds } from './grounds.ts';
import type { Pauses } from './pauses.ts';
import { actorName, type Conditions, type Settled, settle } from './settle.ts';

/** Settled by this broker, or why not. A hub cannot settle: it would add `sent`, for a decision on its way to the broker that its agent runs on. */
export type Decided = Stored | { readonly kind: 'invalid'; readonly problems: readonly Problem[] };
/** `undeliverable`: nothing was stored. */
type Stored = Settled | { readonly kind: 'undeliverable'; readonly view: AskView; readonly reason: string };

export type Decider = ReturnType<typeof createDecider>;

export function createDecider({
  journal,
  channels,
  pauses,
}: {
  readonly journal: Journal;
  readonly channels: Pick<Channels, 'ofAsk'>;
  readonly pauses: Pick<Pauses, 'reason'>;
}) {
  /** Why this verdict cannot be delivered, as far as that is known before anything is sent; undefined if it may work. */
  const cannotDeliver = async (view: AskView, verdict: Verdict): Promise<string | undefined> =>
    channels.ofAsk(view)?.cannotDeliver?.(view, verdict);
  return {
    cannotDeliver,

    /** `conditions` are asked right before the decision is stored, so they must be quick. */
    async store(view: AskView, decision: Decision, { refuses, before }: Conditions = {}): Promise<Stored> {
      const problem = isPending(view) ? await cannotDeliver(view, decision) : undefined;
      const now = problem === undefined ? undefined : await journal.get(view.id);
      // It may have been decided in the meantime, perhaps by this very decision. Then `settle` reports that.
      if (problem !== undefined && now && isPending(now) && now.decision?.key !== decision.key)
        return { kind: 'undeliverable', view: now, reason: problem };
      return settle(journal, view.id, decision, {
        // The pause comes last and without an await, so that one that starts now is seen.
        refuses: async (now) => (await refuses?.(now)) ?? (decision.by.kind === 'person' ? undefined : pauses.reason(now)),
        before,
      });
    },
  };
}

/** Whose turn it is to decide an ask. All of it is `undefined` or empty for people, who always may. */
export type Turns = {
  /** Why this answerer may not decide this ask. Called right before the decision is stored, so it must be quick. */
  refuses(view: AskView, by: Answerer, answer?: { readonly verdict: Verdict; readonly grounds: Grounds }): Promise<string | undefined>;
  /** Why this answer is not accepted: its risk or reason, the guard, or a reviewer. */
  considers(view: AskView, by: Answerer, verdict: Verdict, grounds: Grounds): Promise<string | undefined>;
  /** The answerer leaves the ask to the next one. Why that is not accepted. */
  passes(view: AskView, by: Answerer, reason: string): Promise<string | undefined>;
  /** What is stored with its decision. */
  recordOf(view: AskView, by: Answerer, verdict: Verdict, grounds: Grounds): readonly Entry[];
};

/** Who decides. A decision repeated with the same `key` is the same decision. */
type Signature = {
  readonly by: Answerer;
  readonly key: string;
  readonly reason?: string | undefined;
  /** Required from agents, optional for people. */
  readonly risk?: Grounds['risk'];
  readonly category?: Grounds['category'];
};

/** The next prompt, and those after it. */
type NextPrompts = { readonly words: string; readonly nextPrompts?: readonly string[] | undefined };

type DecisionsParts = {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly decider: Decider;
  /** Set where auto-answer is in use: checks whether a rule or agent may decide, and what is recorded with its decision. */
  readonly turns?: Turns | undefined;
};

export type Decisions = ReturnType<typeof createDecisions>;
export type Decide = Decisions['decide'];

export function createDecisions({ journal, clock, decider, turns }: DecisionsParts) {
  return {
    decide,

    /** An agent leaves an ask to the next step of its route. Why that is not accepted; undefined if it is. */
    pass: async (view: AskView, by: Answerer, reason: string): Promise<string | undefined> => turns?.passes(view, by, reason),

    /** An agent prompts an idle session by answering its idle ask, under the same checks as any answer. Unknown if there is no open idle ask. */
    async answerIdle(session: string, { words, nextPrompts }: NextPrompts, signature: Signature): Promise<Decided> {
      const { items } = await journal.list({ session, kinds: ['idle'] }, { limit: 5 });
      const idle = items.find((view) => isOpen(view) || view.decision?.key === signature.key);
      return idle ? decide(idle, { kind: 'answers', answers: [{ words }], nextPrompts }, signature) : { kind: 'unknown' };
    },

    /** A person says that a decision was wrong. Unchanged if there is none, or if it did not arrive: then it can be replaced. */
    async overrule(id: string, overruling: Overruling): Promise<Amended> {
      return amend(journal, id, (current) =>
        allows(current.state, 'overruled') && current.overruled?.key !== overruling.key
          ? [{ at: clock.now(), actor: actorName(overruling.by), happening: { kind: 'overruled', ...overruling } }]
          : [],
      );
    },
  };

  /** A verdict that does not fit the ask is `invalid`, with every reason. */
  async function decide(view: AskView, input: VerdictInput, { by, key, reason, risk, category }: Signature): Promise<Decided> {
    const resolved = resolveVerdict(input, view);
    if (resolved.kind === 'invalid') return resolved;
    const verdict = resolved.value;
    const decision = { ...verdict, key, by, at: clock.now(), ...(reason === undefined ? {} : { reason }) };
    const grounds = { reason, risk, category };
    const refused = isOpen(view) ? await turns?.considers(view, by, verdict, grounds) : undefined;
    if (refused !== undefined) {
      const now = await journal.get(view.id);
      // It may have been decided in the meantime, perhaps by this very answer. Then `settle` reports that.
      if (now && isOpen(now)) return { kind: 'refused', view: now, reason: refused };
    }
    return decider.store(view, decision, {
      refuses: (now) => turns?.refuses(now, by, { verdict, grounds }),
      before: (now) => turns?.recordOf(now, by, verdict, grounds) ?? [],
    });
  }
}

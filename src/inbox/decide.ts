// What people and answerers do with asks: decide, withdraw, look up. channels.ts and deliveries.ts handle how asks come in and decisions go out.

import { allows, isOpen, isPending, PENDING } from '../ask/lifecycle.ts';
import { commandName } from '../ask/phase.ts';
import { precedents, probe } from '../ask/precedent.ts';
import type { Answerer, Overruling, Verdict } from '../ask/schema/decision.ts';
import type { AskView } from '../ask/schema/history.ts';
import type { SessionInput, VerdictInput } from '../ask/schema/input.ts';
import type { Problem } from '../ask/schema/problem.ts';
import type { Precedent } from '../ask/schema/result.ts';
import type { AgentSession } from '../ask/schema/session.ts';
import { resolveVerdict } from '../ask/verdict.ts';
import type { Entry, Journal } from '../journal/journal.ts';
import type { Clock } from '../system/clock.ts';
import type { Pane } from './agent.ts';
import { type Amended, amend } from './amend.ts';
import type { Grounds } from './grounds.ts';
import { actorName, type Settled, settle } from './settle.ts';

export type Parts = {
  readonly journal: Journal;
  readonly clock: Clock;
  /** Why this verdict cannot be delivered, as far as that is known before anything is sent. */
  readonly cannotDeliver?: ((view: AskView, verdict: Verdict) => Promise<string | undefined>) | undefined;
  /** Set where auto-answer is in use: checks whether a rule or agent may decide, and what is recorded with its decision. */
  readonly autoAnswer?: Turns | undefined;
  /** The name of the tmux session that a pane is in now; undefined if there is no such pane. */
  readonly paneName?: ((session: Pane) => Promise<string | undefined>) | undefined;
  readonly onError?: ((error: unknown) => void) | undefined;
};

/** Whose turn it is to decide an ask. All of it is `undefined` or empty for people, who always may. */
type Turns = {
  /** Why this answerer may not decide this ask. Called right before the decision is stored, so it must be quick. */
  refuses(view: AskView, by: Answerer): Promise<string | undefined>;
  /** Why this answer is not accepted: its risk or reason, the guard, or a reviewer. */
  considers(view: AskView, by: Answerer, verdict: Verdict, grounds: Grounds): Promise<string | undefined>;
  /** The answerer leaves the ask to the next one. Why that is not accepted. */
  passes(view: AskView, by: Answerer, reason: string): Promise<string | undefined>;
  /** What is stored with its decision. */
  recordOf(view: AskView, by: Answerer, verdict: Verdict, grounds: Grounds): readonly Entry[];
};

/** Who decides. A decision repeated with the same `key` is the same decision. */
export type Signature = {
  readonly by: Answerer;
  readonly key: string;
  readonly reason?: string | undefined;
  /** Required from agents, optional for people. */
  readonly risk?: Grounds['risk'];
  readonly category?: Grounds['category'];
};

/** The next prompt, and those after it. */
type NextPrompts = { readonly words: string; readonly nextPrompts?: readonly string[] | undefined };

export type Invalid = { readonly kind: 'invalid'; readonly problems: readonly Problem[] };
/** Nothing was recorded. */
type Undeliverable = { readonly kind: 'undeliverable'; readonly view: AskView; readonly reason: string };
export type Decided = Settled | Invalid | Undeliverable;
export type Found =
  | { readonly kind: 'found'; readonly view: AskView }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'ambiguous'; readonly ids: readonly string[] };

export type Broker = ReturnType<typeof createBroker>;

/** How many asks with the same words are searched for precedents. */
const CANDIDATES = 50;

export function createBroker({ journal, clock, autoAnswer, cannotDeliver, paneName, onError }: Parts) {
  return {
    // ── sessions ───────────────────────────────────────────────────────────────────────────────────────────────────

    async see(session: SessionInput): Promise<AgentSession> {
      const seen = await store(session);
      // Does not wait for tmux: an agent may be waiting for us.
      if (paneName && seen.pane !== undefined) rename(seen, paneName).catch(onError);
      return seen;
    },

    /** Also withdraws the session's open asks: nobody is left to receive an answer. */
    async endSession(id: string, reason: string, died?: 'died'): Promise<AgentSession | undefined> {
      const session = await journal.endSession(id, clock.now(), reason, 'agent', died && true);
      for (;;) {
        const { items } = await journal.list({ session: id, states: PENDING }, { limit: 100 });
        if (items.length === 0) return session;
        for (const view of items) await this.withdraw(view.id, reason, 'agent');
      }
    },

    // ── decide ─────────────────────────────────────────────────────────────────────────────────────────────────────

    /** A verdict that does not fit the ask is `invalid`, with every reason. */
    async decide(view: AskView, input: VerdictInput, { by, key, reason, risk, category }: Signature): Promise<Decided> {
      const resolved = resolveVerdict(input, view);
      if (resolved.kind === 'invalid') return resolved;
      const verdict = resolved.value;
      const decision = { ...verdict, key, by, at: clock.now(), ...(reason === undefined ? {} : { reason }) };
      const grounds = { reason, risk, category };
      const refused = isOpen(view) ? await autoAnswer?.considers(view, by, verdict, grounds) : undefined;
      if (refused !== undefined) {
        const now = await journal.get(view.id);
        // It may have been decided in the meantime, perhaps by this very answer. Then `settle` reports that.
        if (now && isOpen(now)) return { kind: 'refused', view: now, reason: refused };
      }
      const problem = isPending(view) ? await cannotDeliver?.(view, verdict) : undefined;
      if (problem !== undefined && view.decision?.key !== key) return { kind: 'undeliverable', view, reason: problem };
      return settle(journal, view.id, decision, {
        refuses: (now) => autoAnswer?.refuses(now, by),
        before: (now) => autoAnswer?.recordOf(now, by, verdict, grounds) ?? [],
      });
    },

    /** An agent leaves an ask to the next step of its route. Why that is not accepted; undefined if it is. */
    pass: async (view: AskView, by: Answerer, reason: string): Promise<string | undefined> => autoAnswer?.passes(view, by, reason),

    /** An agent prompts an idle session by answering its idle ask, under the same checks as any answer. Unknown if there is no open idle ask. */
    async answerIdle(session: string, { words, nextPrompts }: NextPrompts, signature: Signature): Promise<Decided> {
      const { items } = await journal.list({ session, kinds: ['idle'] }, { limit: 5 });
      const idle = items.find((view) => isOpen(view) || view.decision?.key === signature.key);
      return idle ? this.decide(idle, { kind: 'answers', answers: [{ words }], nextPrompts }, signature) : { kind: 'unknown' };
    },

    /** A person says that a decision was wrong. Unchanged if there is none, or if it did not arrive: then it can be replaced. */
    async overrule(id: string, overruling: Overruling): Promise<Amended> {
      return amend(journal, id, (current) =>
        allows(current.state, 'overruled') && current.overruled?.key !== overruling.key
          ? [{ at: clock.now(), actor: actorName(overruling.by), happening: { kind: 'overruled', ...overruling } }]
          : [],
      );
    },

    /** The agent is gone or has moved on. */
    async withdraw(id: string, reason: string, actor: string, may = (now: AskView) => allows(now.state, 'withdrawn')): Promise<Amended> {
      return amend(journal, id, (current) => (may(current) ? [{ at: clock.now(), actor, happening: { kind: 'withdrawn', reason } }] : []));
    },

    // ── look ───────────────────────────────────────────────────────────────────────────────────────────────────────

    /** How the same questions were decided before in this project, latest decision first. */
    async precedents(view: AskView, limit: number): Promise<readonly Precedent[]> {
      const { project, kind } = view;
      const pages = await Promise.all(
        view.questions.map((question) => journal.decided({ project, kinds: [kind], text: probe(question) }, { limit: CANDIDATES })),
      );
      const earlier = new Map(pages.flatMap(({ items }) => items.map((item) => [item.id, item] as const)));
      const latest = [...earlier.values()].sort((a, b) => (b.decision?.at ?? 0) - (a.decision?.at ?? 0));
      return precedents(view, latest).slice(0, limit);
    },

    /** By id or unique prefix, as in git. */
    async find(prefix: string): Promise<Found> {
      const exact = await journal.get(prefix);
      if (exact) return { kind: 'found', view: exact };
      const ids = prefix === '' ? [] : await journal.startingWith(prefix.toLowerCase(), 6);
      const [only, ...others] = ids;
      if (only === undefined) return { kind: 'unknown' };
      if (others.length > 0) return { kind: 'ambiguous', ids };
      const view = await journal.get(only);
      return view ? { kind: 'found', view } : { kind: 'unknown' };
    },
  };

  function store(session: SessionInput): Promise<AgentSession> {
    const now = clock.now();
    const { lastPrompt } = session as { lastPrompt?: unknown };
    // Kept separately: a later "yes" says nothing about the work, but the command before does.
    const command = typeof lastPrompt === 'string' && commandName(lastPrompt) !== undefined ? { lastCommand: lastPrompt } : {};
    return journal.see({ ...session, ...command, startedAt: now, seenAt: now } as AgentSession, `agent:${session.program}`);
  }

  async function rename(seen: AgentSession, nameOf: NonNullable<Parts['paneName']>): Promise<void> {
    const name = await nameOf(seen);
    const now = await journal.session(seen.id);
    if (name !== undefined && now && now.endedAt === undefined && now.name !== name)
      await store({ id: now.id, program: now.program, project: now.project, name });
  }
}

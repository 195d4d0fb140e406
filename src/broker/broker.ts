// The pipeline, top to bottom: an ask is captured, journaled, decided, delivered and verified.
import { type Captured, fromToolCall } from '../channels/tool-call/capture.ts';
import { toolResult } from '../channels/tool-call/deliver.ts';
import { receiptFromToolResult } from '../channels/tool-call/verify.ts';
import { type Amended, amend } from '../decide/amend.ts';
import type { Clock } from '../decide/clock.ts';
import type { Journal } from '../decide/journal.ts';
import { type Settled, settle } from '../decide/settle.ts';
import type { Waiting } from '../decide/waiting.ts';
import type { Resolved } from '../question/answer.ts';
import { type AskView, allows, isOpen } from '../question/lifecycle.ts';
import { type Precedent, precedents, probe } from '../question/precedent.ts';
import type { Problem } from '../question/problem.ts';
import type { SessionInput, ToolEcho } from '../question/schema.ts';
import type { ToolResult } from '../question/summary.ts';
import { resolveVerdict } from '../question/verdict.ts';
import type { AgentSession, Answerer, VerdictInput } from '../question/words.ts';
import type { Machines } from './machines.ts';

export type Parts = {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly waiting: Waiting;
  readonly newId: () => string;
  /** Where machines may be appointed: whether one that is no person may decide, and what is recorded with its decision. */
  readonly machines?: Pick<Machines, 'refuses' | 'recordOf'> | undefined;
};

/** Who decides, and the key that makes a retried decision the same decision. */
export type Signature = { readonly by: Answerer; readonly key: string; readonly reason?: string | undefined };

export type Invalid = { readonly kind: 'invalid'; readonly problems: readonly Problem[] };
export type Asked = { readonly kind: 'opened' | 'known'; readonly view: AskView } | Invalid;
export type Decided = Settled | Invalid;
export type Redelivered = { readonly kind: 'started'; readonly view: AskView } | { readonly kind: 'refused'; readonly reason: string };
export type Found =
  | { readonly kind: 'found'; readonly view: AskView }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'ambiguous'; readonly ids: readonly string[] };

export type Broker = ReturnType<typeof createBroker>;

/** Of the asks with the same words, as many are read; an older precedent than all of these would not be missed. */
const CANDIDATES = 50;

export function createBroker({ journal, clock, waiting, newId, machines }: Parts) {
  return {
    // ── capture ────────────────────────────────────────────────────────────────────────────────────────────────────

    async ask(body: unknown): Promise<Asked> {
      const captured: Resolved<Captured> = fromToolCall(body, newId(), clock.now());
      if (captured.kind === 'invalid') return captured;
      const { session, ask, raw } = captured.value;
      await this.see(session);
      return journal.open(ask, raw, `agent:${session.program}`);
    },

    async see(session: SessionInput): Promise<AgentSession> {
      const now = clock.now();
      return journal.see({ ...session, startedAt: now, seenAt: now } as AgentSession, `agent:${session.program}`);
    },

    /** A session that ends takes its open asks with it: nobody is there to hear an answer. */
    async endSession(id: string, reason: string): Promise<AgentSession | undefined> {
      const session = await journal.endSession(id, clock.now(), reason, 'agent');
      for (;;) {
        const { items } = await journal.list({ session: id, states: ['open'] }, { limit: 100 });
        if (items.length === 0) return session;
        for (const view of items) await this.withdraw(view.id, reason, 'agent');
      }
    },

    // ── decide ─────────────────────────────────────────────────────────────────────────────────────────────────────

    /** A verdict that does not fit the ask is `invalid`, with every reason. */
    async decide(view: AskView, input: VerdictInput, { by, key, reason }: Signature): Promise<Decided> {
      const resolved = resolveVerdict(input, view);
      if (resolved.kind === 'invalid') return resolved;
      const verdict = resolved.value;
      const decision = { ...verdict, key, by, at: clock.now(), ...(reason === undefined ? {} : { reason }) };
      return settle(journal, view.id, decision, {
        refuses: (now) => machines?.refuses(now, by, verdict),
        before: (now) => machines?.recordOf(now, by, reason) ?? [],
      });
    },

    /** What a machine tells a session next is its answer to the session's asking, with all that holds for answers. Unknown where nothing asks. */
    async answerIdle(session: string, words: string, signature: Signature): Promise<Decided> {
      const { items } = await journal.list({ session, kinds: ['idle'] }, { limit: 5 });
      const idle = items.find((view) => isOpen(view) || view.decision?.key === signature.key);
      return idle ? this.decide(idle, { kind: 'answers', answers: [{ words }] }, signature) : { kind: 'unknown' };
    },

    async withdraw(id: string, reason: string, actor: string): Promise<Amended> {
      return amend(journal, id, (current) =>
        allows(current.state, 'withdrawn') ? [{ at: clock.now(), actor, happening: { kind: 'withdrawn', reason } }] : [],
      );
    },

    // ── deliver and verify ─────────────────────────────────────────────────────────────────────────────────────────

    /** The result, as soon as there is one; undefined when `waitMs` passed or `signal` came first. */
    async result(id: string, waitMs: number, signal?: AbortSignal): Promise<ToolResult | undefined> {
      const waiter = waiting.until(id, waitMs, signal);
      const view = await journal.get(id);
      if (!view || !isOpen(view) || waitMs <= 0) {
        waiter.cancel();
        return view && toolResult(view);
      }
      await waiter.over;
      const after = await journal.get(id);
      return after && toolResult(after);
    },

    /** Tries a delivery that failed once more. The view is how the ask stands when the attempt has begun. */
    async deliverAgain(view: AskView): Promise<Redelivered> {
      const failed = view.delivery && !view.delivery.done && view.delivery.failures.length > 0;
      if (!failed || !allows(view.state, 'delivering'))
        return { kind: 'refused', reason: `ask ${view.id} is ${view.state}: it has no failed delivery` };
      return { kind: 'refused', reason: `ask ${view.id} was asked by ${view.program}, which cannot be reached a second time` };
    },

    /** The caller says what it received. Said twice, it is one receipt. */
    async received(id: string, echo: ToolEcho): Promise<Amended> {
      return amend(journal, id, (current) => {
        const at = clock.now();
        const receipt = allows(current.state, 'delivered') ? receiptFromToolResult(current, echo, at) : undefined;
        if (!receipt) return [];
        const actor = `agent:${current.program}`;
        return [
          { at, actor, happening: { kind: 'delivered', way: 'tool-result' } },
          { at, actor, happening: { kind: 'receipt', receipt } },
        ];
      });
    },

    // ── look ───────────────────────────────────────────────────────────────────────────────────────────────────────

    /** How the same questions were decided before in this project, the latest decision first. */
    async precedents(view: AskView, limit: number): Promise<readonly Precedent[]> {
      const { project, kind } = view;
      const pages = await Promise.all(
        view.questions.map((question) => journal.decided({ project, kinds: [kind], text: probe(question) }, { limit: CANDIDATES })),
      );
      const earlier = new Map(pages.flatMap(({ items }) => items.map((item) => [item.id, item] as const)));
      const latest = [...earlier.values()].sort((a, b) => (b.decision?.at ?? 0) - (a.decision?.at ?? 0));
      return precedents(view, latest).slice(0, limit);
    },

    /** By id, or by the beginning of one as in git. */
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
}

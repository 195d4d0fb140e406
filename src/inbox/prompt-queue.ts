// The further prompts of an answer to an idle ask: each answers the next idle ask of the session, in order. A person who prompts the session cancels
// the rest, and so does whatever else changes the situation.
//
// Invariant: before an ask is decided with such a prompt, the prompt is `sending` on disk and names the ask; the key of the decision is made of its
// id. So it is sent at most once, whenever the broker stops.
import { createHash } from 'node:crypto';
import { nextPrompt } from '../ask/next-prompt.ts';
import type { Decision } from '../ask/schema/decision.ts';
import type { AskView, State, StreamedEvent } from '../ask/schema/history.ts';
import type { Prompt } from '../ask/schema/session.ts';
import type { Entry, Journal } from '../journal/journal.ts';
import type { Clock } from '../system/clock.ts';
import { normalised } from '../text/visible.ts';
import type { Decider } from './decide.ts';
import { sessionChain } from './session-chain.ts';
import { actorName } from './settle.ts';

type PromptQueueParts = {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly decider: Pick<Decider, 'store'>;
  readonly onError: (error: unknown) => void;
};

export type PromptQueue = ReturnType<typeof createPromptQueue>;

const MOST_RESUMED = 500;
/** What a decision brings is queued right after it, so only the last ones before the broker ended can be missing. */
const MOST_DECIDED = 20;
const ACTOR = 'broker';

/** Those of an answer wait here; the others are typed as soon as their agent is idle. */
export const isOfAnswer = ({ ask }: Pick<Prompt, 'ask'>): boolean => ask !== undefined;

export function createPromptQueue({ journal, clock, decider, onError }: PromptQueueParts) {
  const unsubscribe = journal.onCommit((event) => void follow(event).catch(onError));

  return {
    /** In order. */
    waiting,
    cancel: cancelRest,

    /** Why nothing more may be given: the prompt before did not arrive, as far as we know. It may have begun another session instead. */
    async gap({ id, session }: AskView): Promise<string | undefined> {
      const before = await newestIdle(session, (view) => view.id !== id && view.decision !== undefined);
      return before && NOT_ARRIVED.includes(before.state) ? 'the prompt before it did not reach the agent' : undefined;
    },

    /**
     * Decides the ask with this prompt, and stores `before` with the decision. If it is not given now, it waits again; if it never can be, it is cancelled
     * with all that wait behind it. False: the ask is for somebody else to decide.
     */
    async give(prompt: Prompt, view: AskView, before: readonly Entry[]): Promise<boolean> {
      const given = { ...prompt, answers: view.id };
      if (!(await move(given, 'sending', 'queued'))) return true;
      const reason = (await journal.get(prompt.ask ?? ''))?.decision?.reason;
      const decision: Decision = {
        kind: 'answers',
        answers: [{ kind: 'words', words: prompt.text }],
        key: keyOf(prompt),
        by: prompt.by,
        at: clock.now(),
        ...(reason === undefined ? {} : { reason }),
      };
      const stored = await decider.store(view, decision, { before: () => before });
      await move(given, stored.kind === 'won' ? 'sent' : 'queued', 'sending');
      if (stored.kind === 'taken') await cancelRest(view.session, stored.view.ending ?? 'somebody else gave it its next prompt');
      if (stored.kind === 'undeliverable') await cancelRest(view.session, stored.reason);
      return stored.kind !== 'undeliverable';
    },

    /** The agent was given this prompt. If it is not the one that was sent to it, a person typed it. One from before that does not matter any more. */
    async prompted(session: string, text: string, at = clock.now()): Promise<void> {
      const last = await lastGiven(session);
      if (at >= (last?.at ?? 0) && normalised(last?.text ?? '') !== normalised(text))
        await cancelRest(session, 'a person gave it another prompt');
    },

    async interrupted(session: string, at: number): Promise<void> {
      if (at >= ((await lastGiven(session))?.at ?? 0)) await cancelRest(session, 'it was interrupted at its keyboard');
    },

    /** The agent continues under another session id: because of a slash command that was sent to it, or because of a person. */
    async followed(from: string): Promise<void> {
      if (!(await lastGiven(from))?.text.startsWith('/')) await cancelRest(from, 'a person began another session');
    },

    /** After a start: queues what an answer brought but was not queued, and finds out whether what was being sent was sent. */
    async resume(): Promise<void> {
      // Not only the idle ones: to find as many of them could mean to look at every ask there is.
      const { items } = await journal.decided({}, { limit: MOST_DECIDED });
      for (const view of items) {
        const hasMore = view.kind === 'idle' && view.decision?.kind === 'answers' && view.decision.nextPrompts !== undefined;
        if (hasMore && !OVER.includes(view.state) && (await newestIdle(view.session))?.id === view.id) await queueRest(view);
      }
      for (const prompt of (await journal.prompts({ states: ['sending'], limit: MOST_RESUMED })).filter(isOfAnswer)) {
        const ask = prompt.answers === undefined ? undefined : await journal.get(prompt.answers);
        await move(prompt, ask?.decision?.key === keyOf(prompt) ? 'sent' : 'queued', 'sending');
      }
    },

    stop: unsubscribe,
  };

  async function follow(event: StreamedEvent): Promise<void> {
    const { happening } = event;
    if ('session' in event) {
      if (happening.kind === 'session-ended') await cancelRest(event.session, 'the session ended');
      if (happening.kind === 'prompt' && isNewByPerson(happening.prompt))
        await cancelRest(event.session, `${happening.prompt.by.name} gave it another prompt`);
      return;
    }
    if (!('ask' in event) || (happening.kind !== 'settled' && happening.kind !== 'receipt')) return;
    const { view } = event;
    if (view.kind !== 'idle') return;
    if (happening.kind === 'settled') {
      const { by, key } = happening.decision;
      if (by.kind === 'person' && !key.startsWith(KEY)) await cancelRest(view.session, `${by.name} gave it its next prompt`);
      await queueRest(view);
    } else if (happening.receipt.verdict === 'mismatched') await cancelRest(view.session, 'a person gave it another prompt');
    else if (happening.receipt.verdict === 'unconfirmed' && (await newestIdle(view.session))?.id === view.id)
      await cancelRest(view.session, 'the prompt before it began no turn');
  }

  async function queueRest({ id, session, decision }: AskView): Promise<void> {
    if (decision?.kind !== 'answers' || !decision.nextPrompts) return;
    for (const [index, text] of decision.nextPrompts.entries()) {
      const prompt: Prompt = {
        id: promptId(`${id}:${index}`),
        session,
        text,
        by: decision.by,
        queuedAt: decision.at,
        state: 'queued',
        ask: id,
      };
      if (!(await journal.prompt(prompt.id))) await journal.movePrompt(prompt, undefined, clock.now(), actorName(decision.by));
    }
  }

  async function cancelRest(session: string, reason: string): Promise<void> {
    for (const prompt of await waiting(session)) await move({ ...prompt, reason }, 'cancelled', 'queued');
  }

  async function waiting(session: string): Promise<readonly Prompt[]> {
    return (await journal.prompts({ session, states: ['queued'], limit: MOST_RESUMED })).filter(isOfAnswer);
  }

  async function newestIdle(session: string, fits: (view: AskView) => boolean = () => true): Promise<AskView | undefined> {
    return (await journal.list({ session, kinds: ['idle'] }, { limit: 20 })).items.find(fits);
  }

  /** What the agent was last given as the answer to an idle ask, and when; perhaps under the session id that it had before. */
  async function lastGiven(session: string): Promise<{ readonly text: string; readonly at: number } | undefined> {
    for (const id of await sessionChain(journal, session)) {
      const decision = (await newestIdle(id, (view) => view.decision !== undefined))?.decision;
      if (decision) return { text: nextPrompt(decision), at: decision.at };
    }
    return undefined;
  }

  function move(prompt: Prompt, state: Prompt['state'], from: Prompt['state']): Promise<boolean> {
    return journal.movePrompt({ ...prompt, state }, from, clock.now(), state === 'cancelled' ? ACTOR : actorName(prompt.by));
  }
}

const KEY = 'prompt:';
const keyOf = ({ id }: Prompt): string => `${KEY}${id}`;
const NOT_ARRIVED: readonly State[] = ['undelivered', 'withdrawn'];
const OVER: readonly State[] = ['open', 'mismatched', 'withdrawn', 'expired'];

const isNewByPerson = (prompt: Prompt): boolean => prompt.by.kind === 'person' && prompt.state === 'queued' && !isOfAnswer(prompt);

/** The same for the same origin, also after a restart. Those of one command or answer differ in their first characters, which is what people see and type. */
export const promptId = (origin: string): string => createHash('sha256').update(origin).digest('hex').slice(0, 12);

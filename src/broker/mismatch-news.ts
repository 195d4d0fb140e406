// Tells the agent that decided when the asking agent recorded something else. Verified answers are not reported.
import { note } from '../decide/amend.ts';
import type { AnsweringAgent, Told } from '../decide/answering-agent.ts';
import type { Clock } from '../decide/clock.ts';
import type { Journal } from '../decide/journal.ts';
import { mismatchNews } from '../decide/news.ts';
import type { AskView } from '../question/lifecycle.ts';
import { counted, repeated } from './consult.ts';
import type { Pauses } from './pauses.ts';
import { createTurn, type Turn } from './turn.ts';

export type MismatchNewsParts = {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly pauses: Pauses;
  readonly agent: (name: string) => AnsweringAgent | undefined;
  readonly newNonce: () => string;
  readonly onError: (error: unknown) => void;
};

/** For all three attempts together, with the pauses between them. */
const TELL_WITHIN_MS = 120_000;
/** Older news would only confuse. */
const NEWS_FOR_MS = 24 * 3_600_000;
const MOST_RESUMED = 200;

export function createMismatchNews({ journal, clock, pauses, agent, newNonce, onError }: MismatchNewsParts) {
  const turns = new Set<Turn>();
  const unsubscribe = journal.onCommit((event) => {
    if ('ask' in event && event.happening.kind === 'receipt' && event.happening.receipt.verdict === 'mismatched')
      tell(event.ask).catch(onError);
  });

  return {
    /** After a start: tells agents that were not told yet, unless the news is too old. */
    async resume(): Promise<void> {
      const { items } = await journal.list({ states: ['mismatched'] }, { limit: MOST_RESUMED });
      for (const view of items) if (clock.now() - view.updatedAt < NEWS_FOR_MS) tell(view.id).catch(onError);
    },
    stop(): void {
      unsubscribe();
      for (const turn of turns) turn.end('stopping');
    },
  };

  async function tell(id: string): Promise<void> {
    const view = await journal.get(id);
    const by = view?.decision?.by;
    if (!view || by?.kind !== 'agent' || view.told) return;
    const text = mismatchNews(view, newNonce());
    if (text === undefined) return;
    const turn = createTurn(clock, clock.now() + TELL_WITHIN_MS);
    turns.add(turn);
    try {
      const told = await attempts(view, by.name, text, turn);
      if (turn.how() === 'stopping') return;
      const happening = { kind: 'told', to: by.name, ...told } as const;
      await note(journal, id, { at: clock.now(), actor: 'broker' }, happening);
    } finally {
      turns.delete(turn);
      turn.end('over');
    }
  }

  async function attempts(view: AskView, name: string, text: string, turn: Turn) {
    const driver = agent(name);
    if (!driver) return { outcome: 'failed', reason: `no answerer is called "${name}"`, attempts: 0 } as const;
    if (pauses.over(view)) return { outcome: 'failed', reason: 'machine answering is paused', attempts: 0 } as const;
    const news = { text, key: `${view.id}:mismatch`, ask: view };
    const done = await repeated(
      clock,
      turn,
      () => once(driver, news, turn.signal),
      (told) => told.kind === 'failed' && told.again,
    );
    const { value, attempts: count } = done;
    if (!value || done.ended) {
      const last = value?.kind === 'failed' ? `${counted(value.reason, count)}, then ` : '';
      return { outcome: 'failed', reason: `${last}it took too long`, attempts: Math.max(1, count) } as const;
    }
    if (value.kind === 'told') return { outcome: 'told', attempts: count } as const;
    return { outcome: 'failed', reason: counted(value.reason, count), attempts: count } as const;
  }
}

/** A driver must not throw. If it does, that counts as a failure. */
async function once(driver: AnsweringAgent, news: Parameters<AnsweringAgent['tell']>[0], signal: AbortSignal): Promise<Told> {
  try {
    return await driver.tell(news, signal);
  } catch (error) {
    return { kind: 'failed', reason: `the driver broke: ${String(error)}`, again: false };
  }
}

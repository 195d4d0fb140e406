// Tells answering agents what became of their decisions and proposals, in their own conversations. Answers that arrived as intended are not reported.

import { allows } from '../../ask/lifecycle.ts';
import type { AskView, Happening } from '../../ask/schema/history.ts';
import { amend } from '../../inbox/amend.ts';
import type { Pauses } from '../../inbox/pauses.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Clock } from '../../system/clock.ts';
import type { Slots } from '../../system/slots.ts';
import { createTurn, type Turn } from '../../system/turn.ts';
import type { AnsweringAgent, News, Told } from '../answerers/answering-agent.ts';
import type { Conversation } from '../answerers/conversation.ts';
import type { Judge } from '../judge.ts';
import { counted, repeated } from '../run/consult.ts';
import { type NewsItem, newsKey, newsOf, newsText } from './news.ts';

type DecisionNewsParts = {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly judge: Pick<Judge, 'conversation'>;
  readonly pauses: Pauses;
  readonly agent: (name: string) => AnsweringAgent | undefined;
  /** One message at a time in each conversation. */
  readonly conversations: Slots;
  readonly newNonce: () => string;
  readonly onError: (error: unknown) => void;
};

/** For all three attempts together, with the pauses between them. */
const TELL_WITHIN_MS = 120_000;
/** Older news would only confuse. */
const NEWS_FOR_MS = 24 * 3_600_000;
const MOST_RESUMED = 200;
const ASKED_AND_SETTLED = 2;

export function createDecisionNews(parts: DecisionNewsParts) {
  const { journal, clock, judge, pauses, agent, conversations, newNonce, onError } = parts;
  const turns = new Set<Turn>();
  /** News on their way. After a start, an event and the journal may both bring the same. */
  const telling = new Set<string>();
  const unsubscribe = [
    journal.onCommit((event) => {
      if ('ask' in event && isNews(event.happening)) tellAll(event.view).catch(onError);
    }),
    // What could not be told during a pause.
    pauses.onChange(() => tellWaiting().catch(onError)),
  ];

  return {
    /** After a start: tells agents that were not told yet, unless the news is too old. */
    resume: tellWaiting,
    stop(): void {
      for (const undo of unsubscribe) undo();
      for (const turn of turns) turn.end('stopping');
    },
  };

  async function tellWaiting(): Promise<void> {
    const { items } = await journal.list({ states: ['mismatched', 'undelivered', 'expired'] }, { limit: MOST_RESUMED });
    const decided = (await journal.decided({}, { limit: MOST_RESUMED })).items.filter((view) => view.overruled ?? byPerson(view));
    const recent = [...items, ...decided].filter(({ updatedAt }) => clock.now() - updatedAt < NEWS_FOR_MS);
    for (const view of new Map(recent.map((each) => [each.id, each])).values()) tellAll(view).catch(onError);
  }

  async function tellAll(view: AskView): Promise<void> {
    if (!wasDecidedAtOnce(view)) await Promise.all(newsOf(view, await journal.history(view.id)).map(({ to }) => tell(view, to)));
  }

  /** Waits until nothing else is said in that conversation. */
  async function tell(view: AskView, to: string): Promise<void> {
    const conversation = await judge.conversation(view, to);
    if (!conversation) return tellNow(view.id, to);
    const waiting = createTurn(clock);
    turns.add(waiting);
    const leave = await conversations.take(conversation.key, waiting.signal);
    turns.delete(waiting);
    if (leave) await tellNow(view.id, to, conversation).finally(leave);
  }

  async function tellNow(id: string, to: string, conversation?: Conversation): Promise<void> {
    const view = await journal.get(id);
    const item = view && newsOf(view, await journal.history(id)).find((each) => each.to === to);
    if (!item || pauses.over(view)) return;
    const key = `${to} ${newsKey(view, item)}`;
    if (telling.has(key)) return;
    const turn = createTurn(clock, clock.now() + TELL_WITHIN_MS);
    telling.add(key);
    turns.add(turn);
    try {
      const told = await attempts(view, item, conversation, turn);
      if (turn.how() === 'stopping') return;
      const about = item.about === 'mismatched' ? {} : { about: item.about };
      const happening = { kind: 'told', to, ...about, ...told } as const;
      // What was said meanwhile, it was not told yet.
      const isStill = (now: AskView) => allows(now.state, 'told') && newsKey(now, item) === newsKey(view, item);
      await amend(journal, id, (now) => (isStill(now) ? [{ at: clock.now(), actor: 'broker', happening }] : []));
    } finally {
      telling.delete(key);
      turns.delete(turn);
      turn.end('over');
    }
  }

  async function attempts(view: AskView, item: NewsItem, conversation: Conversation | undefined, turn: Turn) {
    const driver = agent(item.to);
    if (!driver) return { outcome: 'failed', reason: `no answerer is called "${item.to}"`, attempts: 0 } as const;
    const news: News = { text: newsText(view, item, newNonce()), key: newsKey(view, item), ask: view, conversation };
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

/** Something that answering agents may have to know. */
function isNews(happening: Happening): boolean {
  switch (happening.kind) {
    case 'receipt':
      return happening.receipt.verdict === 'mismatched';
    case 'settled':
      return happening.decision.by.kind === 'person';
    default:
      return happening.kind === 'delivery-failed' || happening.kind === 'overruled' || happening.kind === 'expired';
  }
}

/** By a person, before anything else was recorded: no agent took part. */
const wasDecidedAtOnce = ({ decision, version }: AskView): boolean => decision?.by.kind === 'person' && version === ASKED_AND_SETTLED;

/** After somebody on its route had looked at it. */
const byPerson = ({ decision, route }: AskView): boolean => decision?.by.kind === 'person' && route !== undefined;

/** A driver must not throw. If it does, that counts as a failure. */
async function once(driver: AnsweringAgent, news: News, signal: AbortSignal): Promise<Told> {
  try {
    return await driver.tell(news, signal);
  } catch (error) {
    return { kind: 'failed', reason: `internal error: ${String(error)}`, again: false };
  }
}

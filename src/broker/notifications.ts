// Tells people about asks that wait for them, through the notifiers of the configuration, with no screen open.
//
// After every event of an ask its messages are compared with what they should be: what is missing is sent when it is due, what is over is
// withdrawn. Nothing is remembered but what the journal has, so a restart continues where it was.
import type { Clock } from '../decide/clock.ts';
import type { Journal } from '../decide/journal.ts';
import type { Notifier } from '../decide/notifier.ts';
import { dueAt, isWanted, subjectOf } from '../decide/notify/due.ts';
import type { NotifierSettings } from '../decide/notify/settings.ts';
import { type AskView, isOpen, PENDING } from '../question/lifecycle.ts';
import type { Notified } from '../question/words.ts';
import type { Judge } from './judge.ts';
import { createOutbox, type Outbox, type OutboxState } from './notify-outbox.ts';
import type { Pauses } from './pauses.ts';

export type NotificationsParts = {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly judge: Pick<Judge, 'resolve' | 'circumstances'>;
  readonly pauses: Pauses;
  readonly settings: () => Readonly<Record<string, NotifierSettings>>;
  readonly notifier: (name: string) => Notifier | undefined;
  /** When a person was last active at a terminal, as far as that is known. */
  readonly lastActive: () => Promise<number | undefined>;
  readonly minuteOfDay: (time: number) => number;
  readonly random: () => number;
  readonly newKey: () => string;
  readonly onError: (error: unknown) => void;
};

export type Notifications = ReturnType<typeof createNotifications>;

/** Older troubles are no news. */
const NEWS_FOR_MS = 24 * 3_600_000;
const MOST_RESUMED = 200;
const PAGE = 200;

export function createNotifications(parts: NotificationsParts) {
  const { journal, clock, judge, pauses, settings, onError } = parts;
  const outboxes = new Map<string, Outbox>();
  /** When to look at an ask again. */
  const timers = new Map<string, () => void>();
  let personAt: number | undefined;
  let stopped = false;
  const unsubscribe = [
    journal.onCommit((event) => {
      if (event.actor.startsWith('person:')) personAt = event.at;
      if (!('ask' in event)) return;
      if (event.happening.kind === 'notified' && event.happening.step !== 'sent') return;
      look(event.ask);
    }),
    pauses.onChange(() => void lookAtPending().catch(onError)),
    clock.onJump(() => void lookAtPending().catch(onError)),
  ];

  return {
    /** After a start: what was not sent, and what was not withdrawn. */
    async resume(): Promise<void> {
      if (Object.keys(settings()).length === 0) return;
      await lookAtPending();
      const over = await journal.list({ states: ['withdrawn', 'expired', 'mismatched'] }, { limit: MOST_RESUMED });
      const decided = await journal.decided({}, { limit: MOST_RESUMED });
      for (const view of [...over.items, ...decided.items]) if (clock.now() - view.updatedAt < NEWS_FOR_MS) look(view.id);
    },

    /** By the name of the notifier. */
    state: (name: string): OutboxState => outboxes.get(name)?.state() ?? { waiting: 0 },

    async stop(): Promise<void> {
      stopped = true;
      for (const undo of unsubscribe) undo();
      for (const cancel of timers.values()) cancel();
      await Promise.all([...outboxes.values()].map((outbox) => outbox.stop()));
    },
  };

  async function lookAtPending(): Promise<void> {
    if (Object.keys(settings()).length === 0) return;
    let cursor: number | undefined;
    do {
      const page = await journal.list({ states: PENDING }, { limit: PAGE, cursor });
      for (const view of page.items) {
        for (const sent of view.notified ?? []) if (sent.step === 'sent') outboxOf(sent.by).remember(view.id, sent);
        look(view.id);
      }
      cursor = page.next;
    } while (cursor !== undefined);
  }

  function look(id: string): void {
    if (!stopped) compare(id).catch(onError);
  }

  async function compare(id: string): Promise<void> {
    const all = Object.entries(settings());
    const view = await journal.get(id);
    if (!view || (all.length === 0 && view.notified === undefined)) return;
    for (const sent of view.notified ?? [])
      if (sent.step === 'sent' && isOver(view, sent.about)) outboxOf(sent.by).withdraw(view, sent).catch(onError);
    const subject = subjectOf(view, isOpen(view) && all.length > 0 && (await hasReachedPeople(view)));
    const missing = subject === undefined ? [] : all.filter(([name]) => !isDone(view, name, subject));
    let next = Infinity;
    for (const [name, conditions] of missing) {
      if (subject === undefined || !isWanted(conditions, view, subject, await judge.circumstances(view))) continue;
      const due = await dueTime(view, conditions);
      if (due <= clock.now()) outboxOf(name).add(id, subject);
      else next = Math.min(next, due);
    }
    lookAgain(id, next);
  }

  function lookAgain(id: string, at: number): void {
    timers.get(id)?.();
    timers.delete(id);
    if (at === Infinity || stopped) return;
    const cancel = clock.at(at, () => {
      timers.delete(id);
      look(id);
    });
    timers.set(id, cancel);
  }

  /** Infinity: muted until somebody ends it. */
  async function dueTime(view: AskView, conditions: NotifierSettings): Promise<number> {
    const mute = pauses.mutes.over(view);
    if (mute) return mute.until ?? Infinity;
    const active = conditions.away === undefined ? undefined : await parts.lastActive();
    const activeAt = conditions.away === undefined ? undefined : Math.max(active ?? 0, personAt ?? 0);
    const now = clock.now();
    return dueAt(conditions, { now, since: await reachedAt(view), activeAt, minuteOfDay: parts.minuteOfDay(now) });
  }

  /** Rules and agents come first. During a pause, and without a route, people decide. */
  async function hasReachedPeople(view: AskView): Promise<boolean> {
    const { waitingFor } = view.route ?? {};
    if (waitingFor) return waitingFor.kind === 'people';
    return pauses.over(view) !== undefined || (await judge.resolve(view)) === undefined;
  }

  async function reachedAt(view: AskView): Promise<number> {
    if (!isOpen(view)) return view.updatedAt;
    if (view.route?.waitingFor === undefined) return view.createdAt;
    const turn = (await journal.history(view.id)).findLast(
      ({ happening }) => happening.kind === 'considered' && happening.answerer.kind === 'people' && happening.outcome === 'asked',
    );
    return turn?.at ?? view.createdAt;
  }

  function outboxOf(name: string): Outbox {
    const known = outboxes.get(name);
    if (known) return known;
    const { random, newKey } = parts;
    const made = createOutbox({
      name,
      journal,
      clock,
      driver: () => parts.notifier(name),
      show: () => settings()[name]?.show ?? 'nothing',
      isCurrent: async (view, subject) =>
        !isDone(view, name, subject) && subjectOf(view, isOpen(view) && (await hasReachedPeople(view))) === subject,
      random,
      newKey,
      onError,
    });
    outboxes.set(name, made);
    return made;
  }
}

function isDone({ notified = [] }: AskView, name: string, subject: Notified['about']): boolean {
  return notified.some(({ by, about, step }) => by === name && about === subject && step !== 'planned');
}

/** That a record differs stays true. */
function isOver(view: AskView, about: Notified['about']): boolean {
  return about === 'ask' ? !isOpen(view) : about === 'undelivered' && view.state !== 'undelivered';
}

// Tells people about asks that wait for them, and about agents that died, through the notifiers of the configuration, with no screen open.
//
// After every event of an ask its messages are compared with what they should be: what is missing is sent when it is due, what is over is
// withdrawn. Nothing is remembered but what the journal has, so a restart continues where it was.

import { isOpen, PENDING } from '../ask/lifecycle.ts';
import type { Circumstances } from '../ask/match/criteria.ts';
import type { Notified } from '../ask/schema/decision.ts';
import type { AskView } from '../ask/schema/history.ts';
import type { AgentSession } from '../ask/schema/session.ts';
import { appendIfAllowed } from '../inbox/amend.ts';
import type { Pauses } from '../inbox/pauses.ts';
import type { Journal } from '../journal/journal.ts';
import { pages } from '../journal/pages.ts';
import type { Clock } from '../system/clock.ts';
import { dueAt, isWanted } from './due.ts';
import { createMessages, type Messages, type MessagesState } from './messages.ts';
import type { Notifier } from './notifier.ts';
import type { NotifierSettings, Show } from './settings.ts';
import { happenedAt, isAskOver, placeOf, type Subject, subjectOfAsk, subjectOfSession } from './subject.ts';
import { outdatedAsk, outdatedDeath } from './text.ts';

export type NotificationsOptions = {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly judge: {
    /** The route of an ask, if it has one. */
    resolve(ask: AskView): Promise<{ readonly notify: 'in-turn' | 'at-once' } | undefined>;
    circumstances(ask: Pick<AskView, 'session' | 'createdAt'>): Promise<Circumstances>;
  };
  readonly pauses: Pauses;
  /** The same object as before, if nothing has changed. */
  readonly settings: () => Readonly<Record<string, NotifierSettings>>;
  readonly notifier: (name: string) => Notifier | undefined;
  /** The program and arguments that continue a session. */
  readonly resumeCommand: (session: AgentSession) => readonly string[] | undefined;
  /** When a person was last active at a terminal, as far as that is known. */
  readonly lastActive: () => Promise<number | undefined>;
  readonly minuteOfDay: (time: number) => number;
  /** 0 to 1. */
  readonly random: () => number;
  readonly onError: (error: unknown) => void;
};

export type Notifications = ReturnType<typeof createNotifications>;

/** Older troubles are no news. */
const NEWS_FOR_MS = 24 * 3_600_000;
const MOST_RESUMED = 200;
const PAGE = 200;

export function createNotifications(options: NotificationsOptions) {
  const { journal, clock, judge, pauses, onError } = options;
  const messages = new Map<string, Messages>();
  /** When to look at an ask or session again. */
  const timers = new Map<string, () => void>();
  let known = options.settings();
  let personAt: number | undefined;
  let stopped = false;
  const unsubscribe = [
    journal.onCommit((event) => {
      if (event.actor.startsWith('person:')) personAt = event.at;
      lookIfChanged();
      if (event.happening.kind === 'notified' && event.happening.step !== 'sent') return;
      if ('ask' in event) look(event.ask, compareAsk);
      else if ('session' in event && event.happening.kind !== 'prompt') look(event.session, compareSession);
    }),
    pauses.onChange(() => void lookAtAll().catch(onError)),
    clock.onJump(() => void lookAtAll().catch(onError)),
  ];

  return {
    /** After a start: what was not sent, and what was not withdrawn. */
    async resume(): Promise<void> {
      if (Object.keys(settings()).length === 0) return;
      await lookAtAll();
      const over = await journal.list({ states: ['withdrawn', 'expired', 'mismatched'] }, { limit: MOST_RESUMED });
      const decided = await journal.decided({}, { limit: MOST_RESUMED });
      for (const view of [...over.items, ...decided.items]) if (isNews(view.updatedAt)) look(view.id, compareAsk);
    },

    /** The configuration may have changed: a notifier that was added learns of what waits already. */
    lookIfChanged,

    /** The service of this notifier can be reached again. */
    wake: (name: string): void => messages.get(name)?.wake(),

    /** Whether this notifier is for the ask, whenever it tells about it. */
    async isAbout(name: string, ask: AskView): Promise<boolean> {
      const conditions = settings()[name];
      return conditions !== undefined && isWanted(conditions, { about: 'ask', ask }, await judge.circumstances(ask));
    },

    /** By the name of the notifier. */
    state: (name: string): MessagesState => messages.get(name)?.state() ?? { waiting: 0 },

    async stop(): Promise<void> {
      stopped = true;
      for (const undo of unsubscribe) undo();
      for (const cancel of timers.values()) cancel();
      await Promise.all([...messages.values()].map((each) => each.stop()));
    },
  };

  function settings(): Readonly<Record<string, NotifierSettings>> {
    return options.settings();
  }

  function lookIfChanged(): void {
    const now = settings();
    if (stopped || now === known) return;
    known = now;
    lookAtAll().catch(onError);
  }

  async function lookAtAll(): Promise<void> {
    if (Object.keys(settings()).length === 0) return;
    for await (const items of pages((page) => journal.list({ states: PENDING }, page), PAGE))
      for (const view of items) seen(view, compareAsk);
    for (const session of await journal.sessions({ ended: true, limit: MOST_RESUMED }))
      if (session.died && isNews(session.endedAt ?? 0)) seen(session, compareSession);
    for (const session of await journal.sessions({ ended: false, limit: MOST_RESUMED }))
      if (session.notified) seen(session, compareSession);
  }

  function seen({ id, notified = [] }: Pick<AskView, 'id' | 'notified'>, compare: (id: string) => Promise<void>): void {
    for (const sent of notified) if (sent.step === 'sent') messagesOf(sent.by).remember(id, sent);
    look(id, compare);
  }

  function look(id: string, compare: (id: string) => Promise<void>): void {
    if (!stopped) compare(id).catch(onError);
  }

  function isNews(at: number): boolean {
    return clock.now() - at < NEWS_FOR_MS;
  }

  async function compareAsk(id: string): Promise<void> {
    const view = await journal.get(id);
    if (!view || (Object.keys(settings()).length === 0 && view.notified === undefined)) return;
    for (const sent of view.notified ?? [])
      if (sent.step === 'sent' && isAskOver(view, sent.about))
        messagesOf(sent.by)
          .withdraw(id, sent, outdatedAsk(view, sent, showOf(sent.by)))
          .catch(onError);
    await tell(id, await currentAsk(view), view.notified, compareAsk);
  }

  async function compareSession(id: string): Promise<void> {
    const session = await journal.session(id);
    if (!session || (!session.died && session.notified === undefined)) return;
    for (const sent of session.notified ?? [])
      if (sent.step === 'sent' && !session.died)
        messagesOf(sent.by)
          .withdraw(id, sent, outdatedDeath(session, sent, showOf(sent.by)))
          .catch(onError);
    await tell(id, currentSession(session), session.notified, compareSession);
  }

  /** Sends what is missing and due, and looks again when the next is. */
  async function tell(id: string, subject: Subject | undefined, done: Done, again: (id: string) => Promise<void>): Promise<void> {
    const next = subject ? await tellNow(id, subject, done) : Infinity;
    timers.get(id)?.();
    timers.delete(id);
    if (next === Infinity || stopped) return;
    const cancel = clock.at(next, () => {
      timers.delete(id);
      look(id, again);
    });
    timers.set(id, cancel);
  }

  /** When the next one is due. */
  async function tellNow(id: string, subject: Subject, done: Done): Promise<number> {
    const circumstances = await orReported(judge.circumstances({ ...placeOf(subject), createdAt: happenedAt(subject) }));
    let next = Infinity;
    for (const [name, conditions] of Object.entries(settings())) {
      if (isDone(done, name, subject.about)) continue;
      // In doubt, people are told.
      if (circumstances && !isWanted(conditions, subject, circumstances)) continue;
      const due = await dueTime(subject, conditions);
      if (due <= clock.now()) messagesOf(name).add(id, subject.about);
      else next = Math.min(next, due);
    }
    return next;
  }

  async function currentAsk(view: AskView): Promise<Subject | undefined> {
    return subjectOfAsk(view, isOpen(view) && Object.keys(settings()).length > 0 && (await hasReachedPeople(view)));
  }

  function currentSession(session: AgentSession): Subject | undefined {
    return subjectOfSession(session, options.resumeCommand(session));
  }

  /** Infinity: muted until somebody ends it. */
  async function dueTime(subject: Subject, conditions: NotifierSettings): Promise<number> {
    const mute = pauses.mutes.over(placeOf(subject));
    if (mute) return mute.until ?? Infinity;
    const active = conditions.away === undefined ? undefined : await options.lastActive();
    const activeAt = conditions.away === undefined ? undefined : Math.max(active ?? 0, personAt ?? 0);
    const now = clock.now();
    return dueAt(conditions, { now, since: await since(subject), activeAt, minuteOfDay: options.minuteOfDay(now) });
  }

  /** Rules and agents come first, unless the route says otherwise. During a pause, and without a route, people decide. */
  async function hasReachedPeople(view: AskView): Promise<boolean> {
    const { waitingFor } = view.route ?? {};
    if (waitingFor?.kind === 'people' || pauses.over(view) !== undefined) return true;
    const route = await orReported(judge.resolve(view));
    // A rule decides at once or not at all, so nobody is told before it is somebody's turn.
    return route === undefined ? waitingFor === undefined : route.notify === 'at-once' && waitingFor !== undefined;
  }

  /** Undefined if it failed, which must not keep anybody from being told. */
  async function orReported<T>(wanted: Promise<T>): Promise<T | undefined> {
    try {
      return await wanted;
    } catch (error) {
      onError(error);
      return undefined;
    }
  }

  /** When it reached people. */
  async function since(subject: Subject): Promise<number> {
    if (subject.about !== 'ask' || subject.ask.route?.waitingFor?.kind !== 'people') return happenedAt(subject);
    if ((await orReported(judge.resolve(subject.ask)))?.notify === 'at-once') return subject.ask.createdAt;
    const turn = (await journal.history(subject.ask.id)).findLast(
      ({ happening }) => happening.kind === 'considered' && happening.answerer.kind === 'people' && happening.outcome === 'asked',
    );
    return turn?.at ?? subject.ask.createdAt;
  }

  function showOf(name: string): Show {
    return settings()[name]?.show ?? 'nothing';
  }

  function messagesOf(name: string): Messages {
    const known = messages.get(name);
    if (known) return known;
    const made = createMessages({
      name,
      clock,
      driver: () => options.notifier(name),
      show: () => showOf(name),
      current: (id, about) => (about === 'died' ? stillDied(id, name) : stillCurrent(id, about, name)),
      record,
      random: options.random,
      onError,
    });
    messages.set(name, made);
    return made;
  }

  async function stillDied(id: string, name: string): Promise<Subject | undefined> {
    const session = await journal.session(id);
    return session && !isDone(session.notified, name, 'died') ? currentSession(session) : undefined;
  }

  async function stillCurrent(id: string, about: Notified['about'], name: string): Promise<Subject | undefined> {
    const view = await journal.get(id);
    const subject = view && (await currentAsk(view));
    if (!view || (subject?.about === about && !isDone(view.notified, name, about))) return subject;
    const planned = view.notified?.find((each) => each.by === name && each.about === about && each.step === 'planned');
    if (planned && !isOpen(view)) {
      const { message } = planned;
      await record(id, { by: name, about, message, step: 'withdrawn', reason: 'it was over before it could be sent' });
    }
    return undefined;
  }

  async function record(id: string, notified: Notified): Promise<void> {
    const by = { at: clock.now(), actor: 'broker' };
    if (notified.about === 'died') await journal.sessionNotified(id, notified, by.at, by.actor);
    else await appendIfAllowed(journal, id, by, { kind: 'notified', ...notified });
  }
}

type Done = AskView['notified'];

function isDone(notified: Done, name: string, subject: Notified['about']): boolean {
  return notified?.some(({ by, about, step }) => by === name && about === subject && step !== 'planned') === true;
}

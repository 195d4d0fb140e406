// Sends the messages of one notifier: in order, a few one by one, many as one digest, and again if that fails.
//
// Invariant: `sent` is recorded right after a message was sent. A broker that is killed in between sends it once more. `planned` is recorded while it is
// being sent, so that the journal does not delay it.

import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Notified } from '../ask/schema/decision.ts';
import type { NotificationsOptions } from './notifications.ts';
import type { Notifier, Outdated, Sent } from './notifier.ts';
import { createOutbox } from './outbox.ts';
import type { Show } from './settings.ts';
import { idOf, type Subject } from './subject.ts';
import { digestOf, messageOf } from './text.ts';

type About = Notified['about'];

type MessagesOptions = Pick<NotificationsOptions, 'clock' | 'random' | 'onError'> & {
  readonly name: string;
  readonly driver: () => Notifier | undefined;
  readonly show: () => Show;
  /** What people should still be told about the ask or session with this id; undefined if that is over or was done. */
  readonly current: (id: string, about: About) => Promise<Subject | undefined>;
  /** Stores it in the history of the ask or session. */
  readonly record: (id: string, notified: Notified) => Promise<void>;
};

export type MessagesState = {
  readonly waiting: number;
  readonly sentAt?: number | undefined;
  /** Why the last attempt failed. */
  readonly problem?: string | undefined;
  readonly failingSince?: number | undefined;
};

/** This many messages in this time; more than that become one digest. */
const FEW = 3;
const SPELL_MS = 10_000;
/** If many are waiting, they are sent when none has come for this long. */
const QUIET_MS = 500;
/** About three hours. */
const MOST_ATTEMPTS = 40;
/** About a minute, if the service does not ask for more time. */
const MOST_WITHDRAWALS = 5;

type Item = { readonly id: string; readonly about: About; attempts: number };
type Ready = { readonly key: string; readonly item: Item; readonly subject: Subject };

export type Messages = ReturnType<typeof createMessages>;

export function createMessages(options: MessagesOptions) {
  const { name, clock, onError } = options;
  const outbox = createOutbox(options);
  const queue = new Map<string, Item>();
  /** Which asks of a digest still wait. */
  const digests = new Map<string, Set<string>>();
  const withdrawing = new Set<string>();
  let recent: readonly number[] = [];
  let isSending = false;
  let state: Omit<MessagesState, 'waiting'> = {};
  let addedAt = 0;
  const isStopped = () => outbox.signal.aborted;

  return {
    add(id: string, about: About): void {
      const key = `${id}:${about}`;
      if (isStopped() || queue.has(key)) return;
      queue.set(key, { id, about, attempts: 0 });
      addedAt = clock.now();
      if (isSending) return;
      isSending = true;
      outbox.inLine('messages', sendAll).catch(onError);
    },

    /** The ask is over, or what was wrong with it no longer is. A digest is withdrawn with its last ask. */
    async withdraw(id: string, sent: Notified, outdated: Outdated): Promise<void> {
      const key = `${id}:${sent.about}`;
      const others = digests.get(sent.message);
      others?.delete(key);
      if (isStopped() || withdrawing.has(key) || (others?.size ?? 0) > 0) return;
      digests.delete(sent.message);
      withdrawing.add(key);
      try {
        await withdrawNow(id, sent, outdated);
      } finally {
        withdrawing.delete(key);
      }
    },

    /** After a start: the digest that this ask was in. */
    remember(id: string, { message, about }: Notified): void {
      if (message.startsWith(DIGEST)) digests.set(message, (digests.get(message) ?? new Set()).add(`${id}:${about}`));
    },

    wake: outbox.wake,
    stop: outbox.stop,
    state: (): MessagesState => ({ waiting: queue.size, ...state }),
  };

  async function sendAll(): Promise<void> {
    try {
      while (queue.size > 0 && !isStopped()) await outbox.persist(next);
    } finally {
      isSending = false;
    }
  }

  async function next(): Promise<Sent> {
    await room();
    if (queue.size > FEW) await gathered();
    const batch = [...queue.entries()].slice(0, queue.size > FEW ? undefined : 1);
    const ready: Ready[] = [];
    for (const [key, item] of batch) {
      const subject = await options.current(item.id, item.about);
      if (subject) ready.push({ key, item, subject });
      else queue.delete(key);
      // A digest may be about a thousand asks.
      if (batch.length > 1) await nextTurn();
    }
    return isStopped() || ready.length === 0 ? NOTHING : sendTogether(ready);
  }

  async function sendTogether(ready: readonly Ready[]): Promise<Sent> {
    const [first] = ready as [Ready, ...Ready[]];
    const message =
      ready.length === 1
        ? messageOf(first.subject, options.show(), `${first.key}:${name}`)
        : digestOf(
            ready.map(({ subject }) => subject),
            options.show(),
            `${DIGEST}${createHash('sha256')
              .update(ready.map(({ key }) => key).join())
              .digest('hex')
              .slice(0, 16)}`,
          );
    const record = async (step: Notified['step'], more: Partial<Notified> = {}) => {
      for (const { subject } of ready) {
        await options.record(idOf(subject), { by: name, about: subject.about, step, message: message.key, ...more });
        if (ready.length > 1) await nextTurn();
      }
    };
    const isFirst = ready.some(({ item }) => item.attempts === 0);
    for (const { item } of ready) item.attempts += 1;
    const sending = attempt((driver, signal) => driver.send(message, signal));
    if (isFirst) await record('planned');
    const sent = await sending;
    if (isStopped() && sent.kind === 'failed') return sent;
    const attempts = first.item.attempts;
    if (sent.kind === 'sent') {
      recent = [...recent, clock.now()].slice(-FEW);
      state = { sentAt: clock.now() };
      if (ready.length > 1) digests.set(message.key, new Set(ready.map(({ key }) => key)));
      await record('sent', { attempts, ...(sent.reference === undefined ? {} : { reference: sent.reference }) });
    } else {
      state = { ...state, problem: sent.reason, failingSince: state.failingSince ?? clock.now() };
      if (sent.again && attempts < MOST_ATTEMPTS) return sent;
      await record('failed', { attempts, reason: sent.reason });
    }
    for (const { key } of ready) queue.delete(key);
    return NOTHING;
  }

  async function withdrawNow(id: string, sent: Notified, message: Outdated): Promise<void> {
    const once = () => attempt((driver, signal) => driver.withdraw?.(message, signal) ?? Promise.resolve(NOTHING));
    const result = await outbox.persist(once, MOST_WITHDRAWALS);
    if (result === NOTHING || isStopped()) return;
    const { by, about, message: key } = sent;
    const reason = result.kind === 'sent' ? {} : { reason: result.reason };
    await options.record(id, { by, about, step: 'withdrawn', message: key, ...reason });
  }

  async function attempt(call: (driver: Notifier, signal: AbortSignal) => Promise<Sent>): Promise<Sent> {
    const driver = options.driver();
    if (!driver) return { kind: 'failed', reason: `no notifier is called "${name}" any more`, again: false };
    return outbox.attempt((signal) => call(driver, signal));
  }

  /** A few go at once; after that, the others gather. */
  async function room(): Promise<void> {
    const oldest = recent.length < FEW ? undefined : recent[0];
    if (oldest !== undefined && oldest + SPELL_MS > clock.now()) await outbox.wait(oldest + SPELL_MS);
  }

  /** More are coming: waits until no more do, so that they become one digest. */
  async function gathered(): Promise<void> {
    const latest = clock.now() + SPELL_MS;
    for (let quiet = 0; !isStopped() && clock.now() < latest; ) {
      quiet = Math.min(latest, addedAt + QUIET_MS);
      if (quiet <= clock.now()) return;
      await outbox.wait(quiet);
    }
  }
}

const DIGEST = 'digest:';
const NOTHING: Sent = { kind: 'sent' };

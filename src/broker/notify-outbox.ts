// Sends the messages of one notifier: in order, a few one by one, many as one digest, and again if that fails.
//
// Invariant: `sent` is recorded right after a message was sent. A broker that is killed in between sends it once more. `planned` is recorded while it is
// being sent, so that the journal does not delay it.

import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../decide/clock.ts';
import type { Notifier, Outdated, Sent } from '../decide/notifier.ts';
import type { Show } from '../decide/notify/settings.ts';
import { idOf, type Subject } from '../decide/notify/subject.ts';
import { digestOf, messageOf } from '../decide/notify/text.ts';
import type { Notified } from '../question/words.generated.ts';
import { createTurn, type Turn } from './turn.ts';

type About = Notified['about'];

type OutboxParts = {
  readonly name: string;
  readonly clock: Clock;
  readonly driver: () => Notifier | undefined;
  readonly show: () => Show;
  /** What people should still be told about the ask or session with this id; undefined if that is over or was done. */
  readonly current: (id: string, about: About) => Promise<Subject | undefined>;
  /** Stores it in the history of the ask or session. */
  readonly record: (id: string, notified: Notified) => Promise<void>;
  /** 0 to 1. */
  readonly random: () => number;
  readonly onError: (error: unknown) => void;
};

export type OutboxState = {
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
const SEND_WITHIN_MS = 30_000;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 5 * 60_000;
/** About three hours. */
const MOST_ATTEMPTS = 40;
/** About a minute, if the service does not ask for more time. */
const MOST_WITHDRAWALS = 5;

type Item = { readonly id: string; readonly about: About; attempts: number };
type Ready = { readonly key: string; readonly item: Item; readonly subject: Subject };

export type Outbox = ReturnType<typeof createOutbox>;

export function createOutbox(parts: OutboxParts) {
  const { name, clock, onError } = parts;
  const queue = new Map<string, Item>();
  /** Which asks of a digest still wait. */
  const digests = new Map<string, Set<string>>();
  const turns = new Set<Turn>();
  const withdrawing = new Set<string>();
  let recent: readonly number[] = [];
  let isRunning = false;
  let running = Promise.resolve();
  let state: Omit<OutboxState, 'waiting'> = {};
  let failures = 0;
  /** The pause before the next attempt, and what of it the service has asked for. */
  let backingOff: Turn | undefined;
  let notBefore = 0;
  let addedAt = 0;
  let stopped = false;

  return {
    add(id: string, about: About): void {
      const key = `${id}:${about}`;
      if (stopped || queue.has(key)) return;
      queue.set(key, { id, about, attempts: 0 });
      addedAt = clock.now();
      if (!isRunning) running = run().catch(onError);
    },

    /** The ask is over, or what was wrong with it no longer is. A digest is withdrawn with its last ask. */
    async withdraw(id: string, sent: Notified, outdated: Outdated): Promise<void> {
      const key = `${id}:${sent.about}`;
      const others = digests.get(sent.message);
      others?.delete(key);
      if (stopped || withdrawing.has(key) || (others?.size ?? 0) > 0) return;
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

    /** The service can be reached again: what failed is tried at once, unless the service has asked for a pause. */
    wake(): void {
      // An attempt that began before that and fails is not followed by a long pause.
      failures = 0;
      if (clock.now() >= notBefore) backingOff?.end('over');
    },

    state: (): OutboxState => ({ waiting: queue.size, ...state }),

    async stop(): Promise<void> {
      stopped = true;
      for (const turn of turns) turn.end('stopping');
      await running;
    },
  };

  async function run(): Promise<void> {
    isRunning = true;
    try {
      while (queue.size > 0 && !stopped) await next();
    } finally {
      isRunning = false;
    }
  }

  async function next(): Promise<void> {
    await room();
    if (queue.size > FEW) await gathered();
    const batch = [...queue.entries()].slice(0, queue.size > FEW ? undefined : 1);
    const ready: Ready[] = [];
    for (const [key, item] of batch) {
      const subject = await parts.current(item.id, item.about);
      if (subject) ready.push({ key, item, subject });
      else queue.delete(key);
      // A digest may be about a thousand asks.
      if (batch.length > 1) await nextTurn();
    }
    if (stopped || ready.length === 0) return;
    const pause = await sendTogether(ready);
    if (pause === 0) return;
    backingOff = createTurn(clock, clock.now() + pause);
    await waitFor(backingOff);
    backingOff = undefined;
  }

  /** How long to wait before the next message. */
  async function sendTogether(ready: readonly Ready[]): Promise<number> {
    const [first] = ready as [Ready, ...Ready[]];
    const message =
      ready.length === 1
        ? messageOf(first.subject, parts.show(), `${first.key}:${name}`)
        : digestOf(
            ready.map(({ subject }) => subject),
            parts.show(),
            `${DIGEST}${createHash('sha256')
              .update(ready.map(({ key }) => key).join())
              .digest('hex')
              .slice(0, 16)}`,
          );
    const record = async (step: Notified['step'], more: Partial<Notified> = {}) => {
      for (const { subject } of ready) {
        await parts.record(idOf(subject), { by: name, about: subject.about, step, message: message.key, ...more });
        if (ready.length > 1) await nextTurn();
      }
    };
    const isFirst = ready.some(({ item }) => item.attempts === 0);
    for (const { item } of ready) item.attempts += 1;
    const sending = attempt((driver, signal) => driver.send(message, signal));
    if (isFirst) await record('planned');
    const sent = await sending;
    if (stopped && sent.kind === 'failed') return 0;
    const attempts = first.item.attempts;
    if (sent.kind === 'sent') {
      recent = [...recent, clock.now()].slice(-FEW);
      state = { sentAt: clock.now() };
      failures = 0;
      if (ready.length > 1) digests.set(message.key, new Set(ready.map(({ key }) => key)));
      await record('sent', { attempts, ...(sent.reference === undefined ? {} : { reference: sent.reference }) });
    } else {
      state = { ...state, problem: sent.reason, failingSince: state.failingSince ?? clock.now() };
      failures += 1;
      notBefore = clock.now() + (sent.afterMs ?? 0);
      if (sent.again && attempts < MOST_ATTEMPTS) return Math.max(backoff(failures), sent.afterMs ?? 0);
      await record('failed', { attempts, reason: sent.reason });
    }
    for (const { key } of ready) queue.delete(key);
    return 0;
  }

  async function withdrawNow(id: string, sent: Notified, message: Outdated): Promise<void> {
    let result: Sent = NOTHING;
    for (let attempts = 1; attempts <= MOST_WITHDRAWALS; attempts += 1) {
      result = await attempt((driver, signal) => driver.withdraw?.(message, signal) ?? Promise.resolve(NOTHING));
      if (result.kind === 'sent' || !result.again || stopped) break;
      await wait(clock.now() + Math.max(backoff(attempts), result.afterMs ?? 0));
    }
    if (result === NOTHING || stopped) return;
    const { by, about, message: key } = sent;
    const reason = result.kind === 'sent' ? {} : { reason: result.reason };
    await parts.record(id, { by, about, step: 'withdrawn', message: key, ...reason });
  }

  /** Drivers are not trusted to keep to their contract, nor to return. */
  async function attempt(call: (driver: Notifier, signal: AbortSignal) => Promise<Sent>): Promise<Sent> {
    const driver = parts.driver();
    if (!driver) return { kind: 'failed', reason: `no notifier is called "${name}" any more`, again: false };
    const turn = createTurn(clock, clock.now() + SEND_WITHIN_MS);
    turns.add(turn);
    try {
      const late = turn.ended.then(
        (): Sent => ({ kind: 'failed', reason: `nothing was heard from it within ${SEND_WITHIN_MS / 1000} s`, again: true }),
      );
      return await Promise.race([call(driver, turn.signal), late]);
    } catch (error) {
      return { kind: 'failed', reason: `internal error: ${String(error)}`, again: false };
    } finally {
      turns.delete(turn);
      turn.end('over');
    }
  }

  /** A few go at once; after that, the others gather. */
  async function room(): Promise<void> {
    const oldest = recent.length < FEW ? undefined : recent[0];
    if (oldest !== undefined && oldest + SPELL_MS > clock.now()) await wait(oldest + SPELL_MS);
  }

  /** More are coming: waits until no more do, so that they become one digest. */
  async function gathered(): Promise<void> {
    const latest = clock.now() + SPELL_MS;
    for (let quiet = 0; !stopped && clock.now() < latest; ) {
      quiet = Math.min(latest, addedAt + QUIET_MS);
      if (quiet <= clock.now()) return;
      await wait(quiet);
    }
  }

  function wait(until: number): Promise<void> {
    return waitFor(createTurn(clock, until));
  }

  async function waitFor(turn: Turn): Promise<void> {
    turns.add(turn);
    if (stopped) turn.end('stopping');
    await turn.ended;
    turns.delete(turn);
  }

  /** Twice as long each time, and never the same for two notifiers. */
  function backoff(attempts: number): number {
    return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempts - 1, 20)) * (0.5 + parts.random() / 2);
  }
}

const DIGEST = 'digest:';
const NOTHING: Sent = { kind: 'sent' };

// The messages of one notifier on their way: in order, a few at once, many as one digest, and again until they are through.
//
// Invariant: that a message is being sent is in the journal before it is sent, and that it was sent right afterwards. A broker that was killed in
// between sends it once more.
import { note } from '../decide/amend.ts';
import type { Clock } from '../decide/clock.ts';
import type { Journal } from '../decide/journal.ts';
import type { Notifier, Sent } from '../decide/notifier.ts';
import type { Show } from '../decide/notify/settings.ts';
import { digestOf, messageOf, outdated } from '../decide/notify/text.ts';
import { type AskView, isOpen } from '../question/lifecycle.ts';
import type { Notified } from '../question/words.ts';
import { repeated } from './consult.ts';
import { createTurn, type Turn } from './turn.ts';

type Subject = Notified['about'];

export type OutboxParts = {
  readonly name: string;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly driver: () => Notifier | undefined;
  readonly show: () => Show;
  /** Whether people should still be told this. */
  readonly isCurrent: (view: AskView, subject: Subject) => Promise<boolean>;
  /** 0 to 1. */
  readonly random: () => number;
  readonly newKey: () => string;
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
const SEND_WITHIN_MS = 30_000;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 5 * 60_000;
/** About three hours. */
const MOST_ATTEMPTS = 40;

export type Outbox = ReturnType<typeof createOutbox>;

export function createOutbox(parts: OutboxParts) {
  const { name, journal, clock, onError } = parts;
  const queue = new Map<string, { readonly ask: string; readonly subject: Subject; attempts: number }>();
  /** Which asks of a digest still wait. */
  const digests = new Map<string, Set<string>>();
  const turns = new Set<Turn>();
  const withdrawing = new Set<string>();
  let recent: readonly number[] = [];
  let isRunning = false;
  let running = Promise.resolve();
  let state: Omit<OutboxState, 'waiting'> = {};
  let failures = 0;
  let stopped = false;

  return {
    add(ask: string, subject: Subject): void {
      const key = `${ask}:${subject}`;
      if (stopped || queue.has(key)) return;
      queue.set(key, { ask, subject, attempts: 0 });
      if (!isRunning) running = run().catch(onError);
    },

    /** The ask is over, or its trouble is. A digest is withdrawn with its last ask. */
    async withdraw(view: AskView, sent: Notified): Promise<void> {
      const key = `${view.id}:${sent.about}`;
      const others = digests.get(sent.message);
      others?.delete(key);
      if (stopped || withdrawing.has(key) || (others?.size ?? 0) > 0) return;
      digests.delete(sent.message);
      withdrawing.add(key);
      try {
        await withdrawNow(view, sent);
      } finally {
        withdrawing.delete(key);
      }
    },

    /** After a start: the digest that this ask was in. */
    remember(ask: string, { message, about }: Notified): void {
      if (message.startsWith(DIGEST)) digests.set(message, (digests.get(message) ?? new Set()).add(`${ask}:${about}`));
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
    const batch = [...queue.entries()].slice(0, queue.size > FEW ? undefined : 1);
    const current = (await Promise.all(batch.map(async ([key, item]) => ({ key, item, view: await stillCurrent(item) })))).flatMap(
      ({ key, item, view }) => (view ? [{ key, item, view }] : []),
    );
    for (const [key] of batch) if (!current.some((each) => each.key === key)) queue.delete(key);
    if (stopped || current.length === 0) return;
    const pause = await sendTogether(current);
    if (pause > 0) await wait(clock.now() + pause);
  }

  type Ready = { readonly key: string; readonly item: { readonly subject: Subject; attempts: number }; readonly view: AskView };

  /** How long to wait before the next message. */
  async function sendTogether(ready: readonly Ready[]): Promise<number> {
    const [first] = ready as [Ready, ...Ready[]];
    const message =
      ready.length === 1
        ? messageOf(first.view, first.item.subject, parts.show(), `${first.key}:${name}`)
        : digestOf(
            ready.map(({ view }) => view),
            parts.show(),
            `${DIGEST}${parts.newKey()}`,
          );
    const record = async (step: Notified['step'], more: Partial<Notified> = {}) => {
      for (const { view, item } of ready)
        await note(
          journal,
          view.id,
          { at: clock.now(), actor: 'broker' },
          { kind: 'notified', by: name, about: item.subject, step, message: message.key, ...more },
        );
    };
    const isFirst = ready.some(({ item }) => item.attempts === 0);
    if (isFirst) await record('planned');
    for (const { item } of ready) item.attempts += 1;
    const sent = await attempt((driver, signal) => driver.send(message, signal));
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
      if (sent.again && attempts < MOST_ATTEMPTS) return Math.max(backoff(), sent.afterMs ?? 0);
      await record('failed', { attempts, reason: sent.reason });
    }
    for (const { key } of ready) queue.delete(key);
    return 0;
  }

  async function withdrawNow(view: AskView, sent: Notified): Promise<void> {
    const turn = createTurn(clock, clock.now() + SEND_WITHIN_MS);
    turns.add(turn);
    const message = outdated(view, sent, parts.show());
    const { value } = await repeated(
      clock,
      turn,
      () => attempt((driver, signal) => driver.withdraw?.(message, signal) ?? Promise.resolve(NOTHING)),
      (result) => result.kind === 'failed' && result.again,
    );
    turns.delete(turn);
    turn.end('over');
    if (value === NOTHING || stopped) return;
    const reason = value?.kind === 'sent' ? {} : { reason: value?.reason ?? 'it took too long' };
    const { by, about, message: key } = sent;
    await note(
      journal,
      view.id,
      { at: clock.now(), actor: 'broker' },
      { kind: 'notified', by, about, step: 'withdrawn', message: key, ...reason },
    );
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
      return { kind: 'failed', reason: `the driver broke: ${String(error)}`, again: false };
    } finally {
      turns.delete(turn);
      turn.end('over');
    }
  }

  async function stillCurrent({ ask, subject }: { readonly ask: string; readonly subject: Subject }): Promise<AskView | undefined> {
    const view = await journal.get(ask);
    if (!view) return undefined;
    if (await parts.isCurrent(view, subject)) return view;
    const planned = view.notified?.find((each) => each.by === name && each.about === subject && each.step === 'planned');
    if (planned && !isOpen(view)) {
      const { by, about, message } = planned;
      const reason = 'it was over before it could be sent';
      await note(journal, ask, { at: clock.now(), actor: 'broker' }, { kind: 'notified', by, about, message, step: 'withdrawn', reason });
    }
    return undefined;
  }

  /** A few go at once; after that, the others gather. */
  async function room(): Promise<void> {
    const oldest = recent.length < FEW ? undefined : recent[0];
    if (oldest !== undefined && oldest + SPELL_MS > clock.now()) await wait(oldest + SPELL_MS);
  }

  async function wait(until: number): Promise<void> {
    const turn = createTurn(clock, until);
    turns.add(turn);
    if (stopped) turn.end('stopping');
    await turn.ended;
    turns.delete(turn);
  }

  /** Twice as long each time, and never the same for two notifiers. */
  function backoff(): number {
    return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 20)) * (0.5 + parts.random() / 2);
  }
}

const DIGEST = 'digest:';
const NOTHING: Sent = { kind: 'sent' };

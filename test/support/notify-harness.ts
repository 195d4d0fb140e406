// Notifications with the real journal and auto-answer, a fake clock and fake notifiers.
import { expect, onTestFinished } from 'vitest';
import type { Journal } from '../../src/journal/journal.ts';
import { openSqliteJournal } from '../../src/journal/sqlite/journal.ts';
import { createNotifications } from '../../src/notify/notifications.ts';
import type { Message, Notifier, Outdated, Sent } from '../../src/notify/notifier.ts';
import { notifyShape } from '../../src/notify/notifier-kind.ts';
import { NOTIFIERS } from '../../src/notify/notifiers/list.ts';
import { ada, type Bench, bench, turns } from './auto-answer-harness.ts';
import { fakeClock } from './fake-clock.ts';
import { anAsk } from './samples.ts';

const shape = notifyShape(NOTIFIERS);

export type Fake = Notifier & { readonly sent: Message[]; readonly withdrawn: Outdated[] };
export type Reaction = (message: Message, attempt: number, signal: AbortSignal) => Sent | Promise<Sent>;

export function fake(react: Reaction = () => ({ kind: 'sent', reference: 'r' })): Fake {
  const sent: Message[] = [];
  const withdrawn: Outdated[] = [];
  return {
    sent,
    withdrawn,
    async send(message, signal) {
      sent.push(message);
      return react(message, sent.length, signal);
    },
    async withdraw(message) {
      withdrawn.push(message);
      return { kind: 'sent' };
    },
    check: async () => undefined,
    close: async () => {},
  };
}

export type Options = {
  readonly routing?: unknown;
  readonly agents?: Parameters<typeof bench>[0]['agents'];
  readonly journal?: Journal;
  readonly active?: () => number | undefined;
  readonly start?: number;
  /** Of the pauses between attempts: 0 to 1. */
  readonly random?: number;
  readonly files?: Parameters<typeof bench>[0]['files'];
};

export function setUp(notify: Record<string, unknown>, drivers: Record<string, Notifier>, options: Options = {}) {
  const journal = options.journal ?? openSqliteJournal(':memory:');
  const at: Bench = bench({
    journal,
    routing: options.routing ?? {},
    agents: options.agents ?? [],
    clock: fakeClock(options.start ?? 10_000),
    files: options.files ?? {},
  });
  let settings = shape.notify.parse(notify);
  const notifications = createNotifications({
    journal,
    clock: at.clock,
    judge: at.judge,
    pauses: at.pauses,
    settings: () => settings,
    notifier: (name) => drivers[name],
    resumeCommand: ({ program, id }) => (program === 'claude-code' ? ['claude', '--resume', id] : undefined),
    lastActive: async () => options.active?.(),
    minuteOfDay: (time) => Math.floor(time / 60_000) % 1440,
    random: () => options.random ?? 1,
    onError: (error) => at.errors.push(error),
  });
  const stop = async () => {
    await notifications.stop();
    await at.stop();
  };
  onTestFinished(async () => {
    await stop();
    if (!options.journal) await journal.close();
    expect(at.errors).toEqual([]);
  });
  const story = async (id?: string) => (await at.now(id)).notified?.map(({ by, about, step }) => `${by} ${about} ${step}`) ?? [];
  const steps = async (id = 'aaaaaaaaaaaa') =>
    (await journal.history(id)).flatMap(({ happening }) => (happening.kind === 'notified' ? [`${happening.by} ${happening.step}`] : []));
  /** As if the file had been edited. */
  const configure = async (changed: Record<string, unknown>) => {
    settings = shape.notify.parse(changed);
    notifications.lookIfChanged();
    await turns();
  };
  return { ...at, notifications, story, steps, configure, stopAll: stop };
}

export const command = { kind: 'command', run: ['true'] };
export const many = async (at: ReturnType<typeof setUp>, count: number, first = 0) => {
  const opened = Array.from({ length: count }, (_, i) => {
    const number = first + i;
    const ask = { ...anAsk(), id: `ask${String(number).padStart(9, '0')}`, toolUseId: `t${number}`, createdAt: at.clock.now() };
    return at.journal.open(ask, undefined, 'agent');
  });
  await Promise.all(opened);
  await turns();
};
export const decide = async (at: ReturnType<typeof setUp>, id: string, option: number) =>
  at.broker.decide(await at.now(id), { kind: 'answers', answers: [option] }, { by: ada, key: id });

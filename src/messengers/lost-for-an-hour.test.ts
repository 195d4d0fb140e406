// An hour without a connection to a chat. The broker runs in this process, on a clock that the test moves; the libraries of the services are real.
import pino from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { startDiscord } from '../../test/support/chats/discord.ts';
import type { FakeChat } from '../../test/support/chats/fake-chat.ts';
import { startSlack } from '../../test/support/chats/slack.ts';
import { ADA, openStage, type Stage } from '../../test/support/chats/stage.ts';
import { fakeTelegram } from '../../test/support/chats/telegram.ts';
import { eventually } from '../../test/support/eventually.ts';
import { type FakeClock, fakeClock } from '../../test/support/fake-clock.ts';
import { by } from '../../test/support/home.ts';
import { answers } from '../../test/support/samples.ts';
import { VERSION } from '../client/version.ts';
import { openBroker } from '../server/broker.ts';

const HOUR_MS = 3_600_000;
/** The longest pause between two attempts, and then the digest. */
const BACK_WITHIN_MS = 45_000;

it.each([
  ['Telegram', fakeTelegram],
  ['Slack', startSlack],
  ['Discord', startDiscord],
])(
  '%s, lost for an hour, is there again within seconds: what still waits goes out once, and what was decided is not announced',
  async (_, open) => {
    const { stage, clock } = await stageWithClock(await open());
    const { fake, at } = stage;
    const chat = fake.chat(ADA);
    await stage.pair(ADA, 'ada');
    const [decided, undecided] = [await asked(stage, 'Decided?'), await asked(stage, 'Open?')];
    const [decidedCard, openCard] = [await stage.card(chat, 'Decided?'), await stage.card(chat, 'Open?')];

    await fake.down();
    await at.client().decide(decided.id, answers(2), by('bob'));
    const waiting = [];
    for (let i = 0; i < 6; i += 1) waiting.push(await asked(stage, `Question ${i}?`));
    await pass(clock, HOUR_MS / 2);
    const [first, second] = waiting.map(({ id }) => id) as [string, string];
    await at.client().decide(first, answers(1), by('bob'));
    await at.client().withdraw(second, 'not needed any more');
    const [late, inTime] = [fake.tap(ADA, decidedCard.at, 'Yes'), fake.tap(ADA, openCard.at, 'Yes')];
    await pass(clock, HOUR_MS / 2);
    expect((await at.client().notifiers())[0]).toMatchObject({ ok: false });
    fake.hourPasses();

    const before = fake.shown(chat).length;
    const upAt = clock.now();
    await fake.up();
    const digest = await whileTimePasses(clock, () => fake.shown(chat).find(({ text }) => text.includes('4 asks wait for you')));
    // Before more time passes: after half a minute without a reply, the broker sends it again.
    await eventually(async () => (await at.client().notifiers())[0]?.waiting === 0);
    await whileTimePasses(clock, () => fake.shown(chat).some(({ text }) => text.includes('bob (test): No')));
    expect(clock.now() - upAt).toBeLessThanOrEqual(BACK_WITHIN_MS);
    for (const i of [2, 3, 4, 5]) expect(digest.text).toContain(`Question ${i}?`);

    // Whoever tapped in the meantime: the tap counts if the service kept it. If not, the person was told at once, and can tap again.
    await whileTimePasses(clock, async () => (await at.client().notifiers())[0]?.ok);
    if (!fake.keeps) fake.tap(ADA, openCard.at, 'Yes');
    expect((await stage.over(undecided.id)).decision).toMatchObject({ by: { name: 'ada' }, answers: [{ chosen: [1] }] });
    await stage.when(openCard.at, `ada (${fake.kind})`);
    if (fake.keeps) await stage.card(chat, 'was already answered by bob (test)');
    expect([fake.told(late), fake.keeps ? fake.told(inTime) : undefined]).toEqual([undefined, undefined]);

    // Nothing is on its way while the time passes.
    await eventually(async () => (await at.client().notifiers())[0]?.waiting === 0);
    await pass(clock, HOUR_MS / 4);
    const sent = fake.shown(chat).slice(before);
    expect(sent.filter(({ text }) => /Question \d\?/.test(text))).toEqual([digest]);
    await expect.poll(() => at.client().notifiers()).toMatchObject([{ ok: true, waiting: 0 }]);
  },
);

async function stageWithClock(fake: FakeChat): Promise<{ readonly stage: Stage; readonly clock: FakeClock }> {
  const clock = fakeClock(Date.now());
  const stage = await openStage(fake);
  const log = pino({ level: 'silent' });
  const start = await openBroker({ place: stage.at.place, version: VERSION, log, port: 0, clock });
  if (start.kind !== 'started') throw new Error('the folder is taken');
  onTestFinished(async () => {
    await start.broker.stop();
    await stage.close();
  });
  return { stage, clock };
}

const asked = (stage: Stage, text: string) =>
  stage.ask({ questions: [{ text, header: 'Test', options: [{ label: 'Yes' }, { label: 'No' }] }] });

/** Timer by timer. */
async function pass(clock: FakeClock, ms: number): Promise<void> {
  const end = clock.now() + ms;
  while (clock.now() < end) await clock.advance(Math.min(end, Math.max(clock.now() + 1, clock.next())));
}

async function whileTimePasses<T>(clock: FakeClock, look: () => T) {
  return eventually(async () => {
    await clock.advance(clock.now() + 200);
    return look();
  });
}

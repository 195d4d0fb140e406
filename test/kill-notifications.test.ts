// kill -9 at the worst moments while people are notified and answer: no ask goes without its notification, none is told more than twice, and none is
// decided twice.
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { startDiscord } from './support/chats/discord.ts';
import { startSlack } from './support/chats/slack.ts';
import { ADA, openStage } from './support/chats/stage.ts';
import { fakeTelegram } from './support/chats/telegram.ts';
import type { Client } from './support/client.ts';
import { eventually } from './support/eventually.ts';
import { figure } from './support/figures.ts';
import { aRequest, by, type Home, home } from './support/home.ts';
import { PATIENCE_MS } from './support/kill.ts';
import { answers } from './support/samples.ts';

const CYCLES = Number(process.env.ANSWERBACK_KILL_CYCLES ?? 6);
/** With each chat. */
const CHAT_CYCLES = Number(process.env.ANSWERBACK_KILL_CYCLES ?? 2);
/** Every few cycles, enough asks for a digest. */
const BURST = 6;
const BURST_EVERY = 7;

type Told = { readonly event: string; readonly asks?: readonly { readonly id: string }[] };
/** When the broker is killed: a service has the message and has not replied, it has just replied, or at any time after the ask. */
type Moment = 'arrived' | 'replied' | 'any time';
const MOMENTS: readonly Moment[] = ['arrived', 'replied', 'any time'];

let at: Home;
const closers: (() => void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) close();
  await at.close();
});

it(`${CYCLES} × kill -9 while people are notified: everything is told, and at most twice`, {
  timeout: 300_000 + CYCLES * 15_000,
}, async () => {
  at = home();
  const { folder, config } = at.place;
  const [notes, secret] = [join(folder, 'notes'), join(folder, 'secret')];
  const killer = createKiller();
  const services = await Promise.all([service(killer.kill), service(killer.kill)]);
  const client = at.client(PATIENCE_MS);
  writeFileSync(secret, 'a secret', { mode: 0o600 });
  const hooks = Object.fromEntries(services.map(({ url }, i) => [`hook${i}`, { kind: 'webhook', url, 'secret-file': secret }]));
  writeFileSync(config, JSON.stringify({ notify: { ...hooks, program: { kind: 'command', run: ['sh', '-c', 'cat >> "$0"', notes] } } }));

  const ids: string[] = [];
  for (let cycle = 0; cycle < CYCLES; cycle += 1) {
    const count = cycle % BURST_EVERY === 2 ? BURST : 1;
    killer.arm((await client.status()).pid, MOMENTS[cycle % MOMENTS.length]);
    const asked = await Promise.all(
      Array.from({ length: count }, (_, n) =>
        client.ask(aRequest({ toolUseId: `t${cycle}.${n}`, session: { id: `s${cycle}`, program: 'tester', project: '/p' } })),
      ),
    );
    ids.push(...asked.map(({ id }) => id));
    await killer.atAnyTime(150);
    // Any call starts it again.
    for (const { id } of asked) await eventually(async () => (await sentTo(client, id)) === services.length + 1);
    killer.arm();
    const [first] = asked;
    if (first && cycle % 2 === 0) await client.decide(first.id, answers(1), by('ada'));
  }

  const commands = (): Told[] =>
    existsSync(notes)
      ? readFileSync(notes, 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line))
      : [];
  const counts = [...services.map(({ told }) => told), commands()].map((told) => ids.map((id) => timesTold(told, id)));
  for (const each of counts) {
    expect(Math.min(...each)).toBeGreaterThanOrEqual(1);
    expect(Math.max(...each)).toBeLessThanOrEqual(2);
  }
  const twice = counts.flat().filter((times) => times === 2).length;
  figure(
    `${CYCLES} × kill -9 during notifications`,
    `${ids.length} asks, 3 notifiers: each told each of them, ${twice} of ${counts.flat().length} twice`,
  );
});

it.each([
  ['Telegram', fakeTelegram, 0],
  ['Slack', startSlack, 1],
  ['Discord', startDiscord, 2],
])(
  `${CHAT_CYCLES} × kill -9 while %s is told and answers: every ask has one card or two, and one decision`,
  {
    timeout: 300_000 + CHAT_CYCLES * 15_000,
  },
  async (name, open, offset) => {
    const stage = await openStage(await open());
    ({ at } = stage);
    const { fake } = stage;
    closers.push(() => void fake.close());
    const chat = fake.chat(ADA);
    const client = at.client(PATIENCE_MS);
    const killer = createKiller();
    fake.onChange(killer.kill);
    await stage.pair(ADA, 'ada');
    const cards = (text: string) => fake.shown(chat).filter((each) => each.text.includes(text));

    const texts: string[] = [];
    let twice = 0;
    for (let cycle = 0; cycle < CHAT_CYCLES; cycle += 1) {
      const count = cycle % BURST_EVERY === 3 ? BURST : 1;
      const isTap = cycle % 2 === 1;
      const moment = MOMENTS[(Math.floor(cycle / 2) + offset) % MOMENTS.length];
      const { pid } = await client.status();
      await eventually(fake.listening);
      if (!isTap) killer.arm(pid, moment);
      const asked = await Promise.all(
        Array.from({ length: count }, (_, n) => {
          const questions = [{ text: `Question ${cycle}.${n}?`, header: 'Test', options: [{ label: 'Yes' }, { label: 'No' }] }];
          return client.ask(aRequest({ toolUseId: `t${cycle}.${n}`, rules: 'tolerant', questions }));
        }),
      );
      await killer.atAnyTime(60);
      for (const { id } of asked) await eventually(async () => (await sentTo(client, id)) === 1);
      await killer.hasKilled();
      for (const [n] of asked.entries()) {
        const shown = cards(`Question ${cycle}.${n}?`).length;
        expect(shown).toBeGreaterThanOrEqual(1);
        expect(shown).toBeLessThanOrEqual(2);
        if (shown === 2) twice += 1;
      }
      killer.arm(pid, isTap ? moment : undefined);
      const [{ id }] = asked as [(typeof asked)[0]];
      await answer(id, `Question ${cycle}.0?`);
      // The message is changed after the decision, if necessary after a restart.
      await killer.hasKilled();
      await client.status();
      await eventually(() => cards(`Question ${cycle}.0?`).some((each) => each.text.includes('ada (')));
      texts.push(...asked.map((_, n) => `Question ${cycle}.${n}?`));
      for (const { id: each } of asked) {
        if (each !== id) await client.decide(each, answers(1), by('bob'));
        const settled = (await client.history(each)).filter(({ happening }) => happening.kind === 'settled');
        expect(settled).toHaveLength(1);
      }
    }
    figure(
      `${CHAT_CYCLES} × kill -9 during messages and taps in ${name}`,
      `${texts.length} asks: each with its card, ${twice} with two, each decided once`,
    );

    /** As a person does it: taps again as long as nothing was decided, if the broker was killed or the reply was to choose again. */
    async function answer(id: string, text: string): Promise<void> {
      let tapped: { readonly pid: number; readonly tap: string } | undefined;
      await eventually(async () => {
        const { pid } = await client.status();
        if ((await client.show(id)).state !== 'open') return true;
        if (!fake.listening() || (tapped?.pid === pid && fake.told(tapped.tap) === undefined)) return false;
        const card = cards(text).findLast(({ buttons }) => buttons.flat().includes('Yes'));
        const shown = card ?? cards(text).at(-1);
        const [, number] = /^(\d+)\. /.exec(shown?.text.split('\n').find((line) => line.endsWith(text)) ?? '') ?? [];
        const label = card ? 'Yes' : shown?.buttons.flat().find((each) => each.startsWith(`${number}. `));
        if (!shown || label === undefined) throw new Error(`${text} has no card to tap on`);
        tapped = { pid, tap: fake.tap(ADA, shown.at, label) };
        await killer.atAnyTime(60);
        return false;
      });
      expect((await client.show(id)).decision).toMatchObject({ by: { name: 'ada' }, answers: [{ chosen: [1] }] });
    }
  },
);

async function sentTo(client: Client, id: string): Promise<number> {
  return (await client.show(id)).notified?.filter(({ step }) => step !== 'planned' && step !== 'failed').length ?? 0;
}

function createKiller() {
  let moment: Moment | undefined;
  let victim = 0;
  const kill = (now: Moment) => {
    if (moment !== now) return;
    moment = undefined;
    process.kill(victim, 'SIGKILL');
  };
  return {
    kill,
    /** Without a moment: nobody is killed. */
    arm(pid = 0, at?: Moment): void {
      [victim, moment] = [pid, at];
    },
    /** Resolves at once if nobody is to be killed. */
    hasKilled: (): Promise<unknown> => eventually(() => moment === undefined),
    async atAnyTime(withinMs: number): Promise<void> {
      if (moment !== 'any time') return;
      await new Promise((resolve) => setTimeout(resolve, randomInt(withinMs)));
      kill('any time');
    },
  };
}

const timesTold = (told: readonly Told[], id: string): number =>
  told.filter(({ event, asks }) => event === 'notify' && asks?.some((ask) => ask.id === id)).length;

async function service(kill: (moment: Moment) => void) {
  const told: Told[] = [];
  const server = createServer(async (request, response) => {
    told.push(JSON.parse(await text(request)));
    kill('arrived');
    response.end('ok');
    kill('replied');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => server.close().closeAllConnections());
  return { told, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

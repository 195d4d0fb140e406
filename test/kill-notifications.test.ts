// kill -9 at the worst moments while people are notified: no ask goes without its notification, and none is told more than twice.
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { eventually } from './support/eventually.ts';
import { figure } from './support/figures.ts';
import { aRequest, by, type Home, home } from './support/home.ts';
import { PATIENCE_MS } from './support/kill.ts';
import { answers } from './support/samples.ts';

const CYCLES = Number(process.env.ANSWERBACK_KILL_CYCLES ?? 6);
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
  let moment: Moment | undefined;
  let pid = 0;
  const kill = (now: Moment) => {
    if (moment !== now) return;
    moment = undefined;
    process.kill(pid, 'SIGKILL');
  };
  const services = await Promise.all([service(kill), service(kill)]);
  const client = at.client(PATIENCE_MS);
  writeFileSync(secret, 'a secret', { mode: 0o600 });
  const hooks = Object.fromEntries(services.map(({ url }, i) => [`hook${i}`, { kind: 'webhook', url, 'secret-file': secret }]));
  writeFileSync(config, JSON.stringify({ notify: { ...hooks, program: { kind: 'command', run: ['sh', '-c', 'cat >> "$0"', notes] } } }));

  const ids: string[] = [];
  for (let cycle = 0; cycle < CYCLES; cycle += 1) {
    const count = cycle % BURST_EVERY === 2 ? BURST : 1;
    ({ pid } = await client.status());
    moment = MOMENTS[cycle % MOMENTS.length];
    const asked = await Promise.all(
      Array.from({ length: count }, (_, n) =>
        client.ask(aRequest({ toolUseId: `t${cycle}.${n}`, session: { id: `s${cycle}`, program: 'tester', project: '/p' } })),
      ),
    );
    ids.push(...asked.map(({ id }) => id));
    if (moment === 'any time') {
      await new Promise((resolve) => setTimeout(resolve, randomInt(150)));
      kill('any time');
    }
    // Any call starts it again.
    for (const { id } of asked) await eventually(async () => (await sentTo(id)) === services.length + 1);
    moment = undefined;
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

  async function sentTo(id: string): Promise<number> {
    return (await client.show(id)).notified?.filter(({ step }) => step !== 'planned' && step !== 'failed').length ?? 0;
  }
});

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

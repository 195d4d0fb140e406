// The real broker on an unlucky machine: a named pipe as transcript, a full disk, no more descriptors, a clock that is set, a suspended process.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Refused } from '../src/client/errors.ts';
import { stopBroker } from '../src/client/start.ts';
import { post } from './support/channels/garbage.ts';
import { recorded } from './support/claude-code/payloads.ts';
import { eventually } from './support/eventually.ts';
import { figure } from './support/figures.ts';
import { aRequest, by, type Home, home } from './support/home.ts';
import { answers } from './support/samples.ts';

const ROUNDS = Number(process.env.ANSWERBACK_ROUNDS ?? 1);
const hasPrlimit = spawnSync('prlimit', ['--version']).status === 0;

let at: Home;
beforeEach(() => {
  at = home();
});
afterEach(() => at.close());

const large = (toolUseId: string) =>
  aRequest({
    toolUseId,
    questions: [{ text: 'Which?', header: 'Size', options: ['A', 'B'].map((label) => ({ label, description: 'x'.repeat(4_000) })) }],
  });
const limit = (pid: number, what: string) => execFileSync('prlimit', ['--pid', String(pid), what]);
const log = () => readFileSync(at.place.log, 'utf8');
const state = async (id: string) => (await at.client().show(id)).state;

it('a named pipe as transcript blocks nothing, not even the stop, and the log says why it is not read', async () => {
  const transcript = join(at.place.folder, 'pipe');
  const client = at.client();
  await client.status();
  execFileSync('mkfifo', [transcript]);
  // More than the process has threads for files.
  for (let n = 0; n < 12; n += 1) {
    const hook = { ...recorded('PermissionRequest-Bash'), session_id: `s${n}`, transcript_path: transcript };
    const esc = new AbortController();
    const held = post(at.place.socket, '/v1/channels/claude-code', JSON.stringify(hook), esc.signal).catch(() => {});
    await eventually(async () => (await client.list({ session: `s${n}` })).asks.length === 1);
    esc.abort();
    await held;
  }
  await eventually(() => log().includes('is not a regular file, so it is not read'));
  const { id } = await client.ask(aRequest());
  await client.decide(id, answers(1), by('ada'));
  expect(await stopBroker(at.place)).toBe(true);
});

it.runIf(hasPrlimit)(
  `a full disk, ${ROUNDS} times: asks are refused, nothing acknowledged is lost, and it continues when there is space`,
  { timeout: 120_000 + ROUNDS * 60_000 },
  async () => {
    const client = at.client();
    const { pid } = await client.status();
    const acknowledged: string[] = [];
    let refusals = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const { journal } = await client.status();
      // The size of files is limited instead of the disk: the write fails in the same way.
      limit(pid, `--fsize=${journal.bytes + 300_000}:unlimited`);
      const fill = async () => {
        for (let n = 0; ; n += 1) acknowledged.push((await client.ask(large(`t${round}-${n}`))).id);
      };
      await expect(fill()).rejects.toSatisfy((error) => error instanceof Refused && /full|cannot be written/.test(error.message));
      refusals += 1;
      expect((await at.run(['list'])).code).toBe(0);
      limit(pid, '--fsize=unlimited:unlimited');
    }
    const { id } = await client.ask(aRequest());
    await client.decide(id, answers(1), by('ada'));
    for (const each of acknowledged) expect(await state(each)).toBe('open');
    expect((await client.status()).pid).toBe(pid);
    expect(await client.check()).toEqual([]);
    figure(
      `${ROUNDS} × full disk`,
      `${refusals} × refused with the reason; ${acknowledged.length} of ${acknowledged.length} acknowledged asks kept; same process, journal sound`,
    );
  },
);

it.runIf(hasPrlimit)(
  `no more descriptors, ${ROUNDS} times: the broker survives and answers again`,
  { timeout: 120_000 + ROUNDS * 60_000 },
  async () => {
    const { pid } = await at.client().status();
    const { id } = await at.client().ask(aRequest());
    limit(pid, '--nofile=60:4096');
    let opened = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const sockets: Socket[] = [];
      for (let n = 0; n < 150; n += 1) {
        const socket = connect(at.place.socket);
        socket.on('error', () => {});
        socket.write('GET /v1/status HTTP/1.1\r\nhost: x\r\n\r\n');
        sockets.push(socket);
      }
      opened += sockets.length;
      await Promise.all(
        sockets.slice(0, 10).map((socket) => new Promise((resolve) => socket.once('data', resolve).once('close', resolve))),
      );
      for (const socket of sockets) socket.destroy();
      await eventually(() =>
        at
          .client()
          .list({})
          .then(
            ({ asks }) => asks.length === 1,
            () => false,
          ),
      );
    }
    limit(pid, '--nofile=4096:4096');
    await at.client().decide(id, answers(1), by('ada'));
    expect((await at.client().status()).pid).toBe(pid);
    expect(await at.client().check()).toEqual([]);
    figure(
      `${ROUNDS} × out of descriptors (60 allowed, 150 connections at once)`,
      `${opened} connections; same process, answers afterwards, journal sound`,
    );
  },
);

const GIVEN_MS = 3_000;
/** Timers may be this much too early. */
const TIMER_MS = 10;

it('when the clock is set forward, what is overdue by it expires; when it is set back, nothing expires early or stays for ever', async () => {
  const offset = join(at.place.folder, 'offset');
  const preload = join(at.place.folder, 'clock.cjs');
  writeFileSync(offset, '0');
  writeFileSync(
    preload,
    `const now = Date.now; Date.now = () => now() + Number(require('fs').readFileSync(${JSON.stringify(offset)}, 'utf8'));`,
  );
  at.env.NODE_OPTIONS = `--require ${preload}`;
  const client = at.client();
  const [soon, later] = [
    await client.ask(aRequest({ toolUseId: 'a', timeoutMs: 3_600_000 })),
    await client.ask(aRequest({ toolUseId: 'b', timeoutMs: 7_200_000 })),
  ];
  writeFileSync(offset, '5400000');
  await eventually(async () => (await state(soon.id)) === 'expired');
  expect(await state(later.id)).toBe('open');
  // A year back: the ask is from the future now, and has only the time that it was given.
  const before = performance.now();
  const short = await client.ask(aRequest({ toolUseId: 'c', timeoutMs: GIVEN_MS }));
  writeFileSync(offset, '-31536000000');
  await eventually(async () => (await state(short.id)) === 'expired');
  expect(performance.now() - before).toBeGreaterThan(GIVEN_MS - TIMER_MS);
  expect(await state(later.id)).toBe('open');
  figure(
    'The clock set 1.5 hours forward and a year back',
    'overdue asks expired at once, others stayed open, none stays longer than it was given',
  );
});

it('a deadline that passes while the process is stopped expires when it continues', async () => {
  const client = at.client();
  const { pid } = await client.status();
  const { id, deadline } = await client.ask(aRequest({ timeoutMs: 3_000 }));
  process.kill(pid, 'SIGSTOP');
  await eventually(() => Date.now() > (deadline ?? 0) + 500);
  process.kill(pid, 'SIGCONT');
  await eventually(async () => (await state(id)) === 'expired');
});

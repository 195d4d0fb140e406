// Whether configured agents are likely to answer.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseRouting } from '../../../test/support/routing.ts';
import { checkAnswerers } from './answerer.ts';

let folder: string;
let server: Server;
let port: number;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'check-'));
  for (const name of ['agent', 'plain']) writeFileSync(join(folder, name), '');
  chmodSync(join(folder, 'agent'), 0o700);
  server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const check = async (settings: unknown, env = {}) => {
  const parsed = parseRouting({ answerers: { claw: settings } });
  if (parsed.kind === 'invalid') throw new Error(parsed.problems[0]?.message);
  const [result] = await checkAnswerers(parsed.value.answerers, { PATH: folder, ...env });
  return result;
};

it.each([
  ['a program on the PATH', { kind: 'command', run: ['agent', '-p'] }, true, 'agent -p'],
  ['a program that is not there', { kind: 'command', run: ['gone'] }, false, "gone is not a program on the broker's PATH"],
  ['a file that may not be run', { kind: 'command', run: ['plain'] }, false, 'plain is not a program'],
  ['a model whose key is not set', { kind: 'model', api: 'anthropic', model: 'm', 'key-env': 'NO_SUCH_KEY' }, false, 'NO_SUCH_KEY'],
  ['a gateway that does not listen', { kind: 'openclaw', url: 'ws://127.0.0.1:1' }, false, 'nothing answers at 127.0.0.1:1 (ECONNREFUSED)'],
])('%s', async (_, settings, ok, message) => {
  expect(await check(settings)).toMatchObject({ name: 'claw', ok, message: expect.stringContaining(message) });
});

it('a gateway that listens, with a token that can be read', async () => {
  const settings = { kind: 'openclaw', url: `ws://127.0.0.1:${port}`, 'token-env': 'TOKEN' };
  expect(await check(settings, { TOKEN: 'secret-token' })).toMatchObject({ ok: true });
  expect(await check(settings)).toMatchObject({ ok: false });
});

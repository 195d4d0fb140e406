// The broker and the command line in this process, with longer lists of what is plugged in.
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import type { CommandEntry } from '../../src/cli/app/command.ts';
import { main } from '../../src/cli/main.ts';
import { VERSION } from '../../src/client/version.ts';
import { openBroker } from '../../src/server/broker.ts';
import type { Lists } from '../../src/server/lists.ts';
import { CLI, type Home, type Ran } from './home.ts';

/** It stops with its test. */
export async function brokerWith(lists: Lists, { place }: Home): Promise<void> {
  const start = await openBroker({ place, version: VERSION, log: pino({ level: 'silent' }), port: 0, lists });
  if (start.kind !== 'started') throw new Error('the folder is taken');
  onTestFinished(() => start.broker.stop());
}

export async function runInProcess(commands: readonly CommandEntry[], args: readonly string[], { env }: Home): Promise<Ran> {
  const text = { out: '', err: '' };
  const stream = (name: 'out' | 'err') =>
    new Writable({
      write(chunk, _, done) {
        text[name] += chunk;
        done();
      },
    });
  const argv = [process.execPath, CLI, ...args];
  const own = { env, argv, stdin: { isTTY: false }, stdout: stream('out'), stderr: stream('err'), exitCode: undefined, on() {} };
  const fake: NodeJS.Process = Object.create(
    process,
    Object.fromEntries(Object.entries(own).map(([name, value]) => [name, { value, writable: true }])),
  );
  await main(fake, commands);
  return { code: Number(fake.exitCode ?? 0), ...text };
}

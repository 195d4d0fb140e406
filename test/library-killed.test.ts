// Programs that use the library and are killed while they wait: what they asked is withdrawn, unless another program may go on with it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventually } from './support/eventually.ts';
import { type Home, home } from './support/home.ts';

let at: Home;
let programs: ChildProcess[];
beforeEach(() => {
  at = home();
  programs = [];
});
afterEach(async () => {
  for (const program of programs) program.kill('SIGKILL');
  await at.close();
});

/** Looked for every ten seconds. */
const NOTICED_WITHIN_MS = 20_000;
const QUESTIONS = JSON.stringify([
  {
    question: 'Which database?',
    header: 'Database',
    multiSelect: false,
    options: ['a', 'b'].map((label) => ({ label, description: label })),
  },
]);
const ask = (options: object) => `import { ask } from ${module('index.js')}; await ask(${QUESTIONS}, ${JSON.stringify(options)});`;
const ADAPTER = `import { answerFromInbox } from ${module('claude-agent-sdk.js')};
  const call = { signal: new AbortController().signal, toolUseID: 't1' };
  await answerFromInbox({ program: 'adapter', permissions: true }).canUseTool('Bash', { command: 'ls' }, call);`;

function module(name: string): string {
  return JSON.stringify(resolve('dist', name));
}

it('ends the sessions of killed programs, but not one that the program has named', { timeout: 60_000 }, async () => {
  await at.run(['broker', 'start']);
  for (const code of [ask({ program: 'own' }), ask({ program: 'named', session: 'shared' }), ADAPTER])
    programs.push(spawn(process.execPath, ['--input-type=module', '-e', code], { env: { ...process.env, ...at.env }, stdio: 'inherit' }));
  const reader = at.client();
  const open = async () => (await reader.list({ state: ['open'] })).asks.map(({ program }) => program).sort();
  await eventually(async () => (await open()).length === 3);
  for (const program of programs) {
    program.kill('SIGKILL');
    await once(program, 'exit');
  }
  await expect.poll(open, { timeout: NOTICED_WITHIN_MS }).toEqual(['named']);
  expect((await reader.sessions()).map(({ id }) => id)).toEqual(['shared']);
});

// The list of commands: what one entry is enough for.
import { readFileSync } from 'node:fs';
import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { withListTables } from '../../test/support/list-tables.ts';
import { type CommandEntry, command } from './app/command.ts';
import { examples, flag, json, text } from './app/parameters.ts';
import type { Check } from './checks/list.ts';
import { doctorWith } from './commands/doctor.ts';
import { COMMANDS } from './commands.ts';
import type { Context } from './context.ts';
import { main } from './main.ts';

const toy: CommandEntry = {
  name: 'salute',
  group: 'inspect',
  brief: 'Say hello',
  load: async () =>
    command(salute, {
      parameters: {
        flags: { json, loudly: flag('With an exclamation mark') },
        positional: { kind: 'tuple', parameters: [{ parse: text, brief: 'Whom', placeholder: 'name' }] },
      },
      docs: { fullDescription: examples('Politely.', ['answerback salute ada']) },
    }),
};

function salute(this: Context, { loudly }: { readonly json: boolean; readonly loudly: boolean }, name: string): void {
  this.out.line(`hello ${name}${loudly ? '!' : ''}`);
}

async function run(words: readonly string[], commands: readonly CommandEntry[] = [...COMMANDS, toy]) {
  const written = { out: '', err: '' };
  const stream = (name: keyof typeof written) =>
    new Writable({
      write(chunk, _, done) {
        written[name] += String(chunk);
        done();
      },
    });
  const fake = { argv: ['node', 'answerback', ...words], env: {}, stdout: stream('out'), stderr: stream('err'), stdin: {}, on() {} };
  await main(fake as unknown as NodeJS.Process, commands);
  return { code: (fake as { exitCode?: number }).exitCode ?? 0, ...written };
}

describe('a command that is only an entry in the list', () => {
  it('runs, with its arguments and flags', async () => {
    expect(await run(['salute', 'ada', '--loudly'])).toEqual({ code: 0, out: 'hello ada!\n', err: '' });
  });

  it('is in the help, in its group, and has a help of its own', async () => {
    const { out } = await run(['help']);
    expect(out.slice(out.indexOf('INSPECT'), out.indexOf('MAINTAIN'))).toMatch(/salute +Say hello/);
    expect((await run(['salute', '--help'])).out).toMatch(/^Say hello\n\nUSAGE\n {2}answerback salute <name> \[flags\]\n\nPolitely\./);
  });

  it('is completed, and so are its flags', async () => {
    expect((await run(['__complete', '--', 'sal'])).out).toBe('salute\tSay hello\n');
    expect((await run(['__complete', '--', 'salute', '--l'])).out).toBe('--loudly\tWith an exclamation mark\n');
  });

  it('is on the man page', async () => {
    expect((await run(['__man'])).out).toContain('.B answerback salute <name> [flags]\nSay hello. Politely.\n');
  });

  it('is in the table of the docs, in its group', () => {
    const page = withListTables(readFileSync('docs/COMMANDS.md', 'utf8'), { commands: [...COMMANDS, toy] });
    expect(page.slice(page.indexOf('| inspect |'), page.indexOf('| maintain |'))).toContain('|  | `salute` | Say hello |\n');
  });

  it('is meant by a word that is nearly its name, and its mistakes are explained', async () => {
    expect(await run(['salut'])).toMatchObject({ code: 2, err: expect.stringContaining('Did you mean: answerback salute') });
    expect(await run(['salute'])).toMatchObject({ code: 2, err: expect.stringContaining('the name is missing') });
  });
});

it('only the command that was typed is loaded', async () => {
  const never = COMMANDS.map((entry) => ({ ...entry, load: () => Promise.reject(new Error(`${entry.name} was loaded`)) }));
  for (const words of [['salute', 'ada'], ['help'], ['salute', '--help'], ['__complete', '--', 's'], ['salut']])
    expect((await run(words, [...never, toy])).err).not.toContain('was loaded');
});

it('docs/COMMANDS.md describes every command', () => {
  const page = readFileSync('docs/COMMANDS.md', 'utf8');
  const isThere = (name: string) => new RegExp(`^### ${name}$|^answerback ${name}( |$)|\`answerback ${name}[ \`]`, 'm').test(page);
  expect(COMMANDS.map(({ name }) => name).filter((name) => !isThere(name))).toEqual([]);
});

describe('a check that is only an entry in the list of checks', () => {
  const checks: readonly Check[] = [
    { name: 'weather', run: () => ({ state: 'warning', message: 'it rains', fix: 'Take an umbrella.' }) },
    { name: 'roof', vital: true, run: () => Promise.reject(new Error('it leaks')) },
    { name: 'cellar', run: () => ({ state: 'ok', message: 'dry' }) },
  ];
  const doctor = (...flags: readonly string[]) =>
    run(
      ['doctor', ...flags],
      COMMANDS.map((entry) => (entry.name === 'doctor' ? { ...entry, load: async () => doctorWith(checks) } : entry)),
    );

  it('is run by doctor, which stops where nothing else can work', async () => {
    const { code, out } = await doctor();
    expect(code).toBe(1);
    expect(out).toBe('! weather     it rains\n              → Take an umbrella.\n✗ roof        it leaks\n\n1 problem found.\n');
  });

  it('is in the report for programs', async () => {
    expect(JSON.parse((await doctor('--json')).out)).toEqual({
      ok: false,
      findings: [
        { name: 'weather', state: 'warning', message: 'it rains', fix: 'Take an umbrella.' },
        { name: 'roof', state: 'problem', message: 'it leaks' },
      ],
    });
  });
});

// A new user's first words: help, mistakes, what can be connected, a first configuration. The built program, a real broker.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Home, home } from './support/home.ts';

let at: Home;
beforeAll(() => {
  at = home();
});
afterAll(() => at.close());

const GROUPS = ['START HERE', 'ANSWER', 'ASK', 'AUTOMATE', 'INSPECT', 'MAINTAIN'];

it('help lists all commands in groups, and explains one', async () => {
  const { out } = await at.run(['help']);
  expect(out.match(/^[A-Z ]+$/gm)).toEqual(['USAGE', ...GROUPS, 'FLAGS', 'EXAMPLES']);
  expect(await at.run(['--help'])).toEqual({ code: 0, out, err: '' });
  const one = await at.run(['help', 'show']);
  expect(one.out).toContain('answerback show <id> [flags]');
  expect(await at.run(['show', '--help'])).toEqual(one);
  expect((await at.run(['help', 'route'])).out).toContain('explain [id]');
});

const MISTAKES = [
  ['anwser', 'k3f9', '2'],
  ['ls'],
  ['deploy'],
  ['answer'],
  ['show'],
  ['show', 'zzzz'],
  ['ask'],
  ['ask', 'Which', 'database?'],
  ['ask', 'Which?', '--timeout'],
  ['ask', 'Which?', '-o', 'A', '-o', 'B', '--timeout', 'soon'],
  ['list', '--jsno'],
  ['list', '-x'],
  ['list', '--state', 'opne'],
  ['log', '--limit', 'many'],
  ['setup', 'codex'],
  ['setup', 'clade-code'],
  ['route', 'chekc'],
  ['completion', 'powershell'],
  ['pause', 'shop'],
  ['config', 'get', 'routes'],
];

it('mistakes of beginners are explained in our own words', async () => {
  const said: string[] = [];
  for (const words of MISTAKES) {
    const { code, out, err } = await at.run(words);
    said.push(
      `$ answerback ${words.map((word) => (/\W/.test(word) && !/^--?\w+$/.test(word) ? `"${word}"` : word)).join(' ')}`,
      `${out}${err}[${code}]`,
      '',
    );
  }
  await expect(said.join('\n')).toMatchFileSnapshot('fixtures/mistakes-of-beginners.txt');
});

it('mistakes are JSON with --json', async () => {
  for (const words of [['anwser'], ['show'], ['list', '--limit', 'x']]) {
    const { code, err } = await at.run([...words, '--json']);
    expect({ code, ...JSON.parse(err) }).toMatchObject({
      code: 2,
      error: { code: 'usage', message: expect.any(String), fix: expect.any(String) },
    });
  }
});

it('setup alone says what can be connected, and whether it is there', async () => {
  const { code, out } = await at.run(['setup'], { env: { HOME: at.place.folder, PATH: '/nowhere' } });
  expect(code).toBe(0);
  expect(out).toMatch(/^○ claude-code no `claude` on the PATH; not connected \(to connect it: answerback setup claude-code\)$/m);
  expect(out).toMatch(/^○ cursor +Cursor: not found$/m);
  expect(JSON.parse((await at.run(['setup', '--json'])).out)).toMatchObject({ programs: [{ name: 'claude-code', state: 'off' }, {}, {}] });
});

it('config finds, writes and checks the configuration; list and status say what is wrong with it while it lasts', async () => {
  const { config } = at.place;
  expect(await at.run(['config', 'path'])).toMatchObject({ code: 0, out: `${config}\n` });
  expect((await at.run(['config', 'init'])).out).toContain(`Wrote ${config}`);
  expect(readFileSync(config, 'utf8')).toMatch(/^# yaml-language-server: \$schema=\.\/config\.schema\.json\n/);
  const schema = join(at.place.folder, 'config.schema.json');
  expect(readFileSync(schema, 'utf8')).toBe((await at.run(['config', 'schema'])).out);
  expect(await at.run(['config', 'check'])).toMatchObject({ code: 0, out: expect.stringContaining(`✓ ${config}`) });
  expect((await at.run(['config', 'init'])).out).toContain('exists already');

  writeFileSync(config, 'pause: false\nroutes:\n  - name: night\n    decied: [people]\n');
  const problem = `${config}:4:5: routes[0].decied: unknown field; did you mean "decide"?`;
  expect(await at.run(['config', 'check'])).toMatchObject({ code: 1, out: expect.stringContaining(`✗ ${problem}`) });
  for (const command of ['list', 'status']) expect((await at.run([command])).out.replaceAll(/\n\s*/g, ' ')).toContain(problem);
  writeFileSync(config, '# Nothing yet.\n');
  for (const command of ['list', 'status']) expect((await at.run([command])).out).not.toContain(config);
  expect(existsSync(schema)).toBe(true);
});

it('config edit opens the editor that the user has set, and needs a terminal', async () => {
  expect(await at.run(['config', 'edit'], { env: { EDITOR: 'false' } })).toMatchObject({
    code: 2,
    err: expect.stringContaining('no terminal'),
  });
});

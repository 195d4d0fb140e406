// Plain prompts in a pipe: the built command line and the library's function, without a terminal.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { home as aHome, aRequest, by, type Home } from './support/home.ts';
import { answers } from './support/samples.ts';

let home: Home;
beforeAll(() => {
  home = aHome();
});
afterAll(() => home.close());

const asked = async () => (await home.client().ask(aRequest())).id;

describe('through a pipe', () => {
  test('answer --plain asks, explains, asks again, and sends', async () => {
    const id = await asked();
    const { code, out } = await home.run(['answer', id, '--plain'], { input: '7\n2\ny\n' });
    expect(out).toContain('There is no option 7');
    expect(out).toContain('✓ SQLite');
    expect(code).toBe(0);
    expect((await home.client().show(id)).decision).toMatchObject({ by: { name: 'ada', surface: 'terminal' }, answers: [{ chosen: [2] }] });
  });

  test('show --answer does the same', async () => {
    const id = await asked();
    expect((await home.run(['show', id, '--answer'], { input: 'o neither of them\ny\n' })).code).toBe(0);
    expect((await home.client().show(id)).decision).toMatchObject({ answers: [{ kind: 'words', words: 'neither of them' }] });
  });

  test('ask --plain prompts the person who started it, and prints only the answer to standard output', async () => {
    const { code, out, err } = await home.run(['ask', 'Ship it?', '-o', 'Yes', '-o', 'No', '--plain'], { input: '1\ny\n' });
    expect(code).toBe(0);
    expect(out).toBe('Yes\n');
    expect(err).toContain('Submit? (y, n):');
  });

  test('the end of the input leaves the ask open and says how to come back', async () => {
    const id = await asked();
    const { code, err } = await home.run(['answer', id, '--plain'], { input: '2\n' });
    expect(code).toBe(130);
    expect(err).toContain(`answerback show ${id.slice(0, 8)} --answer`);
    expect((await home.client().show(id)).state).toBe('open');
  });

  test('an ask that is over is not shown again', async () => {
    const id = await asked();
    await home.client().decide(id, answers(1), by('bob'));
    const { code, err } = await home.run(['answer', id, '--plain'], { input: '2\ny\n' });
    expect(code).not.toBe(0);
    expect(err).not.toBe('');
    expect((await home.run(['show', id, '--answer'])).out).toContain('by bob');
  });

  test('without --plain, a pipe gets the usual error for missing choices', async () => {
    const { code, err } = await home.run(['answer', await asked()]);
    expect(code).toBe(2);
    expect(err).toContain('give one choice');
  });
});

test('askInTerminal returns the verdict to a program', async () => {
  const program = `
    import { askInTerminal } from ${JSON.stringify(pathToFileURL('dist/terminal.js').href)};
    const verdict = await askInTerminal({ questions: [{ text: 'Ship it?', options: [{ label: 'Yes' }, { label: 'No' }] }] });
    console.error(JSON.stringify(verdict));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.end('2\ny\n');
  const printed = (await child.stderr.toArray()).map(String).join('');
  expect(JSON.parse(printed)).toEqual({ kind: 'answers', answers: [{ choose: [2] }] });
});

test('the screens bring no framework', () => {
  for (const file of readdirSync('dist').filter((name) => name.endsWith('.js')))
    expect(/Symbol\.for\("react\.|yoga-layout/.test(readFileSync(join('dist', file), 'utf8')), file).toBe(false);
});

// The dialog in a real terminal: the built program in tmux, controlled by keys.
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { contentOf } from '../support/content-of.ts';
import { eventually } from '../support/eventually.ts';
import { home as aHome, aRequest, by, type Home } from '../support/home.ts';
import { answers } from '../support/samples.ts';
import { openScreen, type Screen, type ScreenOptions } from './screen.ts';

let home: Home;
let screens: Screen[] = [];
beforeEach(() => {
  home = aHome();
});
afterEach(async () => {
  await Promise.all(screens.map((screen) => screen.close()));
  screens = [];
  await home.close();
});

async function open(command: string, options?: ScreenOptions): Promise<Screen> {
  const screen = await openScreen(home, command, options);
  screens.push(screen);
  return screen;
}

const option = (label: string, description = label) => ({ label, description });
const DATABASE = `answerback ask "Which database?" --header Database -o "Postgres: a server" -o "SQLite: one file"`;
const four = {
  questions: [
    { text: 'Which database?', header: 'Database', options: [option('Postgres'), option('SQLite')] },
    { text: 'Which checks?', header: 'Checks', options: [option('Types'), option('Lint'), option('Tests')], multiSelect: true },
    { text: 'Which name?', header: 'Name', options: [option('shop'), option('store')] },
  ],
};

const onlyAsk = async () => (await home.client().list({})).asks[0];

describe('answering', () => {
  test('a single choice with arrow and Enter prints the answer on standard output', async () => {
    const screen = await open(`answer=$(${DATABASE}); echo "got: $answer"`);
    await screen.until('❯ ( ) 1  Postgres  a server');
    await screen.keys('Down');
    await screen.until('❯ ( ) 2  SQLite');
    await screen.keys('Enter');
    await screen.until('got: SQLite');
    expect(await onlyAsk()).toMatchObject({ state: 'verified', decision: { by: { kind: 'person', name: 'ada', surface: 'terminal' } } });
  });

  test('in a multi-select, Space ticks, Enter goes to the review, Enter submits', async () => {
    const { id } = await home.client().ask(aRequest({ questions: [four.questions[1]] }));
    const screen = await open(`answerback answer ${id}`);
    await screen.until('❯ [ ] 1  Types');
    await screen.keys('Space');
    await screen.until('[x] 1  Types');
    await screen.type('3');
    await screen.until('[x] 3  Tests');
    await screen.keys('Enter');
    await screen.until('Is this what you want to send?');
    await screen.keys('Enter');
    await screen.until('exit=0');
    expect((await home.client().show(id)).decision).toMatchObject({ answers: [{ kind: 'chosen', chosen: [1, 3] }] });
  });

  test('a form can be answered in any order, takes notes, and the review lists unanswered questions', async () => {
    const { id } = await home.client().ask(aRequest(four));
    const screen = await open(`answerback show ${id} --answer`);
    await screen.until('1/3: Database');
    await screen.keys('Enter');
    await screen.until('2/3: Checks');
    await screen.keys('BTab');
    await screen.until('(•) 1  Postgres');
    await screen.type('n');
    await screen.until('Note');
    await screen.type('with backups');
    await screen.until('│ with backups');
    await screen.keys('Enter');
    await screen.until('✎ note: with backups');
    await screen.keys('Tab');
    await screen.until('2/3: Checks');
    await screen.type('2');
    await screen.until('[x] 2  Lint');
    await screen.keys('Tab');
    await screen.until('3/3: Name');
    await screen.keys('Tab');
    await screen.until('one question is still open');
    await screen.keys('Enter');
    await screen.until('Still open: Name');
    await screen.keys('Enter');
    await screen.until('3/3: Name');
    await screen.type('s');
    const review = await screen.until('Is this what you want to send?');
    expect(review).toMatch(/Database +Postgres\n.*note: with backups\n.*Checks +Lint\n.*Name +skipped/);
    await screen.keys('Enter');
    await screen.until('exit=0');
    expect((await home.client().show(id)).decision).toMatchObject({
      answers: [{ kind: 'chosen', chosen: [1], note: 'with backups' }, { kind: 'chosen', chosen: [2] }, { kind: 'skipped' }],
    });
  });

  test('own words can be typed, pasted in any script with several lines, and get new lines by Alt-Enter', async () => {
    const screen = await open(DATABASE);
    await screen.until('❯ ( ) 1  Postgres');
    await screen.type('3');
    await screen.until('type here');
    await screen.keys('Enter');
    await screen.until('Nothing typed yet');
    await screen.type('é: ');
    await screen.until('│ é:');
    await screen.paste('日本語 👩‍💻\nمرحبا q\r? 3');
    await screen.until('│ مرحبا q');
    await screen.keys('M-Enter');
    await screen.until(/│ \? 3\n *│$/m);
    await screen.type('end');
    await screen.until('│ end');
    await screen.keys('Enter');
    await screen.until('exit=0');
    expect((await onlyAsk())?.decision).toMatchObject({ answers: [{ kind: 'words', words: 'é: 日本語 👩‍💻\nمرحبا q\n? 3\nend' }] });
  });

  test('a paste of 50,000 characters arrives completely', async () => {
    const text = Array.from({ length: 1000 }, (_, i) => `line ${i} ${'字'.repeat(20)} ${'x'.repeat(18)}`).join('\n');
    const screen = await open(DATABASE);
    await screen.until('❯ ( ) 1  Postgres');
    await screen.paste(text);
    await screen.until('line 999');
    await screen.keys('Enter');
    await screen.until('exit=0');
    expect((await onlyAsk())?.decision).toMatchObject({ answers: [{ kind: 'words', words: text }] });
  });
});

describe('not answering', () => {
  test('Esc leaves the text field and asks before it discards anything; d and Enter decline', async () => {
    const screen = await open(DATABASE);
    await screen.until('❯ ( ) 1  Postgres');
    await screen.type('3');
    await screen.until('type here');
    await screen.type('mine');
    await screen.until('│ mine');
    await screen.keys('Escape');
    await screen.until('“mine”');
    await screen.keys('Escape');
    await screen.until('will be lost');
    await screen.keys('Escape');
    await screen.until('❯ (•) 3  Other     “mine”');
    await screen.keys('d');
    await screen.until('will be discarded');
    await screen.type('not now');
    await screen.until('│ not now');
    await screen.keys('Enter');
    await screen.until('exit=3');
    expect((await onlyAsk())?.decision).toMatchObject({ kind: 'decline', message: 'not now' });
  });

  test('a secret is not shown while it is typed, and only the asker gets it', async () => {
    const screen = await open('token=$(answerback ask --secret "Which token?"); echo "got [$token]"');
    await screen.until('type the secret');
    await screen.type('hunter2-zzz');
    expect(await screen.until('•••••••••••')).not.toContain('hunter2');
    await screen.keys('Enter');
    await screen.until('got [hunter2-zzz]');
    const ask = await onlyAsk();
    await eventually(async () => (await onlyAsk())?.state === 'verified');
    const { out } = await home.run(['show', ask?.id ?? '', '--events', '--json']);
    expect(out).toContain('sealed:1:');
    const stored = readdirSync(home.place.folder, { withFileTypes: true }).filter((each) => each.isFile());
    const files = stored.flatMap(({ name }) => contentOf(join(home.place.folder, name)) ?? []);
    for (const text of [out, ...files]) expect(text).not.toContain('hunter2');
    expect(files.join()).toContain('sealed:1:');
  });

  test('a redirect is one key away', async () => {
    const screen = await open(DATABASE);
    await screen.until('❯ ( ) 1  Postgres');
    await screen.type('r');
    await screen.until('What is wrong with this question?');
    await screen.type('there is no database');
    await screen.until('│ there is no database');
    await screen.keys('Enter');
    await screen.until('exit=4');
    expect((await onlyAsk())?.decision).toMatchObject({ kind: 'redirect', message: 'there is no database' });
  });

  test('Ctrl-C leaves the ask open and says how to answer it later, which works', async () => {
    const screen = await open(DATABASE);
    await screen.until('❯ ( ) 1  Postgres');
    await screen.keys('C-c');
    const said = await screen.until('exit=130');
    const [, id = ''] = /answerback show (\w+) --answer/.exec(said) ?? [];
    expect((await onlyAsk())?.state).toBe('open');
    const again = await open(`answerback show ${id} --answer`);
    await again.until('❯ ( ) 1  Postgres');
    await again.keys('Enter');
    await again.until('exit=0');
    expect((await onlyAsk())?.decision).toMatchObject({ answers: [{ chosen: [1] }] });
  });
});

describe('while the dialog is open', () => {
  test('it closes and says who answered what when somebody else was first', async () => {
    const { id } = await home.client().ask(aRequest());
    const screen = await open(`answerback answer ${id}`);
    await screen.until('❯ ( ) 1  Postgres');
    expect((await home.run(['answer', id, '2', '--by', 'person:bob'])).code).toBe(0);
    await screen.until('bob was first (cli): SQLite');
    await screen.until('exit=1');
  });

  test('it says so when the ask is withdrawn', async () => {
    const { id } = await home.client().ask(aRequest());
    const screen = await open(`answerback answer ${id}`);
    await screen.until('❯ ( ) 1  Postgres');
    await home.client().withdraw(id, 'the build was cancelled');
    await screen.until('withdrawn: the build was cancelled');
    await screen.until('exit=6');
  });

  test('it ends without an answer, and says so, when the time runs out', async () => {
    const screen = await open(`${DATABASE} --timeout 9s`);
    await screen.until(/expires in 0:0\d/);
    await screen.until('exit=5');
    expect((await onlyAsk())?.state).toBe('expired');
  });

  test('nothing is lost when the broker is killed, and the answer arrives', async () => {
    const { id } = await home.client().ask(aRequest());
    const screen = await open(`answerback answer ${id}`);
    await screen.until('❯ ( ) 1  Postgres');
    await screen.type('2');
    await screen.until('(•) 2  SQLite');
    process.kill((await home.pid()) as number, 'SIGKILL');
    await screen.keys('Enter');
    await screen.until('exit=0');
    expect((await home.client().show(id)).decision).toMatchObject({ answers: [{ chosen: [2] }] });
  });

  test('an answer from elsewhere still closes it after a restart of the broker', async () => {
    const { id } = await home.client().ask(aRequest());
    const screen = await open(`answerback answer ${id}`);
    await screen.until('❯ ( ) 1  Postgres');
    process.kill((await home.pid()) as number, 'SIGKILL');
    await home.client().decide(id, answers(1), by('bob'));
    await screen.until('bob was first (test): Postgres');
  });
});

describe('the terminal', () => {
  test('is restored after an answer, and after the program is killed', async () => {
    const screen = await open(`${DATABASE}; stty -a`);
    await screen.until('❯ ( ) 1  Postgres');
    expect(await screen.fact('alternate_on')).toBe('1');
    await screen.keys('Enter');
    const after = await screen.until('exit=0');
    expect(await screen.fact('alternate_on')).toBe('0');
    expect(after).toMatch(/ icanon/);
    expect(after).toMatch(/ echo /);

    const killed = await open(`${DATABASE}; stty -a`);
    await killed.until('❯ ( ) 1  Postgres');
    const [child = ''] = execFileSync('pgrep', ['-P', String(killed.pane.pid)], { encoding: 'utf8' }).split('\n');
    process.kill(Number(child), 'SIGTERM');
    const left = await killed.until('exit=0');
    expect(await killed.fact('alternate_on')).toBe('0');
    expect(await killed.fact('cursor_flag')).toBe('1');
    expect(left).toMatch(/ icanon/);
  });

  test('can be resized at any time', async () => {
    const screen = await open(DATABASE, { columns: 120, rows: 40 });
    await screen.until('❯ ( ) 1  Postgres');
    for (const [columns, rows] of [
      [60, 15],
      [20, 5],
      [200, 60],
      [80, 24],
    ] as const) {
      await screen.pane.tmux('resize-window', '-t', 'agent', '-x', String(columns), '-y', String(rows));
      await screen.until(columns === 20 ? 'small window' : new RegExp(`^ ─{${columns - 2}}$`, 'm'));
    }
    const settled = await screen.until('? help');
    expect(settled.split('\n').filter((line) => line.includes('Database'))).toHaveLength(1);
    await screen.keys('Enter');
    await screen.until('exit=0');
  });

  test('can be very small', async () => {
    const screen = await open(DATABASE, { columns: 20, rows: 5 });
    await screen.until('❯ ( ) 1  Postgres');
    await screen.keys('Down');
    await screen.until('❯ ( ) 2');
    await screen.keys('Enter');
    await screen.until('exit=0');
    expect((await onlyAsk())?.decision).toMatchObject({ answers: [{ chosen: [2] }] });
  });

  test('gets no colour with NO_COLOR, and plain prompts when it is dumb', async () => {
    const bare = await open(DATABASE, { env: { NO_COLOR: '1' } });
    await bare.until('❯ ( ) 1  Postgres');
    expect(await bare.pane.tmux('capture-pane', '-e', '-p', '-t', bare.pane.id)).not.toMatch(/\[[\d;]*3[0-7]m/);
    const dumb = await open(`TERM=dumb; export TERM; ${DATABASE}`);
    await dumb.until('Your choice (? for help):');
    await dumb.type('2');
    await dumb.until('help): 2');
    await dumb.keys('Enter');
    await dumb.until('Submit?');
    await dumb.type('y');
    await dumb.until(/Submit\?.* y/);
    await dumb.keys('Enter');
    await dumb.until('exit=0');
  });
});

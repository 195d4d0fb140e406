// The inbox in a real terminal, controlled by keys: live updates, answers here and elsewhere, resizing, and a broker that dies.
import { cpSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { aRequest, by, type Home, home } from '../support/home.ts';
import { answers } from '../support/samples.ts';
import { openScreen, type Screen, type ScreenOptions } from './screen.ts';

let at: Home;
let client: Client;
let screens: Screen[];
beforeEach(() => {
  at = home();
  client = at.client();
  screens = [];
});
afterEach(async () => {
  for (const screen of screens) {
    // An inbox that is still running would start a new broker when this one ends.
    await screen.keys('C-c');
    await screen.until('exit=');
    await screen.close();
  }
  await at.close();
});

async function inbox(options: ScreenOptions = {}, command = 'answerback'): Promise<Screen> {
  const screen = await openScreen(at, command, options);
  screens.push(screen);
  await screen.until('● live');
  return screen;
}

const resize = (screen: Screen, columns: number, rows: number) =>
  screen.pane.tmux('resize-window', '-t', screen.pane.id, '-x', String(columns), '-y', String(rows));

const question = (text: string, project = '/srv/shop') =>
  aRequest({
    session: { id: `agent-${project}`, program: 'claude-code', project },
    questions: [
      {
        text,
        header: 'Choice',
        options: [
          { label: 'Postgres', description: 'a server' },
          { label: 'SQLite', description: 'one file' },
        ],
      },
    ],
  });

describe('the inbox', () => {
  it('opens with `answerback` alone, and shows open asks', async () => {
    await client.ask(question('Which database?'));
    const shown = await (await inbox()).until('Which database?');
    expect(shown).toMatch(/\[Asks 1\]/);
    expect(shown).toMatch(/shop · claude-code · question\b/);
  });

  it('shows a new ask at once, and keeps the selection', async () => {
    await client.ask(question('The first one?'));
    const screen = await inbox();
    await screen.until('❯ The first one?');
    await client.ask(question('The second one?'));
    expect(await screen.until('The second one?')).toMatch(/ {2}The second one\?.*\n.*\n❯ The first one\?/);
  });

  it('answers an ask in place, and the agent gets the answer', async () => {
    const ask = await client.ask(question('Which database?'));
    const screen = await inbox();
    await screen.until('❯ Which database?');
    await screen.keys('Enter');
    await screen.until('❯ ( ) 1  Postgres');
    await screen.keys('Down');
    await screen.until('❯ ( ) 2  SQLite');
    await screen.keys('Enter');
    await screen.until('✓ Which database? → SQLite');
    expect(await client.result(ask.id)).toMatchObject({
      outcome: 'answers',
      answers: [{ chosen: ['SQLite'] }],
      by: { surface: 'terminal' },
    });
  });

  it('keeps a draft answer when you go back to the list', async () => {
    await client.ask(question('Which database?'));
    const screen = await inbox();
    await screen.until('❯ Which database?');
    await screen.keys('Enter');
    await screen.until('( ) 2  SQLite');
    await screen.keys('2');
    await screen.until('(•) 2  SQLite');
    await screen.keys('Escape');
    expect(await screen.until('shop · draft')).not.toContain('Other');
    await screen.keys('Enter');
    await screen.until('(•) 2  SQLite');
  });

  it('says who answered what when somebody else was first', async () => {
    const ask = await client.ask(question('Which database?'));
    const screen = await inbox();
    await screen.until('❯ Which database?');
    await screen.keys('Enter');
    await screen.until('( ) 1  Postgres');
    await at.run(['answer', ask.id, '1', '--by', 'person:grace']);
    await screen.until('grace (cli) was first: Postgres');
    await screen.keys('Escape');
    await screen.until('Nothing is waiting for you.');
  });

  it('shows earlier answers to the same question', async () => {
    const earlier = await client.ask(question('Which database?'));
    await client.decide(earlier.id, answers(2), { ...by('ada'), reason: 'no server' });
    await client.ask(question('Which database?'));
    const screen = await inbox();
    await screen.until('❯ Which database?');
    await screen.keys('Enter');
    await screen.until('answered before → SQLite (ada');
    await screen.keys('i');
    await screen.until('no server');
  });

  it('can be filtered by text, project and kind', async () => {
    await client.ask(question('Which database?', '/srv/shop'));
    await client.ask(question('Which colour?', '/srv/web'));
    const screen = await inbox();
    await screen.until('Which database?');
    await screen.keys('/');
    await screen.until('enter keeps it');
    await screen.type('colour');
    expect(await screen.until(' / colour')).not.toContain('Which database?');
    await screen.keys('Escape');
    await screen.until('Which database?');
    await screen.keys('p');
    expect(await screen.until('only project web')).not.toContain('Which database?');
    await screen.keys('c');
    await screen.until('Which database?');
    await screen.keys('t');
    await screen.until('only kind question');
    await screen.keys('t');
    await screen.until('Nothing here matches kind permission.');
  });

  it('shows delivery checks in the history, and all events of one ask', async () => {
    const right = await client.ask(question('Was it right?'));
    await client.decide(right.id, answers(1), by('ada'));
    await client.receipt(await client.result(right.id));
    const wrong = await client.ask(question('Was it wrong?'));
    await client.decide(wrong.id, answers(1), by('ada'));
    const result = await client.result(wrong.id);
    await client.receipt({ ...result, answers: result.answers.map((each) => ({ ...each, chosen: ['SQLite'], numbers: [2] })) });
    const screen = await inbox();
    await screen.keys('Tab');
    expect(await screen.until('✓ Was it right? → Postgres')).toMatch(/✗ Was it wrong\? → Postgres.*\n *MISMATCHED/);
    await screen.keys('/');
    await screen.until('enter keeps it');
    await screen.type('wrong');
    expect(await screen.until(' / wrong')).not.toContain('Was it right?');
    await screen.keys('Enter');
    await screen.until('enter open');
    await screen.keys('Enter');
    const story = await screen.until('what happened');
    expect(story).toMatch(/decided: {2}"Postgres"/);
    expect(story).toMatch(/recorded: "SQLite"/);
  });

  it('shows who runs where and who is asking', async () => {
    await client.putSession('quiet', { program: 'codex', project: '/srv/docs', pane: '%9' });
    await client.ask(question('Which database?'));
    const screen = await inbox();
    await screen.keys('BTab');
    expect(await screen.until('[ASKING: Which database?]')).toMatch(/● docs · codex · %9/);
    await client.endSession('quiet');
    await screen.until(/^(?!.*docs)/s);
    await screen.keys('Right');
    await screen.until('( ) 1  Postgres');
  });

  it('declines and answers several marked asks at once, each time after a summary', async () => {
    const [a, b, other] = [
      await client.ask(question('Go on?')),
      await client.ask(question('Go on?', '/srv/web')),
      await client.ask(question('Which one?')),
    ];
    const screen = await inbox();
    await screen.until('❯ Which one?');
    await screen.keys('Down');
    await screen.until('❯ Go on?');
    await screen.keys('Space');
    await screen.until(/✓ Go on\?[\s\S]*❯ Go on\?/);
    await screen.keys('Space');
    await screen.until('enter answer 2');
    await screen.keys('Enter');
    await screen.until('Your answer is for 2 marked asks');
    await screen.keys('2');
    await screen.until('(•) 2  SQLite');
    await screen.keys('Enter');
    expect(await screen.until('Send “SQLite” to these 2 asks?')).toMatch(/Go on\? · shop.*\n.*Go on\? · web/);
    await screen.keys('Escape');
    await screen.until('(•) 2  SQLite');
    await screen.keys('Enter');
    await screen.until('to these 2 asks?');
    await screen.keys('y');
    expect(await screen.until(/Asks 1\]/)).toContain('❯ Which one?');
    for (const { id } of [a, b]) expect(await client.result(id)).toMatchObject({ outcome: 'answers', answers: [{ chosen: ['SQLite'] }] });
    await screen.keys('d');
    await screen.until('Decline this ask?');
    await screen.keys('y');
    await screen.until('Nothing is waiting for you.');
    expect(await client.result(other.id)).toMatchObject({ outcome: 'decline' });
  });

  it('takes the mouse: a click selects, another opens, the wheel moves, a tab opens', async () => {
    await client.ask(question('The first one?'));
    await client.ask(question('The second one?'));
    const screen = await inbox();
    await screen.until('❯ The second one?');
    const mouse = (button: number, column: number, row: number) => screen.type(`\u001b[<${button};${column};${row}M`);
    await mouse(0, 10, 5);
    await screen.until('❯ The first one?');
    await mouse(64, 10, 5);
    await screen.until('❯ The second one?');
    await mouse(0, 28, 1);
    await screen.until('[History]');
    await mouse(0, 16, 1);
    await screen.until('[Asks 2]');
    await mouse(0, 10, 3);
    await screen.until('( ) 2  SQLite');
    expect(await screen.fact('mouse_any_flag')).toBe('1');
  });

  it('goes to the tmux pane of the agent that asks, and so does `answerback go`', async () => {
    const screen = await inbox();
    const { pane } = screen;
    const format = (name: string) => pane.tmux('display-message', '-p', '-t', pane.id, `#{${name}}`).then((text) => text.trim());
    const other = (await pane.tmux('new-window', '-d', '-P', '-F', '#{pane_id}', 'cat')).trim();
    const active = async () => (await pane.tmux('display-message', '-p', '-t', other, '#{window_active}')).trim();
    await client.ask({
      ...question('Where am I?'),
      session: { id: 'agent', program: 'codex', project: '/srv/shop', pane: other, tmux: await format('socket_path') },
    });
    await screen.until('❯ Where am I?');
    expect(await active()).toBe('0');
    await screen.keys('w');
    await eventually(async () => (await active()) === '1');
    await pane.tmux('select-window', '-t', pane.id);
    await screen.keys('BTab');
    await screen.until('[ASKING');
    await screen.keys('Enter');
    await eventually(async () => (await active()) === '1');
    await pane.tmux('select-window', '-t', pane.id);
    const env = { TMUX: `${await format('socket_path')},1,0` };
    expect(await at.run(['go'], { env })).toMatchObject({ code: 0 });
    expect(await active()).toBe('1');
    expect(await at.run(['go', 'nobody'], { env })).toMatchObject({
      code: 2,
      err: expect.stringContaining('no ask and no running session'),
    });
  });

  it('adapts to any window size', async () => {
    for (let i = 1; i <= 30; i += 1) await client.ask(question(`Is this number ${i}?`));
    const screen = await inbox({ columns: 120, rows: 40 });
    await screen.until('│ shop · claude-code');
    await resize(screen, 60, 15);
    // tmux itself cuts the old picture off before the inbox draws a new one.
    await screen.until(/^(?!.*│).*❯ Is this number 30\?/s);
    await resize(screen, 20, 5);
    await screen.until('Too small: 20×5.');
    await resize(screen, 200, 60);
    await screen.until('│ shop · claude-code');
  });

  it('says that it is out of date while the broker is down, and recovers when it is back', async () => {
    // A copy of the program, from which the broker can be removed so that it cannot be started again.
    const dist = mkdtempSync(join(tmpdir(), 'ab-dist-'));
    cpSync(resolve('dist'), dist, { recursive: true });
    writeFileSync(join(dist, 'package.json'), '{"type": "module"}');
    const [daemon, aside] = [join(dist, 'broker.js'), join(dist, 'aside.js')];
    try {
      for (const text of ['One?', 'Two?', 'Three?']) await client.ask(question(text));
      const screen = await inbox({}, `'${process.execPath}' '${join(dist, 'answerback.js')}' inbox`);
      await screen.until('❯ Three?');
      await screen.keys('j');
      await screen.until('❯ Two?');
      renameSync(daemon, aside);
      process.kill((await at.pid()) as number, 'SIGKILL');
      const stale = await screen.until(/The broker cannot be reached; this is from [\d:]+; retrying/);
      expect(stale).toMatch(/○ offline/);
      expect(stale).toMatch(/❯ Two\?/);
      await client.ask(question('Asked while it was away?'));
      const back = await screen.until(/● live(?=.*Asked while it was away\?)/s);
      expect(back).toMatch(/❯ Two\?/);
      expect(back).not.toContain('The broker cannot be reached');
    } finally {
      renameSync(aside, daemon);
      rmSync(dist, { recursive: true, force: true });
    }
  });

  it.each([
    ['q', 'q'],
    ['Ctrl-C', 'C-c'],
  ])('restores the terminal on %s, and leaves the asks open', async (_, key) => {
    const ask = await client.ask(question('Which database?'));
    const screen = await inbox({}, 'echo one; echo two; answerback');
    expect(await screen.fact('alternate_on')).toBe('1');
    await screen.keys(key);
    await screen.until(/^two\nexit=0/m);
    expect(await screen.fact('alternate_on')).toBe('0');
    expect((await client.show(ask.id)).state).toBe('open');
  });

  it('rings the bell for a new ask if configured, and neutralises control characters from the agent', async () => {
    const screen = await inbox({}, 'answerback inbox --notify');
    await screen.pane.tmux('set', '-g', 'bell-action', 'any', ';', 'set-hook', '-g', 'alert-bell', 'set -g @rang yes');
    expect(await screen.fact('@rang')).toBe('');
    await client.ask(aRequest({ rules: 'tolerant', questions: [{ text: 'Ready?\u0007\u001b]0;owned\u0007' }] }));
    await screen.until('Ready?␇␛]0;owned␇');
    await expect.poll(() => screen.fact('@rang')).toBe('yes');
    expect(await screen.fact('pane_title')).not.toContain('owned');
  });
});

describe('without a screen', () => {
  it('lists with numbers and answers by number', async () => {
    const ask = await client.ask(question('Which database?'));
    const ran = await at.run(['inbox'], { input: '1\n2\ny\nh\nq\n' });
    expect(ran.out).toMatch(/1 open ask:\n1\. Which database\? \(shop · claude-code · question/);
    expect(ran.out).toMatch(/✓ SQLite/);
    expect(ran.code).toBe(0);
    expect(await client.result(ask.id)).toMatchObject({ answers: [{ chosen: ['SQLite'] }] });
  });

  it('says that nothing is waiting, and ends at end of input', async () => {
    const ran = await at.run(['inbox', '--plain']);
    expect([ran.code, ran.out]).toEqual([0, expect.stringContaining('Nothing is waiting for you.')]);
  });

  it('prints the help of `answerback` alone', async () => {
    expect((await at.run([])).out).toMatch(/\nUSAGE\n/);
  });

  it('rejects an unknown value for notifications as a usage error', async () => {
    const ran = await at.run(['inbox'], { env: { ANSWERBACK_NOTIFY: 'loud' } });
    expect([ran.code, ran.err]).toEqual([2, expect.stringContaining('ANSWERBACK_NOTIFY is "loud"')]);
  });
});

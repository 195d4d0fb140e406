// A decision that does not reach its agent, with the built program and a real pane. The pane shows a dialog, but no key has any effect in it.
import { resolve } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AskView } from '../../src/ask/schema/history.ts';
import { type Home, home } from '../support/home.ts';
import { type PrivateTmux, privateTmux } from '../support/private-tmux.ts';

const NO_LOCALE = { LANG: '', LC_ALL: '', LC_CTYPE: '' };
const DIALOG = resolve('src/agents/claude-code/fixtures/screens-2.1.325/layout-single3-120x40-main.ansi');

let at: Home;
let tmux: PrivateTmux;
let pane: string;
let ask: AskView;

beforeEach(async () => {
  at = home();
  tmux = privateTmux();
  pane = tmux.session('deaf', `stty -echo; head -c -1 ${DIALOG}; printf '\\033[12;1H\\033[?25l'; exec cat > /dev/null`, [120, 40]);
  await expect.poll(() => tmux.run('display-message', '-p', '-t', pane, '#{pane_current_command}')).toBe('cat');
  // Without a locale, as under cron.
  expect(await at.run(['watch-pane', pane, '--socket', tmux.socket], { env: NO_LOCALE })).toMatchObject({ code: 0 });
  ask = await vi.waitUntil(async () => (await at.client().list({ state: ['open'] })).asks[0], { timeout: 60_000 });
});
afterEach(async () => {
  await at.close();
  tmux.end();
});

const show = (): Promise<AskView> => at.client().show(ask.id);
const said = {
  code: 1,
  out: '',
  err: expect.stringMatching(/not delivered: .+\n.*answerback retry .+\n.*answerback answer .+\n.*answerback withdraw/),
};

it('answer waits, says that it was not delivered and what to do, and list, status and show have it', async () => {
  expect(await at.run(['answer', ask.id, '2'])).toEqual(said);
  expect(await show()).toMatchObject({ state: 'undelivered', decision: { answers: [{ chosen: [2] }] } });
  expect((await at.run(['list'])).out).toMatch(/undelivered .*Which .*the keys have no effect/);
  expect((await at.run(['status'])).out).toContain('0 open, 1 undelivered  (answerback list)');
  expect((await at.run(['show', ask.id])).out).toMatch(/✗ undelivered[\s\S]*answerback retry/);
});

it('can be tried again, replaced by another decision, and left to the keyboard', async () => {
  const first = await at.run(['decline', ask.id, '--json']);
  expect(first.code).toBe(1);
  expect(JSON.parse(first.out)).toMatchObject({ state: 'undelivered', decision: { kind: 'decline' } });

  expect(await at.run(['retry', ask.id])).toEqual(said);
  expect((await show()).delivery?.failures).toHaveLength(2);

  expect(await at.run(['answer', ask.id, '3'])).toEqual(said);
  expect(await show()).toMatchObject({ state: 'undelivered', decision: { kind: 'answers' }, delivery: { failures: [{ way: 'keys' }] } });
  const settled = (await at.client().history(ask.id)).filter(({ happening }) => happening.kind === 'settled');
  expect(settled).toHaveLength(2);

  expect((await at.run(['withdraw', ask.id])).out).toBe("Left to the agent's own keyboard: Which database should we use?\n");
  expect((await at.run(['list'])).out).toContain('No open asks.');
});

it('what can be known before the first key is said at once, and nothing is decided', async () => {
  tmux.run('copy-mode', '-t', pane);
  const ran = await at.run(['answer', ask.id, '2']);
  expect(ran).toMatchObject({
    code: 1,
    err: expect.stringMatching(/was not decided, because this cannot be delivered: the pane is in copy mode/),
  });
  expect(await show()).toMatchObject({ state: 'open', version: 1 });
});

it('with --no-wait answer does not wait, and withdraw does not throw a decision away that is on its way', async () => {
  expect(await at.run(['answer', ask.id, '2', '--no-wait'])).toMatchObject({ code: 0, out: '✓ Which database should we use? → SQLite\n' });
  const withdrawn = await at.run(['withdraw', ask.id]);
  if ((await show()).state === 'withdrawn') return;
  expect(withdrawn).toMatchObject({ code: 1, err: expect.stringContaining('was already answered by ada (cli): SQLite') });
});

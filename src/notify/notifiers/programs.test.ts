// Notifiers that run programs: the conformance suite with scripts that play the roles, for `command` and for notify-send.
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { aMessage, notifierSuite, type Role } from '../notifier.conformance.ts';
import type { Choice } from '../notifier.ts';
import { openCommandNotifier } from './command.ts';
import { openDesktop } from './desktop.ts';
import { sequence } from './terminals.ts';

const SECRET = 'sk-secret-of-the-program';
const top = realpathSync(mkdtempSync(join(tmpdir(), 'notifier-')));
afterAll(() => rmSync(top, { recursive: true, force: true }));
const ample = () => AbortSignal.timeout(60_000);

/** Writes what it gets as JSON lines, then plays its role. */
const SCRIPT = `#!${process.execPath}
const fs = require('node:fs');
const { ROLE: role, SEEN: seen, API_TOKEN: secret } = process.env;
const args = process.argv.slice(2);
if (args[0] === '--help' && args.length === 1) { console.log('--action'); process.exit(); }
fs.writeFileSync(seen + '.new', String(process.pid));
fs.renameSync(seen + '.new', seen + '.pid');
if (role === 'never replies') setInterval(() => {}, 1000);
else {
  const stdin = args.includes('--print-id') || args[0] === '-e' ? '' : fs.readFileSync(0, 'utf8');
  if (role === 'takes it') fs.appendFileSync(seen, JSON.stringify({ args, stdin, env: process.env }) + '\\n');
  if (role === 'is busy') process.exit(1);
  if (role === 'leaks') { console.error('my secret is ' + secret); process.exit(1); }
  if (args.includes('--print-id')) { console.log('17'); if (process.env.PRESS) console.log(process.env.PRESS); }
}
`;

function stage(program: string) {
  const folder = mkdtempSync(join(top, 'stage-'));
  const [seen, path] = [join(folder, 'seen'), join(folder, program)];
  writeFileSync(path, SCRIPT, { mode: 0o755 });
  const got = (): { args: string[]; stdin: string; env: Record<string, string> }[] =>
    existsSync(seen)
      ? readFileSync(seen, 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line))
      : [];
  return {
    folder,
    path,
    got,
    secret: SECRET,
    env: (role: Role) => ({ PATH: folder, ROLE: role, SEEN: seen, API_TOKEN: SECRET, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/none' }),
    begun: () => existsSync(`${seen}.pid`),
    running: async () => {
      try {
        process.kill(Number(readFileSync(`${seen}.pid`, 'utf8')), 0);
        return 1;
      } catch {
        return 0;
      }
    },
    close: async () => {},
  };
}

notifierSuite('a command', async () => {
  const at = stage('tell');
  return {
    ...at,
    notifier: async (role) => {
      const run = role === 'is gone' || role === 'refuses' ? ['/no/such/program'] : [at.path];
      return openCommandNotifier({ name: 'desk', settings: { run, withdraw: false }, env: at.env(role) });
    },
    shown: async () => at.got().map(({ stdin }) => JSON.parse(stdin)),
  };
});

/** What a desktop makes of the body. */
const read = (text: string) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&').replaceAll('\\\\', '\\');

notifierSuite('notify-send', async () => {
  const at = stage('notify-send');
  return {
    ...at,
    notifier: async (role) => {
      if (role === 'is gone') rmSync(at.path);
      if (role === 'refuses') writeFileSync(at.path, '#!/no/such/interpreter\n');
      return openDesktop({ settings: { on: ['desktop'] }, env: at.env(role), terminals: async () => [], choose: () => {} });
    },
    shown: async () =>
      at.got().map(({ args }) => {
        const [title = '', body = ''] = args.slice(args.indexOf('--') + 1);
        return { title, body: read(body) };
      }),
  };
});

notifierSuite('osascript', async () => {
  const at = stage('osascript');
  return {
    ...at,
    notifier: async (role) => {
      if (role === 'is gone') rmSync(at.path);
      if (role === 'refuses') writeFileSync(at.path, '#!/no/such/interpreter\n');
      return openDesktop({ settings: { on: ['desktop'] }, env: at.env(role), terminals: async () => [], choose: () => {} });
    },
    // What is before -- is the same for every message: no text is a part of the script.
    shown: async () =>
      at.got().map(({ args }) => {
        expect(args.slice(0, args.indexOf('--'))).toEqual(
          ['on run argv', 'display notification (item 2 of argv) with title (item 1 of argv)', 'end run'].flatMap((line) => ['-e', line]),
        );
        const [title = '', body = ''] = args.slice(args.indexOf('--') + 1);
        return { title, body };
      }),
  };
});

it('a command gets a few values in its environment, and not those of the terminal that the broker was started in', async () => {
  const at = stage('tell');
  const notifier = openCommandNotifier({
    name: 'desk',
    settings: { run: [at.path, '$HOME', '{title}'], withdraw: true },
    env: { ...at.env('takes it'), TMUX: 'x', TMUX_PANE: '%1' },
  });
  onTestFinished(() => notifier.close());
  await notifier.send(aMessage(), ample());
  await notifier.withdraw?.({ key: 'k', title: 'Decision needed: shop', outcome: 'answered by ada: SQLite' }, ample());
  const [first, second] = at.got();
  expect(first?.args).toEqual(['$HOME', '{title}']);
  expect(first?.env).toMatchObject({
    ANSWERBACK_ASK: 'aaaaaaaaaaaa',
    ANSWERBACK_EVENT: 'notify',
    ANSWERBACK_TITLE: 'Decision needed: shop',
  });
  expect(first?.env).not.toHaveProperty('TMUX');
  expect(JSON.parse(second?.stdin ?? '')).toMatchObject({ event: 'withdrawn', outcome: 'answered by ada: SQLite' });
});

it('a button of the desktop is a choice', async () => {
  const at = stage('notify-send');
  writeFileSync(join(at.folder, 'stdbuf'), '#!/bin/sh\nshift\nexec "$@"\n', { mode: 0o755 });
  const chosen: Choice[] = [];
  const env = { ...at.env('takes it'), PRESS: '2' };
  const notifier = openDesktop({ settings: { on: ['desktop'] }, env, terminals: async () => [], choose: (choice) => chosen.push(choice) });
  onTestFinished(() => notifier.close());
  expect(await notifier.send(aMessage(), ample())).toEqual({ kind: 'sent', reference: '17' });
  await expect.poll(() => chosen).toEqual([aMessage().choices[1]]);
});

it('says what is missing if there is neither a desktop nor a terminal', async () => {
  const notifier = openDesktop({ settings: { on: ['desktop', 'terminals'] }, env: {}, terminals: async () => [], choose: () => {} });
  expect(await notifier.check()).toContain('notify-send');
  expect(await notifier.send(aMessage(), ample())).toMatchObject({ kind: 'failed', again: true });
});

it('a terminal gets one escape sequence, whatever the text is', () => {
  const hostile = { title: 'a;b\u0007\u001b]0;x\u001b\\', body: 'c\u009b31m\n\u202ed' };
  expect(sequence({ term: 'xterm-256color' }, hostile)).toBe('\u001b]9;a,b ]0,x \\ – c 31m d\u001b\\\u0007');
  expect(sequence({ term: 'foot' }, hostile)).toBe('\u001b]777;notify;a,b ]0,x \\;c 31m d\u001b\\\u0007');
});

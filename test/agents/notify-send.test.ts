// The desktop notifier against a real notification daemon (dunst) on a private D-Bus and display, and its terminals in a real tmux.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aMessage, HOSTILE } from '../../src/notify/notifier.conformance.ts';
import { openDesktop } from '../../src/notify/notifiers/desktop.ts';
import { tmuxServers } from '../../src/pane/tmux/tmux.ts';
import { eventually } from '../support/eventually.ts';

const missing = ['notify-send', 'dbus-daemon', 'dbus-send', 'dunst', 'dunstctl', 'Xvfb'].filter(
  (name) => spawnSync('which', [name]).status !== 0,
);
if (missing.length > 0) console.warn(`not tested: notify-send (apt install libnotify-bin dbus dunst xvfb); missing: ${missing.join(', ')}`);

const folder = mkdtempSync(join(tmpdir(), 'desktop-'));
const started: ChildProcess[] = [];
const run = (program: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env) => {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  started.push(child);
  return child;
};
afterAll(() => {
  for (const child of started) child.kill();
  rmSync(folder, { recursive: true, force: true });
});
const ample = () => AbortSignal.timeout(30_000);

describe.skipIf(missing.length > 0)('notify-send and a real notification daemon', () => {
  let env: NodeJS.ProcessEnv;
  type Shown = { readonly summary: { readonly data: string }; readonly message: { readonly data: string } };
  const dunstctl = (...args: string[]) => spawnSync('dunstctl', args, { env, encoding: 'utf8' }).stdout.trim();
  const history = (): Shown[] => JSON.parse(dunstctl('history')).data[0];

  beforeAll(async () => {
    const display = `:${90 + (process.pid % 900)}`;
    const bus = `unix:path=${join(folder, 'bus')}`;
    run('Xvfb', [display, '-screen', '0', '800x600x24']);
    run('dbus-daemon', ['--session', '--nofork', `--address=${bus}`]);
    env = { ...process.env, DISPLAY: display, DBUS_SESSION_BUS_ADDRESS: bus, HOME: folder, XDG_CONFIG_HOME: folder };
    await eventually(
      () =>
        spawnSync('dbus-send', ['--session', '--print-reply', '--dest=org.freedesktop.DBus', '/', 'org.freedesktop.DBus.GetId'], { env })
          .status === 0,
    );
    await eventually(() => {
      const running = started.find(({ spawnfile, exitCode }) => spawnfile === 'dunst' && exitCode === null);
      if (!running) run('dunst', [], env);
      return dunstctl('is-paused') === 'false';
    });
  });

  it('shows title, question and options, and is closed when the ask is over', async () => {
    const notifier = openDesktop({ settings: { on: ['desktop'] }, env, terminals: async () => [], choose: () => {} });
    expect(await notifier.check()).toBeUndefined();
    const sent = await notifier.send(aMessage({ choices: [] }), ample());
    expect(sent).toMatchObject({ kind: 'sent', reference: expect.stringMatching(/^\d+$/) });
    await eventually(() => dunstctl('count', 'displayed') === '1');
    const reference = sent.kind === 'sent' ? sent.reference : undefined;
    expect(await notifier.withdraw?.({ key: 'k', reference, title: 't', outcome: '' }, ample())).toEqual({ kind: 'sent' });
    await eventually(() => dunstctl('count', 'displayed') === '0');
    expect(history()[0]).toMatchObject({
      summary: { data: 'Decision needed: shop' },
      message: { data: expect.stringContaining('1. Postgres\n2. SQLite') },
    });
    await notifier.close();
  });

  it('a button answers, and hostile text is shown as it is', async () => {
    const chosen: number[] = [];
    const notifier = openDesktop({
      settings: { on: ['desktop'] },
      env,
      terminals: async () => [],
      choose: ({ number }) => chosen.push(number),
    });
    await notifier.send(aMessage({ choices: aMessage().choices.slice(1) }), ample());
    await eventually(() => dunstctl('count', 'displayed') === '1');
    dunstctl('action');
    await eventually(() => chosen.length === 1);
    expect(chosen).toEqual([2]);
    dunstctl('close-all');
    for (const text of HOSTILE) await notifier.send(aMessage({ title: text, body: text, open: '', choices: [] }), ample());
    await eventually(() => {
      dunstctl('close-all');
      return history().length >= HOSTILE.length + 2;
    });
    // It keeps the markup that it draws.
    const shown = history().map(({ message }) =>
      message.data.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
    );
    for (const text of HOSTILE)
      expect(
        shown.some((message) => message.includes(text)),
        text,
      ).toBe(true);
    await notifier.close();
  });
});

describe.skipIf(spawnSync('which', ['tmux']).status !== 0 || spawnSync('which', ['script']).status !== 0)(
  'a terminal that is attached to tmux',
  () => {
    it('gets the notification as an escape sequence', async () => {
      const socket = join(folder, 'tmux');
      const tmux = (...args: string[]) => spawnSync('tmux', ['-S', socket, '-f', '/dev/null', ...args], { encoding: 'utf8' });
      // Not a shell: it would end with the input of `script`.
      tmux('new-session', '-d', '-s', 'work', 'sleep 600');
      const person = run('script', ['-qfc', `tmux -S ${socket} attach -t work`, '/dev/null'], {
        ...process.env,
        TERM: 'xterm-256color',
        TMUX: '',
      });
      let screen = '';
      person.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
        screen += chunk;
      });
      const terminals = () => tmuxServers(process.env)(socket).clients();
      await eventually(async () => (await terminals()).length === 1);
      expect((await terminals())[0]?.activeAt).toBeGreaterThan(Date.now() - 600_000);
      const notifier = openDesktop({ settings: { on: ['terminals'] }, env: {}, terminals, choose: () => {} });
      expect(await notifier.send(aMessage({ body: 'a;b' }), ample())).toEqual({ kind: 'sent' });
      await eventually(() => screen.includes('\u001b]9;Decision needed: shop – a,b\u001b\\\u0007'));
      tmux('kill-server');
    });
  },
);

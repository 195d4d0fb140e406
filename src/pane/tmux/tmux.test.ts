// A real tmux server: read and typed into exactly, without any effect on it or on the people who use it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type PrivateTmux, privateTmux, seen, shows } from '../../../test/support/private-tmux.ts';
import { NoResponse, NotSent } from '../../system/terminal.ts';
import { tmuxServers } from './tmux.ts';

let tmux: PrivateTmux;
beforeEach(() => {
  tmux = privateTmux();
});
afterEach(() => tmux.end());

const servers = tmuxServers(process.env);
const server = (socket = tmux.socket) => servers(socket);
const pane = (id: string) => server().terminal(id);
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 10 });

describe('a server', () => {
  it('is never started', async () => {
    expect(await server().sessionOf('%0')).toBeUndefined();
    expect(await server().clients()).toEqual([]);
    expect(await pane('%0').look()).toBeUndefined();
    await expect(pane('%0').press('Enter')).rejects.toThrow('no tmux server');
    expect(() => tmux.run('list-sessions')).toThrow('No such file');
  });

  it('knows the session of a pane, whatever it is called and whatever else asks', async () => {
    const id = tmux.session('säss ion', 'exec cat');
    tmux.session('other', 'exec cat');
    expect(await server().sessionOf(id)).toBe('säss ion');
    expect(await server().sessionOf('%99')).toBeUndefined();
    const trap = join(tmux.folder, 'trap');
    for (const hostile of [`#(touch ${trap})`, 'other', `${id},0}#(touch ${trap})`, `%0\nrun-shell 'touch ${trap}'`])
      expect(await server().sessionOf(hostile)).toBeUndefined();
    expect(existsSync(trap)).toBe(false);
  });

  it.each(['kill-server', 'SIGKILL'])('that ends (%s) takes its panes with it for good, also if another one starts', async (how) => {
    const old = pane(tmux.session('a', 'exec cat'));
    expect(await old.look()).toBeDefined();
    const gone = seen(old, (look) => look === undefined, 'the pane gone');
    if (how === 'SIGKILL') process.kill(Number(tmux.run('display-message', '-p', '#{pid}')), 'SIGKILL');
    else tmux.run('kill-server');
    await gone;
    await eventually(() => expect(() => tmux.run('has-session')).toThrow('no server'));
    await expect(old.type('x')).rejects.toThrow(NotSent);
    const id = tmux.session('b', 'exec cat');
    expect(id).toBe('%0');
    expect(await old.look()).toBeUndefined();
    await expect(old.press('Enter')).rejects.toThrow('gone');
    expect(await pane(id).look()).toBeDefined();
  });

  it('is not mistaken for another one', async () => {
    const other = privateTmux();
    try {
      tmux.session('here', 'exec cat');
      other.session('there', 'exec cat');
      expect(await server().sessionOf('%0')).toBe('here');
      expect(await server(other.socket).sessionOf('%0')).toBe('there');
    } finally {
      other.end();
    }
  });

  it('that does not reply is given up after 5 s; its panes are not reported as gone, and keys may have arrived', async () => {
    const terminal = pane(tmux.session('a', 'exec cat'));
    await terminal.look();
    await tmux.stopped(async () => {
      const [looked, pressed] = await Promise.allSettled([terminal.look(), terminal.press('n')]);
      expect(looked).toMatchObject({ reason: new NoResponse('tmux did not reply within 5 s') });
      expect(pressed).toEqual(looked);
    });
    expect(await terminal.look()).toMatchObject({ dead: false });
  });

  it('is not confused by hooks of its user that print or fail', async () => {
    const id = tmux.session('a', 'exec cat');
    for (const hook of ['after-list-panes', 'after-capture-pane', 'after-send-keys', 'after-list-clients'])
      tmux.run('set-hook', '-g', hook, 'display-message -p "%end 1 1 1" ; send-keys -t %99 x');
    const terminal = pane(id);
    for (const text of ['one', 'two', 'three']) {
      await terminal.type(text);
      await seen(terminal, shows(text), text);
      expect(await server().sessionOf(id)).toBe('a');
    }
  });
});

describe('a pane', () => {
  it('shows its screen from a moment after the keys, which arrive together', async () => {
    const terminal = pane(tmux.session('agent', 'cat'));
    // The terminal itself echoes what is typed before the program has started.
    await expect.poll(() => terminal.look()).toMatchObject({ command: 'cat' });
    expect((await terminal.press('n', 3))?.ansi).toMatch(/^n{0,3}\n/);
    expect(await terminal.type(' and on')).toMatchObject({ inMode: false, command: 'cat' });
    await expect.poll(async () => (await terminal.look())?.ansi).toMatch(/^nnn and on\n/);
  });

  it('that is closed by a key has got that key', async () => {
    const terminal = pane(tmux.session('agent', 'head -n 1'));
    await expect.poll(() => terminal.look()).toMatchObject({ command: 'head' });
    // Whether it is closed by then or a moment later.
    await terminal.press('Enter');
    await expect.poll(() => terminal.look()).toBeUndefined();
  });

  it('is looked at again soon after input, whoever typed it', async () => {
    const id = tmux.session('agent', 'cat');
    let looks = 0;
    const stop = pane(id).onChange(() => {
      looks += 1;
    });
    // By then the next look is a while away.
    await expect.poll(() => looks).toBeGreaterThan(15);
    await pane(id).type('x');
    const before = looks;
    await expect.poll(() => looks - before, { timeout: 200 }).toBeGreaterThan(3);
    stop();
  });

  it('is watched without a client that stays', async () => {
    const terminal = pane(tmux.session('agent', 'cat'));
    const stop = terminal.onChange(() => {});
    await terminal.look();
    expect(tmux.run('list-clients')).toBe('');
    stop();
  });
});

describe('people', () => {
  it('changes no size, no environment, no option', async () => {
    const id = tmux.session('a', 'exec cat', [90, 20]);
    tmux.run('set-option', '-g', 'status', 'off');
    const state = () => [tmux.run('show-environment', '-t', 'a'), tmux.run('show-options', '-g'), tmux.run('show-options', '-t', 'a')];
    const size = () => tmux.run('display-message', '-p', '-t', id, '#{window_width}x#{window_height}');
    const before = state();
    await pane(id).look();
    expect([size(), ...state()]).toEqual(['90x20', ...before]);
    tmux.person('a', 200, 50);
    await eventually(() => expect(size()).toBe('200x50'));
    await pane(id).look();
    expect([size(), tmux.run('list-clients').split('\n').length]).toEqual(['200x50', 1]);
  });

  it('counts the keys of a person in the pane as activity, but never our own', async () => {
    const id = tmux.session('a', 'exec cat');
    const terminal = pane(id);
    await terminal.type('ours');
    expect((await seen(terminal, shows('ours'), 'our text'))?.activity).toBe(0);
    const person = tmux.person('a', 80, 24);
    const first = await seen(terminal, (look) => (look?.activity ?? 0) > 0, 'the person');
    expect(Math.abs(Date.now() - (first?.activity ?? 0))).toBeLessThan(60_000);
    // The person's terminal answers questions of tmux for a moment after it attaches, and that counts as activity, too.
    await eventually(() => expect(Date.now()).toBeGreaterThan((first?.activity ?? 0) + 2_000));
    const then = (await terminal.look())?.activity ?? 0;
    await eventually(() => expect(Date.now()).toBeGreaterThan(then + 2_000));
    await terminal.type(' again');
    expect((await seen(terminal, shows('again'), 'our text'))?.activity).toBe(then);
    tmux.outside('send-keys', '-t', person, 'x');
    expect((await seen(terminal, shows('againx'), 'their key'))?.activity).toBeGreaterThan(then);
    tmux.run('new-window', '-t', 'a', 'exec cat');
    await seen(terminal, (look) => look?.activity === 0, 'the person looking elsewhere');
  });

  it('refuses to press a key when a person has pressed one since the last look', async () => {
    const id = tmux.session('a', 'exec cat');
    const terminal = pane(id);
    const person = tmux.person('a', 80, 24);
    const first = await seen(terminal, (look) => (look?.activity ?? 0) > 0, 'the person');
    await eventually(() => expect(Date.now()).toBeGreaterThan((first?.activity ?? 0) + 2_000));
    await terminal.look();
    tmux.outside('send-keys', '-t', person, 'x');
    await eventually(() => expect(tmux.run('capture-pane', '-p', '-t', id)).toContain('x'));
    await expect(terminal.press('Enter')).rejects.toThrow(`Pane ${id}: somebody is typing in it.`);
    await terminal.look();
    await terminal.press('Enter');
  });

  it('does not count keys typed into another pane', async () => {
    const id = tmux.session('a', 'exec cat');
    const terminal = pane(id);
    const person = tmux.person('a', 80, 24);
    await seen(terminal, (look) => (look?.activity ?? 0) > 0, 'the person');
    const other = tmux.run('split-window', '-P', '-F', '#{pane_id}', '-t', id, 'exec cat');
    await seen(terminal, (look) => look?.activity === 0, 'the person typing elsewhere');
    tmux.outside('send-keys', '-t', person, 'x');
    await eventually(() => expect(tmux.run('capture-pane', '-p', '-t', other)).toContain('x'));
    await terminal.type('ours');
    expect((await seen(terminal, shows('ours'), 'our text'))?.activity).toBe(0);
  });

  it('knows the time of the last output', async () => {
    const id = tmux.session('a', 'exec cat');
    const terminal = pane(id);
    const before = (await terminal.look())?.printedAt ?? 0;
    expect(Math.abs(Date.now() - before)).toBeLessThan(60_000);
    await eventually(() => expect(Date.now()).toBeGreaterThan(before + 2_000));
    expect((await terminal.look())?.printedAt).toBe(before);
    await terminal.type('ours');
    expect((await seen(terminal, shows('ours'), 'our text'))?.printedAt).toBeGreaterThan(before);
  });
});

// Listing and watching real panes, without any effect on the people who use them.
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type PrivateTmux, privateTmux, seen, shows } from '../../../test/support/private-tmux.ts';
import { type TmuxServers, tmuxServers } from './servers.ts';

let tmux: PrivateTmux;
let servers: TmuxServers;

beforeEach(() => {
  tmux = privateTmux();
  servers = tmuxServers({ resident: true });
});
afterEach(async () => {
  await servers.close();
  tmux.end();
});

const server = () => servers.at(tmux.socket);
const pane = (id: string) => server().terminal(id);
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 10 });

describe('panes', () => {
  it('lists all panes, whatever they are called', async () => {
    const folder = join(tmux.folder, 'a\n%exit \u001f "b"');
    mkdirSync(folder);
    const id = tmux.session('säss ion', 'exec cat');
    const trap = join(tmux.folder, 'trap');
    const title = `%end 1 2 1 #{pid} #(touch ${trap}) 🙂`;
    tmux.run('respawn-pane', '-k', '-t', id, '-c', folder, `printf '\\033]2;%s\\007' '${title}'; exec cat`);
    await eventually(() => expect(tmux.run('display-message', '-p', '-t', id, '#{pane_title}')).toContain('🙂'));
    await eventually(() => expect(tmux.run('display-message', '-p', '-t', id, '#{pane_current_command}')).toBe('cat'));
    const [found, ...others] = await server().listPanes();
    expect(others).toEqual([]);
    expect(found).toMatchObject({ id, command: 'cat', session: 'säss ion', window: 0, title });
    expect(existsSync(trap)).toBe(false);
    expect(found?.path).toBe(folder.replace('\n', '?').replace('\u001f', '?'));
    expect(found?.tty).toMatch(/^\/dev\//);
    rmSync(folder, { recursive: true });
  });

  it('reports when panes appear, run another program and vanish', async () => {
    const a = tmux.session('a', 'exec cat');
    const changes: string[] = [];
    const stop = server().onPanes(({ appeared, changed, vanished }) => {
      for (const each of appeared) changes.push(`+${each.id}`);
      for (const each of changed) changes.push(`${each.id} ${each.command}`);
      for (const each of vanished) changes.push(`-${each.id}`);
    });
    await eventually(() => expect(changes).toContain(`+${a}`));
    const split = tmux.run('split-window', '-d', '-P', '-F', '#{pane_id}', '-t', a, 'exec cat');
    await eventually(() => expect(changes).toContain(`+${split}`));
    const b = tmux.session('b', 'exec cat');
    await eventually(() => expect(changes).toContain(`+${b}`));
    tmux.run('respawn-pane', '-k', '-t', b, 'exec sleep 99');
    await eventually(() => expect(changes).toContain(`${b} sleep`));
    tmux.run('kill-pane', '-t', split);
    await eventually(() => expect(changes).toContain(`-${split}`));
    tmux.run('kill-server');
    await eventually(() => expect(changes).toEqual(expect.arrayContaining([`-${a}`, `-${b}`])));
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
    await servers.close();
    expect(size()).toBe('200x50');
    await pane(id).look();
    await eventually(() => expect(tmux.observed()).toEqual(['a']));
    expect(size()).toBe('200x50');
    const stop = pane(id).onChange(() => {});
    tmux.person('a', 100, 30);
    await eventually(() => expect(tmux.run('list-clients').split('\n')).toHaveLength(3));
    await eventually(() => expect(size()).toBe('100x30'));
    stop();
    await servers.close();
    await pane(id).look();
    expect(size()).toBe('100x30');
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
    // Attaching again would count as activity in its session.
    onTestFinished(terminal.onChange(() => {}));
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

// The connection to a real tmux server: sessions and servers come and go, and nobody notices us.
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PaneChange } from './panes.ts';
import { type PrivateTmux, privateTmux, seen } from './private-tmux.ts';
import { type TmuxServers, tmuxServers } from './servers.ts';

let tmux: PrivateTmux;
let servers: TmuxServers;

beforeEach(() => {
  tmux = privateTmux();
  servers = tmuxServers();
});
afterEach(async () => {
  await servers.close();
  tmux.end();
});

const server = () => servers.at(tmux.socket);
const pane = (id: string) => server().terminal(id);
const shows = (text: string) => (look: { ansi: string } | undefined) => look?.ansi.includes(text) === true;
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 8_000, interval: 10 });
const observers = () =>
  tmux
    .run('list-clients', '-F', '#{session_name} #{client_flags}')
    .split('\n')
    .filter((line) => line.includes('ignore-size'))
    .map((line) => line.split(' ')[0])
    .sort();

describe('sessions', () => {
  it('notices output in every session, also in those that come later', async () => {
    const a = tmux.session('a', 'exec cat');
    const b = tmux.session('b', 'exec cat');
    await server().listPanes();
    const c = tmux.session('c', 'exec cat');
    await eventually(() => expect(observers()).toEqual(['a', 'b', 'c']));
    for (const id of [a, b, c]) {
      const noticed = seen(pane(id), shows(`to ${id}`), `text in ${id}`);
      tmux.run('send-keys', '-t', id, '-l', `to ${id}`);
      await noticed;
    }
  });

  it.each(['on', 'off'])('goes on when a session is killed (detach-on-destroy %s)', async (option) => {
    const a = pane(tmux.session('a', 'exec cat'));
    const b = pane(tmux.session('b', 'exec cat'));
    tmux.run('set-option', '-g', 'detach-on-destroy', option);
    await a.look();
    await eventually(() => expect(observers()).toEqual(['a', 'b']));
    const gone = seen(a, (look) => look === undefined, 'the pane gone');
    tmux.run('kill-session', '-t', 'a');
    await gone;
    await b.type('still here');
    await seen(b, shows('still here'), 'the text');
    await eventually(() => expect(observers()).toEqual(['b']));
  });

  it('comes back when somebody detaches it', async () => {
    const a = pane(tmux.session('a', 'exec cat'));
    await a.look();
    tmux.run('detach-client', '-s', 'a');
    await eventually(() => expect(observers()).toEqual(['a']));
    await a.type('again');
    await seen(a, shows('again'), 'the text');
  });

  it('keeps no session alive that is to end with its last client', async () => {
    tmux.session('a', 'exec cat');
    tmux.session('b', 'exec cat');
    tmux.person('a', 80, 24);
    await server().listPanes();
    await eventually(() => expect(tmux.run('list-clients', '-t', 'a').split('\n')).toHaveLength(2));
    tmux.run('set-option', '-t', 'a', 'destroy-unattached', 'on');
    tmux.outside('kill-server');
    await eventually(() => expect(tmux.run('list-sessions', '-F', '#{session_name}')).toBe('b'));
  });

  it('keeps no server alive that is to end with its last client', async () => {
    tmux.session('a', 'exec cat');
    tmux.person('a', 80, 24);
    await server().listPanes();
    await eventually(() => expect(tmux.run('list-clients', '-t', 'a').split('\n')).toHaveLength(2));
    tmux.run('set-option', '-s', 'exit-unattached', 'on');
    tmux.outside('kill-server');
    await eventually(() => expect(() => tmux.run('list-sessions')).toThrow('no server'));
  });
});

describe('servers', () => {
  it('never starts one', async () => {
    expect(await server().listPanes()).toEqual([]);
    expect(await pane('%0').look()).toBeUndefined();
    await expect(pane('%0').press('Enter')).rejects.toThrow('no tmux server');
    expect(() => tmux.run('list-sessions')).toThrow('No such file');
  });

  it.each(['kill-server', 'SIGKILL'])('reports panes as gone after %s, for good, and finds the next server', async (how) => {
    const old = pane(tmux.session('a', 'exec cat'));
    expect(await old.look()).toBeDefined();
    const gone = seen(old, (look) => look === undefined, 'the pane gone');
    if (how === 'SIGKILL') process.kill(Number(tmux.run('display-message', '-p', '#{pid}')), 'SIGKILL');
    else tmux.run('kill-server');
    await gone;
    const appeared = new Promise<PaneChange>((resolve) => {
      server().onPanes((change) => change.appeared.length > 0 && resolve(change));
    });
    const id = tmux.session('b', 'exec cat');
    expect((await appeared).appeared).toMatchObject([{ id, session: 'b' }]);
    expect(id).toBe('%0');
    expect(await old.look()).toBeUndefined();
    await expect(old.press('Enter')).rejects.toThrow('gone');
    expect(await pane(id).look()).toBeDefined();
  });

  it('waits for the first session of a server without any', async () => {
    tmux.run('start-server', ';', 'set-option', '-s', 'exit-empty', 'off');
    expect(await server().listPanes()).toEqual([]);
    const appeared = new Promise<PaneChange>((resolve) => {
      server().onPanes(resolve);
    });
    const id = tmux.session('a', 'exec cat');
    expect((await appeared).appeared).toMatchObject([{ id }]);
    tmux.run('kill-session', '-t', 'a');
    await eventually(() => expect(() => tmux.run('list-clients', '-t', 'a')).toThrow());
  });

  it('finds a server in a folder that did not exist', async () => {
    const socket = join(tmux.folder, 'later', 'deeper', 's');
    const appeared = new Promise<PaneChange>((resolve) => {
      servers.at(socket).onPanes(resolve);
    });
    expect(await servers.at(socket).listPanes()).toEqual([]);
    const id = tmux.session('a', 'exec cat');
    mkdirSync(dirname(socket), { recursive: true });
    symlinkSync(tmux.socket, socket);
    expect((await appeared).appeared).toMatchObject([{ id }]);
  });

  it('keeps several apart', async () => {
    const other = privateTmux();
    try {
      tmux.session('here', 'exec cat');
      other.session('there', 'exec cat');
      expect(await server().listPanes()).toMatchObject([{ id: '%0', session: 'here' }]);
      expect(await servers.at(other.socket).listPanes()).toMatchObject([{ id: '%0', session: 'there' }]);
      expect(servers.at(tmux.socket)).toBe(server());
    } finally {
      other.end();
    }
  });
});

describe('replies', () => {
  it('are not confused by hooks of the user that print or fail', async () => {
    const id = tmux.session('a', 'exec cat');
    for (const hook of ['after-list-panes', 'after-capture-pane', 'after-send-keys', 'client-attached', 'client-session-changed'])
      tmux.run('set-hook', '-g', hook, 'display-message -p "%end 1 1 1" ; send-keys -t %99 x');
    const terminal = pane(id);
    for (const text of ['one', 'two', 'three']) {
      await terminal.type(text);
      await seen(terminal, shows(text), text);
      expect(await server().listPanes()).toHaveLength(1);
    }
  });

  it('that do not come within 5 s are given up, and do not count for the next command when they come', async () => {
    const id = tmux.session('a', 'exec cat');
    const terminal = pane(id);
    await terminal.look();
    const pid = Number(tmux.run('display-message', '-p', '#{pid}'));
    process.kill(pid, 'SIGSTOP');
    try {
      await expect(Promise.all([terminal.look(), terminal.press('n')])).rejects.toThrow('did not reply');
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    expect(await server().listPanes()).toMatchObject([{ id }]);
    await seen(terminal, shows('n'), 'the key that came late');
  }, 20_000);

  it('carry a version that grows when the pane changes', async () => {
    const id = tmux.session('a', 'exec cat');
    const terminal = pane(id);
    await terminal.look();
    const first = await seen(terminal, (look) => look?.command === 'cat', 'cat');
    await terminal.type('x');
    const second = await seen(terminal, shows('x'), 'x');
    await seen(terminal, (look) => (look?.version ?? 0) > (first?.version ?? 0), 'a higher version');
    expect(second?.version).toBeGreaterThanOrEqual(first?.version ?? 0);
  });
});

describe('panes', () => {
  it('lists what there is, whatever it is called', async () => {
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

  it('tells when panes appear, run another program and vanish', async () => {
    const a = tmux.session('a', 'exec cat');
    const said: string[] = [];
    const stop = server().onPanes(({ appeared, changed, vanished }) => {
      for (const each of appeared) said.push(`+${each.id}`);
      for (const each of changed) said.push(`${each.id} ${each.command}`);
      for (const each of vanished) said.push(`-${each.id}`);
    });
    await eventually(() => expect(said).toContain(`+${a}`));
    const split = tmux.run('split-window', '-d', '-P', '-F', '#{pane_id}', '-t', a, 'exec cat');
    await eventually(() => expect(said).toContain(`+${split}`));
    const b = tmux.session('b', 'exec cat');
    await eventually(() => expect(said).toContain(`+${b}`));
    tmux.run('respawn-pane', '-k', '-t', b, 'exec sleep 99');
    await eventually(() => expect(said).toContain(`${b} sleep`));
    tmux.run('kill-pane', '-t', split);
    await eventually(() => expect(said).toContain(`-${split}`));
    tmux.run('kill-server');
    await eventually(() => expect(said).toEqual(expect.arrayContaining([`-${a}`, `-${b}`])));
    stop();
  }, 20_000);
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
    await eventually(() => expect(observers()).toEqual(['a']));
    expect(size()).toBe('200x50');
    tmux.person('a', 100, 30);
    await eventually(() => expect(tmux.run('list-clients').split('\n')).toHaveLength(3));
    await eventually(() => expect(size()).toBe('100x30'));
    await servers.close();
    await pane(id).look();
    expect(size()).toBe('100x30');
  }, 20_000);

  it('counts the keys of a person who shows the pane as activity, and never our own', async () => {
    const id = tmux.session('a', 'exec cat');
    const terminal = pane(id);
    await terminal.type('ours');
    expect((await seen(terminal, shows('ours'), 'our text'))?.activity).toBe(0);
    const person = tmux.person('a', 80, 24);
    const first = await seen(terminal, (look) => (look?.activity ?? 0) > 0, 'the person');
    const then = first?.activity ?? 0;
    expect(Math.abs(Date.now() - then)).toBeLessThan(5_000);
    await eventually(() => expect(Date.now()).toBeGreaterThan(then + 2_000));
    await terminal.type(' again');
    expect((await seen(terminal, shows('again'), 'our text'))?.activity).toBe(then);
    tmux.outside('send-keys', '-t', person, 'x');
    expect((await seen(terminal, shows('againx'), 'their key'))?.activity).toBeGreaterThan(then);
    tmux.run('new-window', '-t', 'a', 'exec cat');
    await seen(terminal, (look) => look?.activity === 0, 'the person looking elsewhere');
  }, 20_000);
});

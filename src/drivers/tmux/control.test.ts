// The connection to a real tmux server: sessions and servers come and go, and we have no effect on them.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type PrivateTmux, privateTmux, seen, shows } from '../../../test/support/private-tmux.ts';
import type { PaneChange } from './panes.ts';
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
/** Attached to exactly these sessions, and stable. */
const attachedTo = async (...sessions: string[]) => {
  server().onPanes(() => {});
  await eventually(() => expect(tmux.observed()).toEqual(sessions));
};

describe('sessions', () => {
  it('notices output in every session, also in new ones', async () => {
    const a = tmux.session('a', 'exec cat');
    const b = tmux.session('b', 'exec cat');
    await attachedTo('a', 'b');
    const c = tmux.session('c', 'exec cat');
    await eventually(() => expect(tmux.observed()).toEqual(['a', 'b', 'c']));
    for (const id of [a, b, c]) {
      const noticed = seen(pane(id), shows(`to ${id}`), `text in ${id}`);
      tmux.run('send-keys', '-t', id, '-l', `to ${id}`);
      await noticed;
    }
  });

  it.each(['on', 'off'])('continues when a session is killed (detach-on-destroy %s)', async (option) => {
    const [first, second] = [tmux.session('a', 'exec cat'), tmux.session('b', 'exec cat')];
    tmux.run('set-option', '-g', 'detach-on-destroy', option);
    await attachedTo('a', 'b');
    const [a, b] = [pane(first), pane(second)];
    await a.look();
    const gone = seen(a, (look) => look === undefined, 'the pane gone');
    tmux.run('kill-session', '-t', 'a');
    await gone;
    await b.type('still here');
    await seen(b, shows('still here'), 'the text');
    await eventually(() => expect(tmux.observed()).toEqual(['b']));
  });

  it('comes back when somebody detaches it', async () => {
    const a = pane(tmux.session('a', 'exec cat'));
    await attachedTo('a');
    tmux.run('detach-client', '-s', 'a');
    await eventually(() => expect(tmux.observed()).toEqual(['a']));
    await a.type('again');
    await seen(a, shows('again'), 'the text');
  });

  it('keeps no session alive that should end with its last client', async () => {
    tmux.session('a', 'exec cat');
    tmux.session('b', 'exec cat');
    tmux.person('a', 80, 24);
    await attachedTo('a', 'b');
    await eventually(() => expect(tmux.run('list-clients', '-t', 'a').split('\n')).toHaveLength(2));
    tmux.run('set-option', '-t', 'a', 'destroy-unattached', 'on');
    tmux.outside('kill-server');
    await eventually(() => expect(tmux.run('list-sessions', '-F', '#{session_name}')).toBe('b'));
  });

  it('keeps no server alive that should end with its last client', async () => {
    tmux.session('a', 'exec cat');
    tmux.person('a', 80, 24);
    await attachedTo('a');
    await eventually(() => expect(tmux.run('list-clients', '-t', 'a').split('\n')).toHaveLength(2));
    tmux.run('set-option', '-s', 'exit-unattached', 'on');
    tmux.outside('kill-server');
    await eventually(() => expect(() => tmux.run('list-sessions')).toThrow('no server'));
  });
});

describe('attaching', () => {
  it('happens only while somebody listens, and shortly after a command', async () => {
    const id = tmux.session('a', 'exec cat');
    const terminal = pane(id);
    expect(tmux.observed()).toEqual([]);
    const stop = terminal.onChange(() => {});
    await eventually(() => expect(tmux.observed()).toEqual(['a']));
    stop();
    await eventually(() => expect(tmux.observed()).toEqual([]));
    expect(await terminal.look()).toBeDefined();
    expect(tmux.observed()).toEqual(['a']);
    await eventually(() => expect(tmux.observed()).toEqual([]));
    tmux.run('kill-server');
    await eventually(() => expect(() => tmux.run('has-session')).toThrow('no server'));
    expect(tmux.session('b', 'exec cat')).toBe(id);
    expect(await terminal.look()).toBeUndefined();
  });

  it('is waited for, also if it takes longer than we stay attached after a command', async () => {
    const slow = join(tmux.folder, 'slow-tmux');
    writeFileSync(slow, '#!/bin/sh\nsleep 2.5\nexec tmux "$@"\n', { mode: 0o755 });
    const id = tmux.session('a', 'exec cat');
    const slowly = tmuxServers({ tmux: slow, resident: true });
    onTestFinished(() => slowly.close());
    expect(await slowly.at(tmux.socket).listPanes()).toMatchObject([{ id }]);
  });

  it('to a server that does not reply does not look like a pane that is gone', async () => {
    const terminal = pane(tmux.session('a', 'exec cat'));
    await tmux.stopped(() => expect(terminal.look()).rejects.toThrow('did not reply'));
    expect(await terminal.look()).toBeDefined();
  });

  it('to a server that did not reply is tried again while somebody listens', async () => {
    const id = tmux.session('a', 'exec cat');
    let appeared: PaneChange | undefined;
    await tmux.stopped(async () => {
      server().onPanes((change) => {
        appeared ??= change;
      });
      await expect(server().listPanes()).rejects.toThrow('did not reply');
    });
    await eventually(() => expect(appeared?.appeared).toMatchObject([{ id }]));
    await eventually(() => expect(tmux.observed()).toEqual(['a']));
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
    await eventually(() => expect(() => tmux.run('has-session')).toThrow('no server'));
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

  it('keeps several servers apart', async () => {
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
    await tmux.stopped(() => expect(Promise.all([terminal.look(), terminal.press('n')])).rejects.toThrow('did not reply'));
    expect(await server().listPanes()).toMatchObject([{ id }]);
    await seen(terminal, shows('n'), 'the key that came late');
  });

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

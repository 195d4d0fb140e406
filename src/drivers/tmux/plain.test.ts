// A tmux server controlled by short-lived processes, without anything that stays attached.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type PrivateTmux, privateTmux } from '../../../test/support/private-tmux.ts';
import { NoResponse, NotSent } from '../../channels/terminal.ts';
import { type TmuxServers, tmuxServers } from './servers.ts';

let tmux: PrivateTmux;
let servers: TmuxServers;
beforeEach(async () => {
  tmux = privateTmux();
  servers = tmuxServers({ resident: false });
});
afterEach(async () => {
  await servers.close();
  tmux.end();
});

describe('a pane controlled by short-lived processes', () => {
  it('can be read, typed and pasted into exactly, and reports changes', async () => {
    const pane = tmux.session('agent', 'cat');
    const terminal = servers.at(tmux.socket).terminal(pane);
    const changed = new Promise<void>((resolve) => terminal.onChange(resolve));
    const text = `$HOME "q" 'p' \`x\` #{y} ~ ; \\ 東京 🙂`;
    await terminal.type(text);
    await changed;
    await expect.poll(async () => (await terminal.look())?.ansi.split('\n')[0]).toBe(text);
    await terminal.press('Enter');
    await terminal.paste('two\nlines');
    await expect.poll(async () => (await terminal.look())?.ansi).toContain('lines');
    // The terminal itself echoes what is typed before the program has started.
    await expect.poll(() => terminal.look()).toMatchObject({ inMode: false, dead: false, command: 'cat' });
  });

  it('shows its screen from a moment after the keys, which arrive together', async () => {
    const pane = tmux.session('agent', 'cat');
    const terminal = servers.at(tmux.socket).terminal(pane);
    await expect.poll(() => terminal.look()).toMatchObject({ command: 'cat' });
    expect((await terminal.press('n', 3))?.ansi).toMatch(/^n{0,3}\n/);
    expect(await terminal.type(' and on')).toMatchObject({ inMode: false, command: 'cat' });
    await expect.poll(async () => (await terminal.look())?.ansi).toMatch(/^nnn and on\n/);
  });

  it('that is closed by a key has got that key', async () => {
    const pane = tmux.session('agent', 'head -n 1');
    const terminal = servers.at(tmux.socket).terminal(pane);
    await expect.poll(() => terminal.look()).toMatchObject({ command: 'head' });
    // Whether it is closed by then or a moment later.
    await terminal.press('Enter');
    await expect.poll(() => terminal.look()).toBeUndefined();
  });

  it('in copy mode refuses keys and says so', async () => {
    const pane = tmux.session('agent', 'cat');
    const terminal = servers.at(tmux.socket).terminal(pane);
    await terminal.look();
    tmux.run('copy-mode', '-t', pane);
    expect(await terminal.look()).toMatchObject({ inMode: true });
    await expect(terminal.press('Enter')).rejects.toThrow(NotSent);
  });

  it('that is gone, or whose server is gone, is undefined and refuses keys', async () => {
    const pane = tmux.session('agent', 'cat');
    const terminal = servers.at(tmux.socket).terminal(pane);
    await terminal.look();
    tmux.run('kill-server');
    await expect.poll(() => terminal.look()).toBeUndefined();
    await expect(terminal.type('x')).rejects.toThrow(NotSent);
  });

  it('whose server does not reply is not reported as gone, and keys may have arrived', async () => {
    const pane = tmux.session('agent', 'cat');
    const terminal = servers.at(tmux.socket).terminal(pane);
    await terminal.look();
    await tmux.stopped(async () => {
      const [looked, pressed] = await Promise.allSettled([terminal.look(), terminal.press('n')]);
      expect(looked).toMatchObject({ reason: new NoResponse('tmux did not reply within 5 s') });
      expect(pressed).toEqual(looked);
    });
    expect(await terminal.look()).toMatchObject({ dead: false });
  });

  it('leaves no client behind', async () => {
    const pane = tmux.session('agent', 'cat');
    const terminal = servers.at(tmux.socket).terminal(pane);
    const stop = terminal.onChange(() => {});
    await terminal.look();
    expect(tmux.run('list-clients')).toBe('');
    stop();
  });
});

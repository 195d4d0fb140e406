// Reading, typing and pasting, in a real pane.
import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type PrivateTmux, privateTmux, seen, spread } from '../../../test/support/private-tmux.ts';
import { type Key, NotSent, type Terminal } from '../../system/terminal.ts';
import { tmuxServers } from './tmux.ts';

let tmux: PrivateTmux;
const pane = (id: string) => tmuxServers(process.env)(tmux.socket).terminal(id);

const stand = () => {
  tmux = privateTmux();
};

const leave = () => tmux.end();

describe('reading', () => {
  beforeEach(stand);
  afterEach(leave);

  it('sees the screen with all its rows, trailing blanks, colours and the cursor', async () => {
    const id = tmux.session('a', "printf 'one  \\n\\033[31mred\\033[0m\\nthree'; exec sleep 99", [40, 6]);
    const look = await seen(pane(id), (now) => now?.ansi.includes('three') === true && now.command === 'sleep', 'three lines');
    expect(look?.ansi.split('\n')).toEqual(['one  ', '\u001b[31mred', '\u001b[39mthree', '', '', '']);
    expect(look).toMatchObject({ cursor: { x: 5, y: 2 }, columns: 40, rows: 6, alternate: false, inMode: false, dead: false, activity: 0 });
    expect(look?.pid).toBe(Number(tmux.run('display-message', '-p', '-t', id, '#{pane_pid}')));
  });

  it('sees the alternate screen, a resize, copy mode and what is under it', async () => {
    const id = tmux.session('a', "printf 'under\\033[?1049halt'; exec cat", [40, 6]);
    const terminal = pane(id);
    await seen(terminal, (now) => now?.alternate === true, 'the alternate screen');
    tmux.run('resize-window', '-t', 'a', '-x', '30', '-y', '5');
    expect(await seen(terminal, (now) => now?.columns === 30, 'the resize')).toMatchObject({ rows: 5 });
    tmux.run('copy-mode', '-t', id);
    expect((await seen(terminal, (now) => now?.inMode === true, 'copy mode'))?.ansi).toContain('alt');
    await expect(terminal.press('Up')).rejects.toThrow(NotSent);
    await expect(terminal.type('q')).rejects.toThrow('mode');
    await expect(terminal.paste('q')).rejects.toThrow(NotSent);
    expect(tmux.run('list-buffers')).toBe('');
    tmux.run('send-keys', '-t', id, '-X', 'cancel');
    await seen(terminal, (now) => now?.inMode === false, 'the end of copy mode');
  });

  it('sees a new process in the pane, a dead one, and that the pane is gone', async () => {
    const id = tmux.session('a', 'exec cat');
    tmux.run('set-option', '-g', 'remain-on-exit', 'on');
    const terminal = pane(id);
    const first = await seen(terminal, (now) => now?.command === 'cat', 'cat');
    tmux.run('respawn-pane', '-k', '-t', id, 'exec sleep 99');
    const second = await seen(terminal, (now) => now?.command === 'sleep', 'sleep');
    expect(second?.pid).not.toBe(first?.pid);
    tmux.run('respawn-pane', '-k', '-t', id, 'true');
    await seen(terminal, (now) => now?.dead === true, 'the dead process');
    await expect(terminal.press('Enter')).rejects.toThrow('ended');
    tmux.run('split-window', '-d', '-t', id, 'exec cat');
    tmux.run('kill-pane', '-t', id);
    await seen(terminal, (now) => now === undefined, 'the pane gone');
    await expect(terminal.type('x')).rejects.toThrow(NotSent);
  });

  it('refuses panes with synchronised input', async () => {
    const id = tmux.session('a', 'exec cat');
    tmux.run('split-window', '-d', '-t', id, 'exec cat');
    tmux.run('set-option', '-w', '-t', 'a', 'synchronize-panes', 'on');
    await expect(pane(id).type('x')).rejects.toThrow('other panes');
  });

  it('is not fooled by a screen or a program name that looks like the protocol', async () => {
    const lines = Array.from({ length: 60 }, (_, i) => `%end ${Math.floor(Date.now() / 1000)} ${250 + i * 2} 1\n%error 1 ${i} 1\n%exit`);
    writeFileSync(join(tmux.folder, 'evil'), `${lines.join('\n')}\n%begin 1 1 1\n%output %0 x\n%sessions-changed\nlast`);
    const id = tmux.session('a', `cat ${tmux.folder}/evil; exec bash -c "exec -a $'x\\n%exit' sleep 99"`, [60, 200]);
    const terminal = pane(id);
    await seen(terminal, (now) => now?.ansi.includes('last') === true && now.command.includes('%exit'), 'the whole screen');
    for (let i = 0; i < 40; i += 1) {
      const look = await terminal.look();
      expect(look?.ansi.split('\n')).toHaveLength(200);
      expect(look?.command).toBe('x?%exit');
      await terminal.press('Up');
    }
  });

  it('works during a flood of output', async () => {
    const id = tmux.session('a', "read go; head -c 1000000 /dev/urandom | base64 -w 70; printf 'flood over'; exec cat");
    const other = tmux.session('b', 'exec cat');
    const terminal = pane(id);
    await terminal.look();
    await terminal.press('Enter');
    const times: number[] = [];
    const flood = seen(terminal, (now) => now?.ansi.includes('flood over') === true, 'the end of the flood');
    let over = false;
    flood.finally(() => {
      over = true;
    });
    while (!over) {
      const start = performance.now();
      expect((await pane(other).look())?.rows).toBe(24);
      times.push(performance.now() - start);
    }
    await flood;
    console.log(`look at another pane during the flood: ${spread(times)}`);
  });
});

describe('typing', () => {
  let typed: string;
  let terminal: Terminal;
  let expected = Buffer.alloc(0);

  beforeAll(async () => {
    stand();
    typed = join(tmux.folder, 'typed');
    writeFileSync(typed, '');
    const id = tmux.session('a', `stty raw -echo; printf '\\033[?2004hready'; exec cat >> ${typed}`);
    terminal = pane(id);
    await seen(terminal, (now) => now?.ansi.includes('ready') === true && now.command === 'cat', 'ready');
  });
  afterAll(leave);

  async function arrives(bytes: Buffer) {
    expected = Buffer.concat([expected, bytes]);
    await vi.waitFor(() => expect(readFileSync(typed).length).toBeGreaterThanOrEqual(expected.length), { timeout: 60_000, interval: 2 });
    const got = readFileSync(typed).subarray(expected.length - bytes.length);
    expect(got.toString('utf8')).toBe(bytes.toString('utf8'));
    expect(got.equals(bytes)).toBe(true);
  }

  const hard = fc.constantFrom(
    ...'"\'$;\\#{}~%`!*?&|<>()[]',
    '#{pane_id}',
    '$HOME',
    '~/',
    '-',
    '--',
    ' ; kill-server ; ',
    '\\n',
    '\\012',
    '🙂',
    '👩‍👩‍👧',
    'é',
    '日本',
  );
  const plain = fc.string({ unit: fc.oneof(fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }), hard), maxLength: 60 });
  const printable = plain.map((text) => text.replace(/\p{Cc}/gu, '')).filter((text) => text !== '');

  it('types every printable text exactly', async () => {
    await fc.assert(
      fc.asyncProperty(printable, async (text) => {
        await terminal.type(text);
        await arrives(Buffer.from(text));
      }),
      { numRuns: 150 },
    );
  });

  it('pastes every text with newlines and tabs exactly, in brackets, and leaves no buffer behind', async () => {
    const lines = fc.array(fc.oneof(printable, fc.constantFrom('\n', '\t')), { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(lines, async (text) => {
        await terminal.paste(text);
        await arrives(Buffer.from(`\u001b[200~${text}\u001b[201~`));
      }),
      { numRuns: 150 },
    );
    expect(tmux.run('list-buffers')).toBe('');
  });

  it('accepts long texts', async () => {
    const long = 'ä;"$x '.repeat(20_000);
    await terminal.type(long);
    await arrives(Buffer.from(long));
    await terminal.paste(long);
    await arrives(Buffer.from(`\u001b[200~${long}\u001b[201~`));
  });

  it('refuses control characters before anything is sent', async () => {
    for (const text of ['a\nb', 'a\tb', '\u001b', '\u007f', '\u009b', '\ud800'])
      await expect(terminal.type(text)).rejects.toThrow(RangeError);
    for (const text of ['a\rb', 'x\u001b[201~', '\u0000', '\u009b201~', '\udc00'])
      await expect(terminal.paste(text)).rejects.toThrow(RangeError);
    await terminal.type('|');
    await arrives(Buffer.from('|'));
  });

  it('presses every key', async () => {
    const keys: Record<Key, string> = {
      Up: '\u001b[A',
      Down: '\u001b[B',
      Right: '\u001b[C',
      Left: '\u001b[D',
      Enter: '\r',
      Escape: '\u001b',
      Tab: '\t',
      BTab: '\u001b[Z',
      Space: ' ',
      Home: '\u001b[1~',
      End: '\u001b[4~',
      BSpace: '\u007f',
      n: 'n',
    };
    for (const [key, bytes] of Object.entries(keys)) {
      await terminal.press(key as Key);
      await arrives(Buffer.from(bytes));
    }
  });

  it('is fast', async () => {
    const looks: number[] = [];
    const presses: number[] = [];
    for (let i = 0; i < 300; i += 1) {
      const start = performance.now();
      await terminal.look();
      const between = performance.now();
      await terminal.press('n');
      looks.push(between - start);
      presses.push(performance.now() - between);
    }
    const fifo = join(tmux.folder, 'fifo');
    execFileSync('mkfifo', [fifo]);
    const printer = pane(tmux.run('split-window', '-d', '-P', '-F', '#{pane_id}', '-t', 'a', `exec cat ${fifo}`));
    await seen(printer, (now) => now?.command === 'cat', 'cat');
    const write = openSync(fifo, 'w');
    const notices: number[] = [];
    for (let i = 0; i < 200; i += 1) {
      const start = performance.now();
      const noticed = new Promise<number>((resolve) => {
        const stop = printer.onChange(() => {
          stop();
          resolve(performance.now());
        });
      });
      writeSync(write, `${i}\n`);
      notices.push((await noticed) - start);
      // Everything that belongs to this line has arrived when the look has.
      await printer.look();
    }
    closeSync(write);
    console.log(`look: ${spread(looks)}\npress: ${spread(presses)}\noutput noticed: ${spread(notices)}`);
    expect(spawnSync('tmux', ['-S', tmux.socket, 'has-session']).status).toBe(0);
  });
});

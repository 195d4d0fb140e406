// Our lines in the settings of tmux: added once, understood by a real tmux, and removed to the byte.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { carryOut, carryOutUndo } from './change.ts';
import { planTmux, planTmuxUndo, type TmuxLines } from './tmux.ts';

let folder: string;
let config: string;
let undo: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ab-tmux-'));
  config = join(folder, 'tmux.conf');
  undo = join(folder, 'undo');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const lines = (key = 'a'): TmuxLines => ({
  program: "'/usr/bin/node' '/srv/answerback.js'",
  countFile: join(folder, 'answerback.count'),
  key,
});

function install(key?: string): boolean {
  const change = planTmux(config, lines(key));
  if (change && 'kind' in change) throw new Error(change.reason);
  if (change) expect(carryOut([change], undo, 1)).toEqual({ kind: 'done' });
  return change !== undefined;
}

function uninstall(): boolean {
  const change = planTmuxUndo(config, undo);
  if (change && 'kind' in change) throw new Error(change.reason);
  if (change) expect(carryOutUndo([change]).kind).toBe('done');
  return change !== undefined;
}

test.each(['set -g mouse on', 'set -g mouse on\n', ''])('%j is exactly as before after an undo', (before) => {
  writeFileSync(config, before);
  expect([install(), install(), install('i')]).toEqual([true, false, true]);
  expect(readFileSync(config, 'utf8').match(/display-popup/g)).toHaveLength(1);
  expect([uninstall(), uninstall()]).toEqual([true, false]);
  expect(readFileSync(config, 'utf8')).toBe(before);
});

test('what was added since stays', () => {
  writeFileSync(config, 'set -g mouse on\n');
  install();
  writeFileSync(config, `${readFileSync(config, 'utf8')}set -g base-index 1\n`);
  uninstall();
  expect(readFileSync(config, 'utf8')).toBe('set -g mouse on\nset -g base-index 1\n');
});

test('tmux reads them, also twice, and has the keys and the status line', () => {
  install();
  const tmux = (...args: string[]) =>
    execFileSync('tmux', ['-S', join(folder, 's'), ...args], { encoding: 'utf8', env: { ...process.env, TMUX: '' } });
  try {
    tmux('-f', config, 'new-session', '-d', 'cat');
    tmux('source-file', config);
    expect(tmux('show-options', '-gv', 'status-right').match(/answerback\.count/g)).toHaveLength(1);
    expect(tmux('list-keys', '-T', 'prefix', 'a')).toContain('ANSWERBACK_POPUP=1');
  } finally {
    tmux('kill-server');
  }
});

test('a path that tmux would misread is refused', () => {
  expect(planTmux(config, { ...lines(), program: "'/srv/$HOME/x'" })).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining('/srv/$HOME/x'),
  });
});

// Claude Code's session files, as a stranger could write them: they tell a process and texts, or nothing, and reading them takes no time.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { aMegabyte, expectQuick, hostileText } from '../../../../test/support/hostile-json.ts';
import { runs } from '../../../../test/support/runs.ts';
import { readRunning, transcriptOf } from './read.ts';
import { hasLeftFile, runKindsOf } from './running.ts';

const COUNT = runs(1_000);
const SAMPLES = [
  {
    pid: 7,
    sessionId: 's1',
    cwd: '/srv/app',
    kind: 'interactive',
    version: '2.1.327',
    status: 'busy',
    entrypoint: 'cli',
    procStart: '123',
  },
  { pid: 7, sessionId: 's1', cwd: '/srv/app' },
];
const TEXTS = ['session', 'cwd', 'version', 'status', 'entrypoint', 'started'] as const;

it(`${COUNT} hostile session files tell a process and texts, or nothing`, () => {
  fc.assert(
    fc.property(hostileText(SAMPLES), (text) => {
      const running = readRunning(text);
      if (!running) return;
      expect(Number.isSafeInteger(running.pid) && running.pid > 0).toBe(true);
      for (const name of TEXTS) expect(['string', 'undefined']).toContain(typeof running[name]);
      // In its folder, whatever the session is called.
      expect(transcriptOf('/config', running).startsWith('/config/projects/')).toBe(true);
    }),
    { numRuns: COUNT },
  );
});

it('a session file of a megabyte is read in no time', () => {
  fc.assert(
    fc.property(aMegabyte(SAMPLES), (text) => expectQuick('readRunning', () => readRunning(text))),
    { numRuns: Math.ceil(COUNT / 30) },
  );
});

it('what is no regular file, or far too large for one, is not read: a pipe would stop the broker for ever', { timeout: 20_000 }, () => {
  const config = mkdtempSync(join(tmpdir(), 'answerback-sessions-'));
  onTestFinished(() => rmSync(config, { recursive: true }));
  const folder = join(config, 'sessions');
  mkdirSync(folder);
  execFileSync('mkfifo', [join(folder, '1.json')]);
  symlinkSync('/dev/zero', join(folder, '2.json'));
  mkdirSync(join(folder, '3.json'));
  symlinkSync('4.json', join(folder, '4.json'));
  const mine = JSON.stringify({ pid: process.pid, sessionId: 's1', cwd: '/srv/app' });
  writeFileSync(join(folder, '5.json'), `${mine}${' '.repeat(2_000_000)}`);
  writeFileSync(join(folder, `${process.pid}.json`), mine);
  expect(runKindsOf({ isAlive: () => true }, config, 's1')).toHaveLength(1);
  expect(hasLeftFile(config, 1, 's1')).toBe(false);
  expect(hasLeftFile(config, process.pid, 's1')).toBe(true);
});

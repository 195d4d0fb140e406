// The report of a starting broker is received even if its process ends at the same moment.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { placeAt } from './place.ts';
import { startBroker } from './start.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'start-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it.runIf(existsSync('/proc/self/stat'))('a report is received even if its process ended before we read it', async () => {
  const [program, pid, go] = ['program.cjs', 'pid', 'go'].map((name) => join(folder, name)) as [string, string, string];
  writeFileSync(
    program,
    `const fs = require('node:fs'); fs.writeFileSync(${JSON.stringify(pid)}, String(process.pid));
     while (!fs.existsSync(${JSON.stringify(go)}));
     process.send({ kind: 'failed', message: 'the disk is on fire', fix: '' }); process.disconnect();`,
  );
  const starting = startBroker({ place: placeAt(folder), program }).catch((error: Error) => error.message);
  // Node first reads from pipes and then handles exited processes. If the process ends while we read, its report is still unread.
  const other = spawn('echo', ['something to read']);
  other.stdout.on('data', () => {
    blockUntil(() => existsSync(pid) && readFileSync(pid, 'utf8') !== '');
    writeFileSync(go, '');
    blockUntil(() => isDead(Number(readFileSync(pid, 'utf8'))));
  });
  blockUntil(() => isDead(other.pid ?? 0));
  expect(await starting).toBe('the disk is on fire');
});

function blockUntil(done: () => boolean): void {
  while (!done());
}

/** A zombie: it has ended, and its parent has not been told yet. */
function isDead(pid: number): boolean {
  return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.startsWith('Z') === true;
}

// Who else has an account on this computer.
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { otherUsers } from './other-users.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'users-'));
  for (const folder of ['etc', 'home', 'home/ada', 'home/ben', 'root']) mkdirSync(join(root, folder));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const passwd = (...lines: string[]) => writeFileSync(join(root, 'etc/passwd'), `${lines.join('\n')}\n`);
const ADA = 'ada:x:1000:1000:Ada:/home/ada:/bin/bash';

it('root, services and accounts without a shell or a home folder are not other users', () => {
  passwd(
    'root:x:0:0:root:/root:/bin/bash',
    'postgres:x:112:120::/home/ben:/bin/bash',
    'nobody:x:65534:65534:nobody:/home/ben:/bin/sh',
    'backup:x:1001:1001::/home/ben:/usr/sbin/nologin',
    'gone:x:1002:1002::/home/gone:/bin/bash',
    ADA,
  );
  expect(otherUsers(1000, root)).toEqual([]);
});

it('everybody else with a shell and a home folder is', () => {
  passwd(ADA, 'ben:x:1001:1001::/home/ben:/bin/zsh');
  expect(otherUsers(1000, root)).toEqual(['ben']);
  expect(otherUsers(0, root)).toEqual(['ada', 'ben']);
});

it.runIf(process.getuid?.() === 0)('so is the owner of a home folder who is in no file, as with a directory service', () => {
  passwd(ADA);
  chownSync(join(root, 'home/ben'), 20_001, 20_001);
  expect(otherUsers(1000, root)).toEqual(['ben']);
});

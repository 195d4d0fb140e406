// Who else can log in to this computer.
import { chownSync, lstatSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accountsIn, otherUsers } from './other-users.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'users-'));
  for (const folder of ['etc', 'etc/skel', 'home', 'home/ada', 'home/ben', 'root']) mkdirSync(join(root, folder));
});
beforeEach(() => {
  writeFileSync(join(root, 'etc/skel/.bashrc'), '');
  for (const name of ['.bashrc', '.bash_history']) writeFileSync(join(root, 'home/ben', name), '');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const passwd = (...lines: string[]) => writeFileSync(join(root, 'etc/passwd'), `${lines.join('\n')}\n`);
const shadow = (...lines: string[]) => writeFileSync(join(root, 'etc/shadow'), `${lines.join('\n')}\n`);
const BEN = 'ben:x:1001:1001::/home/ben:/bin/zsh';
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
  passwd(ADA, BEN);
  writeFileSync(join(root, 'home/ada/notes'), '');
  expect(otherUsers(1000, root)).toEqual(['ben']);
  expect(otherUsers(0, root)).toEqual(['ada', 'ben']);
});

it('an account whose password is locked counts only if it has keys for ssh', () => {
  passwd(ADA, BEN);
  shadow('ada:$6$salt$hash:20000:0:99999:7:::', 'ben:!:20200::::::');
  expect(otherUsers(0, root)).toEqual(['ada']);
  mkdirSync(join(root, 'home/ben/.ssh'));
  writeFileSync(join(root, 'home/ben/.ssh/authorized_keys'), 'ssh-ed25519 …');
  expect(otherUsers(0, root)).toEqual(['ada', 'ben']);
});

describe('where only root may know about passwords', () => {
  const [MADE, MINUTE] = [1_750_775_780_000, 60_000];
  /** As the system says: the home folder, and the folder that it is in. */
  const others = (home: object = {}, parent: object = {}) =>
    otherUsers(
      1000,
      root,
      () => [],
      (path) =>
        path.endsWith('/ben')
          ? { uid: 1001, mode: 0o40755, birthtimeMs: MADE, ctimeMs: MADE + 5, ...home }
          : { uid: 0, mode: 0o40755, birthtimeMs: MADE - MINUTE, ctimeMs: MADE, ...parent },
    );

  it('an account whose home folder nobody has used does not count, such as one that came with an image of the system', () => {
    passwd(ADA, 'cloudsdk:x:1001:1001::/home/ben:/bin/bash');
    expect(others()).toEqual(['cloudsdk']);
    rmSync(join(root, 'home/ben/.bash_history'));
    expect(others()).toEqual([]);
    shadow('cloudsdk:$6$salt$hash:20000:0:99999:7:::');
    expect(others()).toEqual(['cloudsdk']);
  });

  it.each<[string, object, object]>([
    ['was emptied: it was changed after it was made', { ctimeMs: MADE + 2 * MINUTE }, {}],
    ['was made at a time that is not known', { birthtimeMs: 0 }, {}],
    ['is where no time of making is known, and that of the last change is given instead', { birthtimeMs: MADE + 5 }, { birthtimeMs: MADE }],
    ['can be made anew, because its owner owns the folder that it is in', {}, { uid: 1001 }],
    ['can be made anew, because everybody may write there', {}, { mode: 0o41777 }],
  ])('one counts whose home folder %s', (_, home, parent) => {
    passwd(ADA, BEN);
    rmSync(join(root, 'home/ben/.bash_history'));
    expect(others()).toEqual([]);
    expect(others(home, parent)).toEqual(['ben']);
  });

  it('the system itself says when a folder was changed, whatever is in it now', () => {
    passwd(ADA, BEN);
    rmSync(join(root, 'home/ben/.bash_history'));
    const late = Date.now() - 2 * MINUTE;
    const really = (path: string) => {
      const { uid, mode, ctimeMs } = lstatSync(path);
      return { uid, mode, ctimeMs, birthtimeMs: late };
    };
    expect(otherUsers(1000, root, () => [], really)).toEqual(['ben']);
  });
});

it('accounts of a directory service have high ids; nobody and the services of systemd are not people', () => {
  const account = (name: string, id: number) => `${name}:x:${id}:${id}::/home/ben:/bin/bash`;
  passwd(
    ADA,
    account('eve', 60_001),
    account('dynamic', 61_184),
    account('nobody', 65_534),
    account('fay', 65_536),
    account('gus', 1_234_600_500),
  );
  expect(otherUsers(1000, root)).toEqual(['eve', 'fay', 'gus']);
});

it.runIf(process.getuid?.() === 0)('so do the owners of home folders that are in a folder for their domain', () => {
  passwd(ADA);
  mkdirSync(join(root, 'home/EXAMPLE.COM/hal'), { recursive: true });
  chownSync(join(root, 'home/EXAMPLE.COM/hal'), 1_234_600_501, 1_234_600_501);
  expect(otherUsers(1000, root)).toEqual(['hal']);
});

it.runIf(process.getuid?.() === 0)('the home folder of an account that cannot log in does not make it a person', () => {
  passwd(ADA, BEN.replace('/bin/zsh', '/usr/sbin/nologin'));
  chownSync(join(root, 'home/ben'), 1001, 1001);
  expect(otherUsers(1000, root)).toEqual([]);
});

it('on macOS, accounts come from its own database', () => {
  const accounts = accountsIn({
    ids: '_spotlight                89\nada       501\nben       502\nci        503\nnobody                    -2\n',
    homes: '_spotlight   /var/empty\nada   /home/ada\nben   /home/ben\nci   /home/ben\nnobody /var/empty\n',
    shells: '_spotlight   /usr/bin/false\nada   /bin/zsh\nben   /bin/zsh\nci   /bin/zsh\nnobody  /usr/bin/false\n',
    ways: 'ada   ;ShadowHash;HASHLIST:<SALTED-SHA512-PBKDF2>\nben   ;ShadowHash;HASHLIST:<x>\nci   ;DisabledUser; ;ShadowHash;HASHLIST:<x>\n',
  });
  expect(accounts.find(({ name }) => name === 'ci')).toEqual({ name: 'ci', id: 503, home: '/home/ben', shell: '/bin/zsh', locked: true });
  const people = accounts.map((account) => ({ ...account, id: account.id + 1000 }));
  expect(otherUsers(1501, root, () => people)).toEqual(['ben']);
});

it.runIf(process.getuid?.() === 0)('so is the owner of a home folder who is in no file, as with a directory service', () => {
  passwd(ADA);
  chownSync(join(root, 'home/ben'), 20_001, 20_001);
  expect(otherUsers(1000, root)).toEqual(['ben']);
});

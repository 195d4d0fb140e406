// Who else can log in to this computer. They could listen on the broker's port while no broker is running, and answer in its place.
import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync, type Stats, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The ids that systems give to people: from 1000 on Linux, from 501 on macOS. Lower ones belong to services; directory services give any higher one. */
const [FIRST_PERSON, FIRST_PERSON_ON_MACOS] = [1000, 501];
const NOBODY = 65_534;
/** systemd gives these to services while they run. */
const DYNAMIC = { first: 61_184, last: 65_519 };
const NO_LOGIN = /\/(nologin|false|sync|halt|shutdown)$/;
const KEYS = ['.ssh/authorized_keys', '.ssh/authorized_keys2'];
const HOMES: Readonly<Record<string, number>> = { '/home': FIRST_PERSON, '/Users': FIRST_PERSON_ON_MACOS };
const ANSWERS_WITHIN_MS = 2_000;
/** Making a home folder and filling it from the skeleton takes less. */
const MADE_WITHIN_MS = 60_000;

type Account = {
  readonly name: string;
  readonly id: number;
  readonly home: string;
  readonly shell: string;
  /** No password fits. Undefined when only root may know. */
  readonly locked: boolean | undefined;
};

type Folder = Pick<Stats, 'uid' | 'mode' | 'birthtimeMs' | 'ctimeMs'>;

/**
 * Names of other people's accounts that somebody can log in to: those that the system lists, and the owners of folders in /home and /Users
 * that it does not list (accounts of a directory service). In doubt an account counts. The other parameters are for tests.
 */
export function otherUsers(
  me = process.getuid?.() ?? 0,
  root = '/',
  directory: () => readonly Account[] = process.platform === 'darwin' ? macAccounts : () => [],
  folderAt: (path: string) => Folder = lstatSync,
): readonly string[] {
  const listed = [...accountsInFiles(root), ...directory()];
  const first = process.platform === 'darwin' ? FIRST_PERSON_ON_MACOS : FIRST_PERSON;
  const inList = listed.filter((account) => isPerson(account.id, first, me) && canLogIn(account, root, folderAt)).map(({ name }) => name);
  const known = new Set(listed.map(({ id }) => id));
  const withFolder = Object.entries(HOMES).flatMap(([folder, from]) =>
    foldersIn(join(root, folder)).flatMap(({ name, owner }) => (isPerson(owner, from, me) && !known.has(owner) ? [name] : [])),
  );
  return [...new Set([...inList, ...withFolder])];
}

const isPerson = (id: number, first: number, me: number): boolean =>
  id >= first && id !== me && id !== NOBODY && (id < DYNAMIC.first || id > DYNAMIC.last);

/** With a shell and a home folder; and with a password, or keys for ssh. */
function canLogIn({ id, home, shell, locked }: Account, root: string, folderAt: (path: string) => Folder): boolean {
  const folder = join(root, home);
  if (NO_LOGIN.test(shell) || !existsSync(folder)) return false;
  if (locked === undefined) return !isUntouched(folder, id, join(root, 'etc/skel'), folderAt);
  return !locked || KEYS.some((file) => existsSync(join(folder, file)));
}

/**
 * Whoever logs in leaves more in the home folder than what every new account gets. That could be removed again, but not the trace of it: the time of the last
 * change of a folder is set by the system, and the folder cannot be made anew by somebody who may not write where it is.
 */
function isUntouched(home: string, owner: number, skeleton: string, folderAt: (path: string) => Folder): boolean {
  try {
    const [folder, parent] = [folderAt(home), folderAt(dirname(home))];
    if (parent.uid === owner || (parent.mode & 0o022) !== 0) return false;
    // Where it is not known when a folder was made, it is 1970 or the time of the last change, for the parent too.
    if (folder.birthtimeMs <= 0 || parent.birthtimeMs === parent.ctimeMs) return false;
    if (Math.abs(folder.ctimeMs - folder.birthtimeMs) > MADE_WITHIN_MS) return false;
    const given = new Set(namesIn(skeleton));
    return readdirSync(home).every((name) => given.has(name));
  } catch {
    return false;
  }
}

function accountsInFiles(root: string): readonly Account[] {
  const passwords = new Map(linesOf(join(root, 'etc/shadow')).map((line) => [line.split(':')[0], line.split(':')[1] ?? '']));
  return linesOf(join(root, 'etc/passwd')).flatMap((line) => {
    const [name = '', , id, , , home = '', shell = ''] = line.split(':');
    if (name === '' || home === '') return [];
    const password = passwords.get(name);
    return [{ name, id: Number(id), home, shell, locked: password === undefined ? undefined : /^[!*]/.test(password) }];
  });
}

/** macOS keeps the accounts of people in a database of its own. */
function macAccounts(): readonly Account[] {
  const read = (key: string) => {
    try {
      return execFileSync('dscl', ['.', '-list', '/Users', key], { encoding: 'utf8', timeout: ANSWERS_WITHIN_MS });
    } catch {
      return '';
    }
  };
  return accountsIn({
    ids: read('UniqueID'),
    homes: read('NFSHomeDirectory'),
    shells: read('UserShell'),
    ways: read('AuthenticationAuthority'),
  });
}

/** From lists of names and values. An account that nobody can log in to is marked as disabled. */
export function accountsIn(lists: Readonly<Record<'ids' | 'homes' | 'shells' | 'ways', string>>): readonly Account[] {
  const [homes, shells, ways] = [lists.homes, lists.shells, lists.ways].map((list) => new Map(valuesIn(list)));
  return valuesIn(lists.ids).map(([name, id]) => {
    const locked = ways?.get(name)?.includes(';DisabledUser;') ?? false;
    return { name, id: Number(id), home: homes?.get(name) ?? '', shell: shells?.get(name) ?? '', locked };
  });
}

const valuesIn = (list: string): readonly (readonly [string, string])[] =>
  [...list.matchAll(/^(\S+)\s+(.*)$/gm)].map(([, name = '', value = '']) => [name, value.trim()]);

/** Only root may read the file with the passwords. */
function linesOf(path: string): readonly string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch {
    return [];
  }
}

/** None if it is no folder, or if we may not look into it. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Also those in folders of the system: a directory service may put them into one for each domain. */
function foldersIn(path: string): readonly { readonly name: string; readonly owner: number }[] {
  const owned = (folder: string) => namesIn(folder).map((name) => ({ name, path: join(folder, name), owner: ownerOf(join(folder, name)) }));
  return owned(path).flatMap((each) => (each.owner === 0 ? [each, ...owned(each.path)] : [each]));
}

const ownerOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.uid ?? 0;

// Who else has an account on this computer. They could listen on the broker's port while no broker is running, and answer in its place.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The ids that systems give to people: from 1000 on Linux, from 501 on macOS. Lower and higher ones belong to services. */
const [FIRST_PERSON, FIRST_PERSON_ON_MACOS, LAST_PERSON] = [1000, 501, 59_999];
const NO_LOGIN = /\/(nologin|false)$/;
const HOMES: Readonly<Record<string, number>> = { '/home': FIRST_PERSON, '/Users': FIRST_PERSON_ON_MACOS };

/**
 * Names of other people's accounts: those in /etc/passwd that have a shell and a home folder, and the owners of folders in /home and /Users
 * (accounts of a directory service are in no file). `root` is for tests.
 */
export function otherUsers(me = process.getuid?.() ?? 0, root = '/'): readonly string[] {
  const inFile = linesOf(join(root, 'etc/passwd')).flatMap((line) => {
    const [name = '', , id, , , home = '', shell = ''] = line.split(':');
    return isPerson(Number(id), FIRST_PERSON, me) && !NO_LOGIN.test(shell) && existsSync(join(root, home)) ? [name] : [];
  });
  const withFolder = Object.entries(HOMES).flatMap(([folder, first]) =>
    namesIn(join(root, folder)).filter((name) => isPerson(ownerOf(join(root, folder, name)), first, me)),
  );
  return [...new Set([...inFile, ...withFolder])];
}

const isPerson = (id: number, first: number, me: number): boolean => id >= first && id <= LAST_PERSON && id !== me;

function linesOf(path: string): readonly string[] {
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
}

function namesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

const ownerOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.uid ?? 0;

// A settings file on disk: resolved behind its symlinks, read as bytes, and replaced atomically.
import { isUtf8 } from 'node:buffer';
import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

export type Refusal = {
  readonly kind: 'refused';
  readonly file: string;
  readonly reason: string;
  readonly fix: string;
  readonly line?: number;
  readonly column?: number;
};
export type Existing = {
  readonly kind: 'existing';
  readonly path: string;
  readonly real: string;
  readonly bytes: Buffer;
  readonly mode: number;
};
/** `folders`: those to create first, the outermost first. */
export type Absent = { readonly kind: 'absent'; readonly path: string; readonly real: string; readonly folders: readonly string[] };
type SettingsFile = Existing | Absent | Refusal;

const NEW_FILE = 0o600;
const NEW_FOLDER = 0o700;
const MODE_BITS = 0o7777;
const ANY_WRITE_BIT = 0o222;

export function find(path: string): SettingsFile {
  try {
    return isThere(path) ? existing(path) : absent(path);
  } catch (error) {
    return refusalFrom(path, error);
  }
}

function existing(path: string): Existing | Refusal {
  const broken = lstatSync(path).isSymbolicLink() ? brokenLink(path) : undefined;
  if (broken) return refused(path, broken, 'Point it at a file, or remove it, and try again.');
  const real = realpathSync(path);
  const stat = statSync(real);
  if (stat.isDirectory()) return refused(path, 'this is a folder, not a file', 'Move it away, and try again.');
  if (!stat.isFile()) return refused(path, 'this is not a regular file', 'Move it away, and try again.');
  const bytes = readFileSync(real);
  if ((stat.mode & ANY_WRITE_BIT) === 0) return refused(path, 'the file is read-only', `Allow writing (chmod u+w ${real}), and try again.`);
  accessSync(real, constants.W_OK);
  accessSync(dirname(real), constants.W_OK | constants.X_OK);
  return { kind: 'existing', path, real, bytes, mode: stat.mode & MODE_BITS };
}

function absent(path: string): Absent | Refusal {
  const folders: string[] = [];
  let nearest = dirname(path);
  for (; !isThere(nearest); nearest = dirname(nearest)) folders.unshift(basename(nearest));
  const broken = lstatSync(nearest).isSymbolicLink() ? brokenLink(nearest) : undefined;
  if (broken) return refused(path, `the folder ${nearest}: ${broken}`, 'Point it at a folder, or remove it, and try again.');
  const real = realpathSync(nearest);
  if (!statSync(real).isDirectory()) return refused(path, `${nearest} is not a folder`, 'Move it away, and try again.');
  accessSync(real, constants.W_OK | constants.X_OK);
  const made = folders.map((_, index) => join(real, ...folders.slice(0, index + 1)));
  return { kind: 'absent', path, real: join(made.at(-1) ?? real, basename(path)), folders: made };
}

/** Undefined if the link's target exists. */
function brokenLink(path: string): string | undefined {
  try {
    realpathSync(path);
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ELOOP') return 'this symlink leads to itself';
    if (code === 'ENOENT') return `this symlink leads to ${readlinkSync(path)}, which does not exist`;
    throw error;
  }
}

/** Undefined if the bytes are not UTF-8. The byte order mark is part of the text. */
export function textOf(bytes: Buffer): string | undefined {
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}

export function notUtf8({ path, bytes }: Existing): Refusal {
  const fix = 'Save it as UTF-8, and try again.';
  const marks = bytes.subarray(0, 2).toString('hex');
  if (marks === 'fffe' || marks === 'feff') return { ...refused(path, 'the file is UTF-16, not UTF-8', fix), line: 1, column: 1 };
  const lines = bytes.toString('latin1').split('\n');
  const line = lines.findIndex((bad) => !isUtf8(Buffer.from(bad, 'latin1')));
  const column =
    Buffer.from(lines[line] ?? '', 'latin1')
      .toString('utf8')
      .indexOf('\ufffd') + 1;
  return { ...refused(path, 'the file is not UTF-8', fix), line: line + 1, column };
}

/** Line and column as an editor counts them. */
export function refusedAt(path: string, text: string, offset: number, reason: string, fix: string): Refusal {
  const before = text
    .slice(0, offset)
    .replace(/^\ufeff/, '')
    .split('\n');
  return { ...refused(path, reason, fix), line: before.length, column: [...(before.at(-1) ?? '')].length + 1 };
}

export function refused(file: string, reason: string, fix: string): Refusal {
  return { kind: 'refused', file, reason, fix };
}

const SYSTEM_WORDS: Readonly<Record<string, readonly [string, string]>> = {
  EACCES: ['you are not allowed to read and write it', 'Change the permissions of the file and its folder, and try again.'],
  EPERM: ['you are not allowed to read and write it', 'Change the permissions of the file and its folder, and try again.'],
  EROFS: ['the disk is read-only', 'Mount it for writing, and try again.'],
  ENOSPC: ['the disk is full', 'Free some space, and try again.'],
  ENOTDIR: ['part of its path is not a folder', 'Move that away, and try again.'],
  ELOOP: ['a symlink on its path leads to itself', 'Fix the symlink, and try again.'],
};

/** Translates a system error. Other errors are rethrown. */
export function refusalFrom(path: string, error: unknown): Refusal {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === undefined) throw error;
  const [reason, fix] = SYSTEM_WORDS[code] ?? [message, 'Nothing was changed.'];
  return refused(path, reason, fix);
}

/** Written to a temporary file and renamed, so readers see either the old file or the new one. Behind a symlink, the target is replaced. */
export function write(target: Existing | Absent, bytes: Buffer, mode = target.kind === 'existing' ? target.mode : NEW_FILE): void {
  if (target.kind === 'absent') for (const folder of target.folders) mkdirSync(folder, { recursive: true, mode: NEW_FOLDER });
  const draft = join(dirname(target.real), `.${basename(target.real)}.answerback-${process.pid}`);
  try {
    const file = openSync(draft, 'wx', NEW_FILE);
    try {
      writeFileSync(file, bytes);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    if (target.kind === 'existing') keepOwner(target.real, draft);
    chmodSync(draft, mode);
    renameSync(draft, target.real);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Removes the file, and those of the folders that are empty afterwards. */
export function removeFile(real: string, folders: readonly string[]): void {
  rmSync(real);
  for (const folder of folders.toReversed()) {
    try {
      rmdirSync(folder);
    } catch {
      return; // it contains other files
    }
  }
}

/** Whether the file is unchanged since it was read. */
export function isUnchanged(target: Existing | Absent): boolean {
  const now = find(target.path);
  if (now.kind === 'refused' || now.kind !== target.kind || now.real !== target.real) return false;
  return now.kind === 'absent' || (target.kind === 'existing' && now.bytes.equals(target.bytes));
}

function keepOwner(from: string, to: string): void {
  const [{ uid, gid }, mine] = [statSync(from), statSync(to)];
  if (uid !== mine.uid || gid !== mine.gid) chownSync(to, uid, gid);
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

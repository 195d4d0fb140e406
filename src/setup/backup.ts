// What is needed to undo a setup: one record per real file, with the file's bytes from before.
//
// Invariant: the `original` of a record never contains anything that was written under the same record.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asObject } from '../text/json.ts';

type BackupRecord = {
  readonly file: string;
  /** The file's mode before setup; null if there was no file. */
  readonly mode: number | null;
  /** Folders that setup created, the outermost first. */
  readonly folders: string[];
  /** sha256 of what setup wrote last. */
  readonly wrote: string;
  /** Somebody else changed the file between two setups, so the original must not be restored. */
  readonly edited: boolean;
  readonly at: number;
};
export type Backup = { readonly record: BackupRecord; readonly original: Buffer | undefined; readonly folder: string };

export const fingerprint = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

export function readBackup(undo: string, real: string): Backup | undefined {
  const folder = folderOf(undo, real);
  try {
    const record = recordIn(folder);
    return record && { record, original: record.mode === null ? undefined : readFileSync(join(folder, 'original')), folder };
  } catch {
    return undefined;
  }
}

/** Undefined if there is none, or it was cut off while it was written; the settings were not changed in that case. */
function recordIn(folder: string): BackupRecord | undefined {
  try {
    const known: unknown = JSON.parse(readFileSync(join(folder, 'record.json'), 'utf8'));
    return isRecord(known) ? known : undefined;
  } catch {
    return undefined;
  }
}

/** The files that have a backup. */
export function filesWithBackup(undo: string): readonly string[] {
  try {
    return readdirSync(undo).flatMap((name) => {
      const known = /^[0-9a-f]{16}$/.test(name) ? recordIn(join(undo, name)) : undefined;
      return known ? [known.file] : [];
    });
  } catch {
    return [];
  }
}

/** The record is written last: a backup without a record does not count. */
export function writeBackup(undo: string, kept: BackupRecord, original: Buffer | undefined): void {
  const folder = folderOf(undo, kept.file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (original) writeFileSync(join(folder, 'original'), original, { mode: 0o600 });
  const draft = join(folder, 'record.json.draft');
  writeFileSync(draft, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, join(folder, 'record.json'));
}

export function dropBackup({ folder }: Backup): void {
  rmSync(folder, { recursive: true, force: true });
}

/** Moves the backup out of the way of the next setup, but keeps it for people to look at. */
export function setAside({ folder, record: { at } }: Backup): string {
  const aside = `${folder}.${at}`;
  rmSync(aside, { recursive: true, force: true });
  renameSync(folder, aside);
  return aside;
}

function folderOf(undo: string, real: string): string {
  return join(undo, createHash('sha256').update(real).digest('hex').slice(0, 16));
}

/** Without a schema library, which would slow down the start of every command. */
function isRecord(value: unknown): value is BackupRecord {
  const { file, mode, folders, wrote, edited, at } = asObject(value) ?? {};
  const texts = Array.isArray(folders) && folders.every((folder) => typeof folder === 'string');
  return (
    typeof file === 'string' &&
    (mode === null || typeof mode === 'number') &&
    texts &&
    typeof wrote === 'string' &&
    typeof edited === 'boolean' &&
    typeof at === 'number'
  );
}

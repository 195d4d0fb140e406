// What is kept to be able to undo: one record per real file, with the bytes that were there before us.
//
// Invariant: a record's original never holds what we wrote ourselves in the same record's time.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asObject } from '../question/json.ts';

export type BackupRecord = {
  readonly file: string;
  /** The file's mode before us; null when there was no file. */
  readonly mode: number | null;
  /** Folders that we made, the outermost first. */
  readonly folders: string[];
  /** sha256 of what we wrote last. */
  readonly wrote: string;
  /** Somebody else changed the file between two of our writes, so that its original is no longer what is to be restored. */
  readonly edited: boolean;
  readonly at: number;
};
export type Backup = { readonly record: BackupRecord; readonly original: Buffer | undefined; readonly folder: string };

export const fingerprint = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

export function readBackup(undo: string, real: string): Backup | undefined {
  const folder = folderOf(undo, real);
  try {
    const known: unknown = JSON.parse(readFileSync(join(folder, 'record.json'), 'utf8'));
    if (!isRecord(known)) return undefined;
    return { record: known, original: known.mode === null ? undefined : readFileSync(join(folder, 'original')), folder };
  } catch {
    // None, or cut off while it was written: then the settings were not touched yet.
    return undefined;
  }
}

/** The record is what makes it one, so it comes last. */
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

/** Out of the way of the next setup, but still there for a person to look at. */
export function setAside({ folder, record: { at } }: Backup): string {
  const aside = `${folder}.${at}`;
  rmSync(aside, { recursive: true, force: true });
  renameSync(folder, aside);
  return aside;
}

function folderOf(undo: string, real: string): string {
  return join(undo, createHash('sha256').update(real).digest('hex').slice(0, 16));
}

/** By hand: a schema library would cost every command its start. */
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

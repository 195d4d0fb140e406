// A change to a file: planned without writing anything, carried out with a backup, and undone from that backup.

import { type DiffLine, diff } from '../text/diff.ts';
import { type Backup, dropBackup, fingerprint, readBackup, setAside, writeBackup } from './backup.ts';
import { type Absent, type Existing, find, isUnchanged, type Refusal, refusalFrom, refused, removeFile, textOf, write } from './file.ts';

type Shown = {
  readonly diff: readonly DiffLine[];
  /** Shown instead of the diff if the content is secret. */
  readonly instead?: string;
};

/** A file to be created or replaced. */
export type Change = Shown & {
  readonly target: Existing | Absent;
  readonly after: Buffer;
  /** Undefined: unchanged, or private for a new file. */
  readonly mode?: number;
  /** The file still contains what an earlier setup wrote, so the backup of that setup is still the one to restore. */
  readonly update: boolean;
};

/** A file to restore. `restore`: the bytes from before setup. `remove`: only our entries, because others changed the file since. */
export type Reversal = Shown & {
  readonly way: 'restore' | 'remove';
  readonly target: Existing;
  /** Undefined: the file is removed. */
  readonly after: Buffer | undefined;
  readonly backup: Backup | undefined;
};

type Details = { readonly update: boolean; readonly mode?: number | undefined; readonly instead?: string | undefined };

/** Undefined if the file is already as wanted. */
export function changeTo(target: Existing | Absent, after: Buffer, { update, mode, instead }: Details): Change | undefined {
  if (target.kind === 'existing' && target.bytes.equals(after) && (mode === undefined || target.mode === mode)) return undefined;
  const before = target.kind === 'existing' ? textOf(target.bytes) : undefined;
  return {
    target,
    after,
    update,
    ...(mode === undefined ? {} : { mode }),
    ...(instead === undefined ? { diff: diff(target.path, before, textOf(after)) } : { diff: [], instead }),
  };
}

export function reversal(way: Reversal['way'], target: Existing, after: Buffer | undefined, backup: Backup | undefined): Reversal {
  return { way, target, after, backup, diff: diff(target.path, textOf(target.bytes), after && textOf(after)) };
}

/** What undoing the setup does to a whole file. */
export type Restore =
  | { readonly kind: 'reversal'; readonly reversal: Reversal }
  /** It does not exist, or we never wrote it. */
  | { readonly kind: 'nothing' }
  /** Somebody else changed it since. */
  | { readonly kind: 'edited'; readonly target: Existing; readonly backup: Backup };

/** Writes nothing. */
export function planRestore(path: string, undo: string): Restore | Refusal {
  const target = find(path);
  if (target.kind === 'refused') return target;
  const backup = target.kind === 'existing' ? readBackup(undo, target.real) : undefined;
  if (target.kind === 'absent' || !backup) return { kind: 'nothing' };
  if (!isAsWeLeftIt(backup, target)) return { kind: 'edited', target, backup };
  return { kind: 'reversal', reversal: reversal('restore', target, backup.original, backup) };
}

/** Only setup has written the file since the backup was made, so the original can be restored. */
export function isAsWeLeftIt({ record }: Backup, target: Existing): boolean {
  return !record.edited && record.wrote === fingerprint(target.bytes);
}

/** Writes nothing if any of the files has changed since the plan was made. */
export function carryOut(changes: readonly Change[], undo: string, now: number): { readonly kind: 'done' } | Refusal {
  const outdated = changes.find(({ target }) => !isUnchanged(target));
  if (outdated) return inTheMeantime(outdated.target);
  for (const change of changes) {
    try {
      keep(undo, change, now);
      write(change.target, change.after, change.mode);
    } catch (error) {
      return refusalFrom(change.target.path, error);
    }
  }
  return { kind: 'done' };
}

/** `kept`: where the originals are that could not be restored. */
export function carryOutUndo(reversals: readonly Reversal[]): { readonly kind: 'done'; readonly kept: readonly string[] } | Refusal {
  const outdated = reversals.find(({ target }) => !isUnchanged(target));
  if (outdated) return inTheMeantime(outdated.target);
  const kept: string[] = [];
  for (const { way, target, after, backup } of reversals) {
    try {
      if (after === undefined) removeFile(target.real, backup?.record.folders ?? []);
      else write(target, after, way === 'restore' ? (backup?.record.mode ?? target.mode) : target.mode);
      if (!backup) continue;
      if (way === 'restore') dropBackup(backup);
      else kept.push(...keptOriginal(backup));
    } catch (error) {
      return refusalFrom(target.path, error);
    }
  }
  return { kind: 'done', kept };
}

/** Runs before anything is written. */
function keep(undo: string, { target, after, update }: Change, now: number): void {
  const known = readBackup(undo, target.real);
  const wrote = fingerprint(after);
  if (known && update && target.kind === 'existing')
    return writeBackup(undo, { ...known.record, wrote, edited: !isAsWeLeftIt(known, target) }, known.original);
  if (known) setAside(known);
  const [mode, folders, original] = target.kind === 'existing' ? [target.mode, [], target.bytes] : [null, [...target.folders], undefined];
  writeBackup(undo, { file: target.real, mode, folders, wrote, edited: false, at: now }, original);
}

function keptOriginal(backup: Backup): readonly string[] {
  const folder = setAside(backup);
  return backup.original ? [folder] : [];
}

const inTheMeantime = ({ path }: Existing | Absent): Refusal =>
  refused(path, 'the file has changed in the meantime', 'Nothing was written. Try again.');

// Taking our hooks out again: the very bytes of before where nobody else has changed the file since, else our entries and nothing more.

import { type Backup, dropBackup, readBackup, setAside } from '../../../setup/backup.ts';
import { type DiffLine, diff } from '../../../setup/diff.ts';
import {
  type Existing,
  find,
  isUnchanged,
  notUtf8,
  type Refusal,
  refusalFrom,
  refused,
  refusedAt,
  removeFile,
  textOf,
  write,
} from '../../../setup/file.ts';
import { hasHooks, withoutHooks } from './merge.ts';
import { readSettings } from './settings.ts';
import { isAsWeLeftIt, unmarked } from './setup.ts';

export type UndoPlan = {
  readonly kind: 'plan';
  /** `restore`: the bytes of before. `remove`: our entries, because the file was changed since. */
  readonly way: 'restore' | 'remove';
  readonly target: Existing;
  /** Undefined: the file goes. */
  readonly after: Buffer | undefined;
  readonly backup: Backup | undefined;
  readonly diff: readonly DiffLine[];
};
export type NothingToUndo = { readonly kind: 'nothing'; readonly backup: string | undefined };

/** Looks and writes nothing. */
export function planUndo(path: string, undo: string): UndoPlan | NothingToUndo | Refusal {
  const target = find(path);
  if (target.kind === 'refused') return target;
  const backup = readBackup(undo, target.real);
  if (target.kind === 'absent') return { kind: 'nothing', backup: backup?.original && backup.folder };
  if (backup && !backup.record.edited && isAsWeLeftIt(backup, target)) return plan(target, 'restore', backup.original, backup);
  const text = textOf(target.bytes);
  if (text === undefined) return notUtf8(target);
  return planRemoval(target, text, backup);
}

/** `keptAt`: where the backup still is. */
export function carryOutUndo({ target, way, after, backup }: UndoPlan): { readonly kind: 'done'; readonly keptAt?: string } | Refusal {
  if (!isUnchanged(target)) return refused(target.path, 'the file has changed in the meantime', 'Nothing was written. Try again.');
  try {
    if (after === undefined) removeFile(target.real, backup?.record.folders ?? []);
    else write(target, after, way === 'restore' ? (backup?.record.mode ?? target.mode) : target.mode);
    if (!backup) return { kind: 'done' };
    if (way === 'remove') return { kind: 'done', keptAt: setAside(backup) };
    dropBackup(backup);
    return { kind: 'done' };
  } catch (error) {
    return refusalFrom(target.path, error);
  }
}

function planRemoval(target: Existing, whole: string, backup: Backup | undefined): UndoPlan | NothingToUndo | Refusal {
  const { mark, text } = unmarked(whole);
  const read = readSettings(text, 'leniently');
  if ('reason' in read) return refusedAt(target.path, text, read.offset, read.reason, read.fix);
  if (!hasHooks(text)) return { kind: 'nothing', backup: backup?.folder };
  const original = backup?.original && textOf(backup.original);
  const rest = withoutHooks(text, original === undefined ? undefined : unmarked(original).text);
  const wasAbsent = backup !== undefined && backup.original === undefined;
  return plan(target, 'remove', wasAbsent && rest.trim() === '{}' ? undefined : Buffer.from(mark + rest), backup);
}

function plan(target: Existing, way: UndoPlan['way'], after: Buffer | undefined, backup: Backup | undefined): UndoPlan {
  return { kind: 'plan', way, target, after, backup, diff: diff(target.path, textOf(target.bytes), after && textOf(after)) };
}

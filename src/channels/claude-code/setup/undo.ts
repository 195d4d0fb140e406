// Taking our hooks out again: the very bytes of before where nobody else has changed the file since, else our entries and nothing more.
import { type Backup, readBackup } from '../../../setup/backup.ts';
import { isAsWeLeftIt, type Reversal, reversal } from '../../../setup/change.ts';
import { type Existing, find, notUtf8, type Refusal, refusedAt, textOf } from '../../../setup/file.ts';
import { hasHooks, withoutHooks } from './merge.ts';
import { readSettings } from './settings.ts';
import { unmarked } from './setup.ts';

export type UndoPlan = { readonly kind: 'plan'; readonly reversal: Reversal };
export type NothingToUndo = { readonly kind: 'nothing'; readonly backup: string | undefined };

/** Writes nothing. */
export function planUndo(path: string, undo: string): UndoPlan | NothingToUndo | Refusal {
  const target = find(path);
  if (target.kind === 'refused') return target;
  const backup = readBackup(undo, target.real);
  if (target.kind === 'absent') return { kind: 'nothing', backup: backup?.original && backup.folder };
  if (backup && isAsWeLeftIt(backup, target)) return { kind: 'plan', reversal: reversal('restore', target, backup.original, backup) };
  const text = textOf(target.bytes);
  if (text === undefined) return notUtf8(target);
  return planRemoval(target, text, backup);
}

function planRemoval(target: Existing, whole: string, backup: Backup | undefined): UndoPlan | NothingToUndo | Refusal {
  const { mark, text } = unmarked(whole);
  const read = readSettings(text, 'leniently');
  if ('reason' in read) return refusedAt(target.path, text, read.offset, read.reason, read.fix);
  if (!hasHooks(text)) return { kind: 'nothing', backup: backup?.folder };
  const original = backup?.original && textOf(backup.original);
  const rest = withoutHooks(text, original === undefined ? undefined : unmarked(original).text);
  const wasAbsent = backup !== undefined && backup.original === undefined;
  const after = wasAbsent && rest.trim() === '{}' ? undefined : Buffer.from(mark + rest);
  return { kind: 'plan', reversal: reversal('remove', target, after, backup) };
}

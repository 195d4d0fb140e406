// Plans how to remove our hooks: restores the original file if nobody has changed it since setup, else removes only our entries.
import { type Backup, readBackup } from '../../../setup/backup.ts';
import { isAsWeLeftIt, type Reversal, reversal } from '../../../setup/change.ts';
import { type Existing, find, notUtf8, type Refusal, refusedAt, textOf } from '../../../setup/file.ts';
import { withoutBom } from '../../../setup/json-settings.ts';
import { hasHooks, withoutHooks } from './merge.ts';
import { readSettings } from './settings.ts';

export type UndoPlan = { readonly kind: 'plan'; readonly reversal: Reversal };
type NothingToUndo = { readonly kind: 'nothing'; readonly backup: string | undefined };

/** Only plans; writes nothing. */
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
  const { bom, text } = withoutBom(whole);
  const read = readSettings(text, 'leniently');
  if ('reason' in read) return refusedAt(target.path, text, read.offset, read.reason, read.fix);
  if (!hasHooks(text)) return { kind: 'nothing', backup: backup?.folder };
  const original = backup?.original && textOf(backup.original);
  const rest = withoutHooks(text, original === undefined ? undefined : withoutBom(original).text);
  const wasAbsent = backup !== undefined && backup.original === undefined;
  const after = wasAbsent && rest.trim() === '{}' ? undefined : Buffer.from(bom + rest);
  return { kind: 'plan', reversal: reversal('remove', target, after, backup) };
}

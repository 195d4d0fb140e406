// A file of our own in another program's folder: a plugin, a skill. The user's edits are never overwritten; planRestore undoes it.
import { readBackup } from './backup.ts';
import { type Change, changeTo, isAsWeLeftIt } from './change.ts';
import { find, type Refusal, refused } from './file.ts';

export type OwnFile = {
  readonly path: string;
  readonly content: string;
  /** Where backups are kept. */
  readonly undo: string;
  /** What it is, in one word: "skill". */
  readonly what: string;
};

type OwnFileState =
  | { readonly kind: 'missing' | 'outdated'; readonly change: Change }
  | { readonly kind: 'current' }
  /** The user changed it since setup. */
  | { readonly kind: 'edited' };

/** Writes nothing. A file of this name that we did not write is refused. */
export function planOwnFile({ path, content, undo, what }: OwnFile): OwnFileState | Refusal {
  const target = find(path);
  if (target.kind === 'refused') return target;
  const change = changeTo(target, Buffer.from(content), { update: target.kind === 'existing' });
  if (!change) return { kind: 'current' };
  if (target.kind === 'absent') return { kind: 'missing', change };
  const backup = readBackup(undo, target.real);
  if (!backup) return refused(path, `there is a ${what} of this name that is not ours`, 'Move it away, and try again.');
  return isAsWeLeftIt(backup, target) ? { kind: 'outdated', change } : { kind: 'edited' };
}

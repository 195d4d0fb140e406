// Appointing OpenClaw: our skill into its workspace, its token into a file of ours, and an answerer into our configuration; and all of it out again.
import { join } from 'node:path';
import { type Backup, dropBackup, fingerprint, readBackup, setAside, writeBackup } from '../../setup/backup.ts';
import { type DiffLine, diff } from '../../setup/diff.ts';
import {
  type Absent,
  type Existing,
  find,
  isUnchanged,
  type Refusal,
  refusalFrom,
  refused,
  removeFile,
  textOf,
  write,
} from '../../setup/file.ts';
import { type Entry, entryText, hasEntry, withEntry, withoutEntry } from './answerer-entry.ts';
import type { OpenClaw } from './setup.ts';

export type OpenClawRequest = {
  readonly openclaw: OpenClaw;
  /** Where the skill goes, if not into OpenClaw's own workspace. */
  readonly workspace?: string | undefined;
  readonly skill: string;
  /** Our own files. */
  readonly config: string;
  readonly tokenFile: string;
  readonly undo: string;
};

type Part = 'skill' | 'token' | 'config';
export type Change = {
  readonly part: Part;
  readonly target: Existing | Absent;
  /** Undefined: the file goes. */
  readonly after: Buffer | undefined;
  readonly mode?: number;
  /** The token's is empty. */
  readonly diff: readonly DiffLine[];
};
export type OpenClawPlan = {
  readonly kind: 'plan';
  /** Empty: carried out already. */
  readonly changes: readonly Change[];
  /** What the user has to paste into our configuration, because we cannot; and why. */
  readonly paste?: { readonly text: string; readonly reason: string };
};
/** `restored`: to what was there before, not merely without our entry. */
type Undone = { readonly backup: Backup; readonly restored: boolean };
export type OpenClawUndo = {
  readonly kind: 'plan';
  readonly changes: readonly (Change & Undone)[];
  /** Changed by others since, and so left alone. */
  readonly left: readonly string[];
};

export const ANSWERER = 'openclaw';
const PRIVATE = 0o600;

/** Looks and writes nothing. */
export function planOpenClaw(request: OpenClawRequest): OpenClawPlan | Refusal {
  const skill = changed('skill', skillPath(request), Buffer.from(request.skill));
  if (skill.kind === 'refused') return skill;
  if (skill.target.kind === 'existing' && skill.differs && !readBackup(request.undo, skill.target.real))
    return refused(skill.target.path, 'there is a skill of this name that is not ours', 'Move it away, and try again.');
  const { token } = request.openclaw;
  const kept = token === undefined ? undefined : changed('token', request.tokenFile, Buffer.from(`${token}\n`), PRIVATE);
  if (kept?.kind === 'refused') return kept;
  const config = planConfig(request);
  if ('kind' in config && config.kind === 'refused') return config;
  const wanted = [skill, ...(kept ? [kept] : []), ...('change' in config && config.change ? [config.change] : [])];
  const changes = wanted.flatMap(({ differs, kind: _, ...change }) => (differs ? [change] : []));
  return { kind: 'plan', changes, ...('paste' in config ? { paste: config.paste } : {}) };
}

export function carryOutOpenClaw({ changes }: OpenClawPlan, undo: string, now: number): { readonly kind: 'done' } | Refusal {
  for (const { target } of changes) if (!isUnchanged(target)) return inTheMeantime(target);
  for (const { target, after, mode } of changes) {
    try {
      if (after === undefined) continue;
      keep(undo, target, after, now);
      write(target, after, mode);
    } catch (error) {
      return refusalFrom(target.path, error);
    }
  }
  return { kind: 'done' };
}

/** What we wrote and nobody has touched goes back to what it was; out of an edited configuration goes our entry alone. */
export function planOpenClawUndo(request: OpenClawRequest): OpenClawUndo | Refusal {
  const changes: (Change & Undone)[] = [];
  const left: string[] = [];
  for (const [part, path] of [
    ['skill', skillPath(request)],
    ['token', request.tokenFile],
    ['config', request.config],
  ] as const) {
    const target = find(path);
    if (target.kind === 'refused') return target;
    const backup = readBackup(request.undo, target.real);
    if (!backup || target.kind === 'absent') continue;
    const text = textOf(target.bytes);
    const untouched = !backup.record.edited && backup.record.wrote === fingerprint(target.bytes);
    if (!untouched && (part !== 'config' || text === undefined || !hasEntry(text))) {
      left.push(path);
      continue;
    }
    const after = untouched ? backup.original : emptied(Buffer.from(withoutEntry(text ?? '')), backup);
    changes.push({
      part,
      target,
      after,
      backup,
      restored: untouched,
      diff: part === 'token' ? [] : diff(path, text, after && textOf(after)),
    });
  }
  return { kind: 'plan', changes, left };
}

export function carryOutOpenClawUndo({ changes }: OpenClawUndo): { readonly kind: 'done' } | Refusal {
  for (const { target } of changes) if (!isUnchanged(target)) return inTheMeantime(target);
  for (const { target, after, backup, restored } of changes) {
    try {
      if (after === undefined) removeFile(target.real, backup.record.folders);
      else write(target, after, backup.record.mode ?? undefined);
      if (restored) dropBackup(backup);
      else setAside(backup);
    } catch (error) {
      return refusalFrom(target.path, error);
    }
  }
  return { kind: 'done' };
}

// ── inside ─────────────────────────────────────────────────────────────────────────────────────────────────────────

export const skillPath = ({ workspace, openclaw }: OpenClawRequest): string =>
  join(workspace ?? openclaw.workspace, 'skills', 'answerback', 'SKILL.md');

export function entryFor({ openclaw, tokenFile }: OpenClawRequest): Entry {
  return {
    name: ANSWERER,
    fields: { kind: 'openclaw', url: openclaw.url, 'token-file': /^[\w./~+-]+$/.test(tokenFile) ? tokenFile : JSON.stringify(tokenFile) },
  };
}

type Found = Change & { readonly kind: 'found'; readonly differs: boolean };

function changed(part: Part, path: string, after: Buffer, mode?: number): Found | Refusal {
  const target = find(path);
  if (target.kind === 'refused') return target;
  const same = target.kind === 'existing' && target.bytes.equals(after) && (mode === undefined || target.mode === mode);
  const before = target.kind === 'existing' ? textOf(target.bytes) : undefined;
  const lines = part === 'token' ? [] : diff(path, before, textOf(after));
  return { kind: 'found', part, target, after, differs: !same, diff: lines, ...(mode === undefined ? {} : { mode }) };
}

function planConfig(request: OpenClawRequest): Refusal | { change?: Found; paste?: { text: string; reason: string } } {
  const target = find(request.config);
  if (target.kind === 'refused') return target;
  const before = target.kind === 'existing' ? textOf(target.bytes) : '';
  const entry = entryFor(request);
  const entered = before === undefined ? ({ kind: 'by hand', reason: 'it is not UTF-8' } as const) : withEntry(before, entry);
  if (entered.kind === 'by hand') return { paste: { text: entryText(entry), reason: entered.reason } };
  const change = changed('config', request.config, Buffer.from(entered.text));
  return change.kind === 'refused' ? change : { change };
}

/** What an earlier setup kept stays for as long as it is about what is in the file now. */
function keep(undo: string, target: Existing | Absent, bytes: Buffer, now: number): void {
  const known = readBackup(undo, target.real);
  const wrote = fingerprint(bytes);
  if (known && target.kind === 'existing') {
    const edited = known.record.edited || known.record.wrote !== fingerprint(target.bytes);
    return writeBackup(undo, { ...known.record, wrote, edited }, known.original);
  }
  if (known) setAside(known);
  const [mode, folders, original] = target.kind === 'existing' ? [target.mode, [], target.bytes] : [null, [...target.folders], undefined];
  writeBackup(undo, { file: target.real, mode, folders, wrote, edited: false, at: now }, original);
}

/** A file that we made and in which nothing is left goes. */
const emptied = (bytes: Buffer, backup: Backup): Buffer | undefined =>
  backup.original === undefined && bytes.toString().trim() === '' ? undefined : bytes;

const inTheMeantime = ({ path }: Existing | Absent): Refusal =>
  refused(path, 'the file has changed in the meantime', 'Nothing was written. Try again.');

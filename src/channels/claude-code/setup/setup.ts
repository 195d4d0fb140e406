// Adding our hooks to Claude Code's settings: first what would change, then, when it is wanted, the change.

import { type Backup, fingerprint, readBackup, setAside, writeBackup } from '../../../setup/backup.ts';
import { mayBeCommitted } from '../../../setup/commit-risk.ts';
import { type DiffLine, diff } from '../../../setup/diff.ts';
import {
  type Absent,
  type Existing,
  find,
  isUnchanged,
  notUtf8,
  type Refusal,
  refusalFrom,
  refused,
  refusedAt,
  textOf,
  write,
} from '../../../setup/file.ts';
import { type EventName, eventsOf, isTooOld, OLDEST } from '../facts/versions.ts';
import { hasHooks, withHooks } from './merge.ts';
import { type Command, type Mode, objectionTo, type Secret, TOKEN_VARIABLE, wantedHooks } from './settings.ts';

export type SetupRequest = {
  /** The settings file as Claude Code names it. */
  readonly path: string;
  /** Where backups are kept. */
  readonly undo: string;
  readonly url: string;
  readonly hookToken: string;
  readonly command: Command;
  readonly mode: Mode;
  /** Undefined when nobody could tell. */
  readonly version: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
};

export type SetupPlan = {
  readonly kind: 'plan';
  readonly target: Existing | Absent;
  readonly before: string | undefined;
  readonly after: string;
  readonly diff: readonly DiffLine[];
  readonly events: readonly EventName[];
  readonly tokenIn: Secret['kind'];
};

const NEW_SETTINGS = '{}\n';

/** Looks and writes nothing. A plan with an empty diff is one that is carried out already. */
export function planSetup(request: SetupRequest): SetupPlan | Refusal {
  const { path, version } = request;
  if (version !== undefined && isTooOld(version))
    return refused(path, `Claude Code ${version} is too old: it has no http hooks`, `Update it to ${OLDEST} or later, and try again.`);
  const target = find(path);
  if (target.kind === 'refused') return target;
  const before = target.kind === 'existing' ? textOf(target.bytes) : undefined;
  if (target.kind === 'existing' && before === undefined) return notUtf8(target);
  const secret: Secret = mayBeCommitted(target.real, request.env) ? { kind: 'environment' } : { kind: 'file', token: request.hookToken };
  const { mark, text } = unmarked(before ?? NEW_SETTINGS);
  const objection = objectionTo(text, request.url, secret.kind);
  if (objection) return refusedAt(path, text, objection.offset, objection.reason, objection.fix);
  const events = eventsOf(version);
  const after = mark + withHooks(text, wantedHooks(events, request.url, secret, request.command, request.mode));
  return { kind: 'plan', target, before, after, diff: diff(path, before, after), events, tokenIn: secret.kind };
}

/** `done` also when there was nothing to do. */
export function carryOut({ target, before, after }: SetupPlan, undo: string, now: number): { readonly kind: 'done' } | Refusal {
  if (before === after) return { kind: 'done' };
  if (!isUnchanged(target)) return refused(target.path, 'the file has changed in the meantime', 'Nothing was written. Try again.');
  const bytes = Buffer.from(after);
  try {
    keep(undo, target, bytes, now);
    write(target, bytes);
    return { kind: 'done' };
  } catch (error) {
    return refusalFrom(target.path, error);
  }
}

/** Before anything is written. What an earlier setup kept stays, as long as our hooks of that time are still in the file. */
function keep(undo: string, target: Existing | Absent, bytes: Buffer, now: number): void {
  const known = readBackup(undo, target.real);
  const wrote = fingerprint(bytes);
  if (known && isStillOurs(target)) {
    const edited = known.record.edited || !isAsWeLeftIt(known, target);
    return writeBackup(undo, { ...known.record, wrote, edited }, known.original);
  }
  if (known) setAside(known);
  const [mode, folders, original] = target.kind === 'existing' ? [target.mode, [], target.bytes] : [null, [...target.folders], undefined];
  writeBackup(undo, { file: target.real, mode, folders, wrote, edited: false, at: now }, original);
}

const isStillOurs = (target: Existing | Absent): boolean =>
  target.kind === 'existing' && hasHooks(unmarked(textOf(target.bytes) ?? '').text);

export function isAsWeLeftIt({ record }: Backup, target: Existing | Absent): boolean {
  return target.kind === 'existing' && record.wrote === fingerprint(target.bytes);
}

/** A byte order mark is no part of the JSON, and stays. */
export function unmarked(text: string): { readonly mark: string; readonly text: string } {
  return text.startsWith('\ufeff') ? { mark: '\ufeff', text: text.slice(1) } : { mark: '', text };
}

/** What makes the token known to Claude Code where it may not stand in the file: a line for the shell's profile. */
export function profileLine(hookTokenFile: string): string {
  const path = /^[\w./+-]+$/.test(hookTokenFile) ? hookTokenFile : `'${hookTokenFile.replaceAll("'", `'\\''`)}'`;
  return `export ${TOKEN_VARIABLE}="$(cat ${path})"`;
}

export const hasTokenInEnvironment = (env: SetupRequest['env'], hookToken: string): boolean => env[TOKEN_VARIABLE] === hookToken;

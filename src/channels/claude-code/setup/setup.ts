// Adding our hooks to Claude Code's settings: what would change, and where the token would be.
import { type Change, changeTo } from '../../../setup/change.ts';
import { mayBeCommitted } from '../../../setup/commit-risk.ts';
import { type Absent, type Existing, find, notUtf8, type Refusal, refused, refusedAt, textOf } from '../../../setup/file.ts';
import { type EventName, eventsOf, isTooOld, OLDEST } from '../facts/versions.ts';
import { hasHooks, withHooks } from './merge.ts';
import { type Command, type Mode, objectionTo, type Secret, TOKEN_VARIABLE, wantedHooks } from './settings.ts';

export type SetupRequest = {
  /** The settings file as Claude Code names it. */
  readonly path: string;
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
  /** Undefined when the file is as wanted already. */
  readonly change: Change | undefined;
  /** Whether hooks of ours are in the file now. */
  readonly connected: boolean;
  readonly events: readonly EventName[];
  readonly tokenIn: Secret['kind'];
};

const NEW_SETTINGS = '{}\n';

/** Writes nothing. */
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
  const connected = hasHooks(text);
  const change = changeTo(target, Buffer.from(after), { update: connected });
  return { kind: 'plan', target, change, connected, events, tokenIn: secret.kind };
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

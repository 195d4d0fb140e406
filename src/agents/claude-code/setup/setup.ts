// Plans how to add our hooks to the settings of Claude Code: what changes, and where the token is kept.

import { statSync } from 'node:fs';
import { type Change, changeTo } from '../../../setup/change.ts';
import { mayBeCommitted } from '../../../setup/commit-risk.ts';
import { type Absent, type Existing, find, notUtf8, type Refusal, refused, refusedAt, textOf } from '../../../setup/file.ts';
import { withoutBom } from '../../../setup/json-settings.ts';
import type { Environment } from '../../../system/environment.ts';
import { type EventName, eventsOf, isTooOld, OLDEST } from '../facts/versions.ts';
import { eventsWithHooks, viaIn, withHooks } from './merge.ts';
import { type Command, type Mode, problemIn, type Secret, TOKEN_VARIABLE, type Via, wantedHooks } from './settings.ts';

export type SetupRequest = {
  /** The settings file, before symlinks are resolved. */
  readonly path: string;
  readonly url: string;
  readonly hookToken: string;
  readonly command: Command;
  readonly mode: Mode;
  /** Undefined: as it is installed, else the port. */
  readonly via: Via | undefined;
  /** Undefined when it is not known. */
  readonly version: string | undefined;
  readonly env: Environment;
};

export type SetupPlan = {
  readonly kind: 'plan';
  readonly target: Existing | Absent;
  /** Undefined when the hooks are in the file already. */
  readonly change: Change | undefined;
  /** How our hooks that are in the file now reach the broker; undefined if there are none. */
  readonly connected: Via | undefined;
  readonly via: Via;
  readonly events: readonly EventName[];
  readonly tokenIn: Secret['kind'];
};

const OTHERS = 0o077;
const NEW_SETTINGS = '{}\n';

/** Only plans; writes nothing. */
export function planSetup(request: SetupRequest): SetupPlan | Refusal {
  const { path, version } = request;
  if (version !== undefined && isTooOld(version))
    return refused(path, `Claude Code ${version} is too old: it has no http hooks`, `Update it to ${OLDEST} or later, and try again.`);
  const target = find(path);
  if (target.kind === 'refused') return target;
  const before = target.kind === 'existing' ? textOf(target.bytes) : undefined;
  if (target.kind === 'existing' && before === undefined) return notUtf8(target);
  const { bom, text } = withoutBom(before ?? NEW_SETTINGS);
  const connected = viaIn(text);
  const via = request.via ?? connected ?? 'port';
  const secret = secretFor(via, target, request);
  if (secret.kind === 'file' && target.kind === 'existing' && !isMine(target))
    return refused(
      path,
      'the file belongs to another user, who could read the token',
      'Make it yours (chown), or use --socket: then no token is needed.',
    );
  const problem = problemIn(text, request.url, secret.kind);
  if (problem) return refusedAt(path, text, problem.offset, problem.reason, problem.fix);
  const events = eventsOf(version, eventsWithHooks(text));
  const after = bom + withHooks(text, wantedHooks(events, request.url, secret, request.command, request.mode));
  const change = changeTo(target, Buffer.from(after), { update: connected !== undefined, ...closed(target, secret, after === before) });
  return { kind: 'plan', target, change, connected, via, events, tokenIn: secret.kind };
}

function secretFor(via: Via, { real }: Existing | Absent, { env, hookToken }: SetupRequest): Secret {
  if (via === 'socket') return { kind: 'none' };
  return mayBeCommitted(real, env) ? { kind: 'environment' } : { kind: 'file', token: hookToken };
}

const isMine = ({ real }: Existing): boolean => process.getuid === undefined || statSync(real).uid === process.getuid();

/** A file with a token is closed to others; undoing the setup opens it again. */
function closed(target: Existing | Absent, { kind }: Secret, isSameText: boolean): { mode?: number; instead?: string } {
  if (kind !== 'file' || target.kind === 'absent' || (target.mode & OTHERS) === 0) return {};
  const mode = target.mode & ~OTHERS;
  const octal = (bits: number) => bits.toString(8);
  return {
    mode,
    ...(isSameText ? { instead: `mode ${octal(target.mode)} becomes ${octal(mode)}, because the file contains a token` } : {}),
  };
}

/** The line for the shell profile that puts the token into the environment, for when it must not be in the file. */
export function profileLine(hookTokenFile: string): string {
  const path = /^[\w./+-]+$/.test(hookTokenFile) ? hookTokenFile : `'${hookTokenFile.replaceAll("'", `'\\''`)}'`;
  return `export ${TOKEN_VARIABLE}="$(cat ${path})"`;
}

export const hasTokenInEnvironment = (env: SetupRequest['env'], hookToken: string): boolean => env[TOKEN_VARIABLE] === hookToken;

// Plans how to add our hooks to the settings of Claude Code: what changes, and where the token is kept.
import { type Change, changeTo } from '../../../setup/change.ts';
import { mayBeCommitted } from '../../../setup/commit-risk.ts';
import { type Absent, type Existing, find, notUtf8, type Refusal, refused, refusedAt, textOf } from '../../../setup/file.ts';
import { type EventName, eventsOf, isTooOld, OLDEST } from '../facts/versions.ts';
import { hasHooks, withHooks } from './merge.ts';
import { type Command, type Mode, problemIn, type Secret, TOKEN_VARIABLE, wantedHooks } from './settings.ts';

export type SetupRequest = {
  /** The settings file, before symlinks are resolved. */
  readonly path: string;
  readonly url: string;
  readonly hookToken: string;
  readonly command: Command;
  readonly mode: Mode;
  /** Undefined when it is not known. */
  readonly version: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
};

export type SetupPlan = {
  readonly kind: 'plan';
  readonly target: Existing | Absent;
  /** Undefined when the hooks are in the file already. */
  readonly change: Change | undefined;
  /** Whether the file contains any of our hooks now. */
  readonly connected: boolean;
  readonly events: readonly EventName[];
  readonly tokenIn: Secret['kind'];
};

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
  const secret: Secret = mayBeCommitted(target.real, request.env) ? { kind: 'environment' } : { kind: 'file', token: request.hookToken };
  const { bom, text } = withoutBom(before ?? NEW_SETTINGS);
  const problem = problemIn(text, request.url, secret.kind);
  if (problem) return refusedAt(path, text, problem.offset, problem.reason, problem.fix);
  const events = eventsOf(version);
  const after = bom + withHooks(text, wantedHooks(events, request.url, secret, request.command, request.mode));
  const connected = hasHooks(text);
  const change = changeTo(target, Buffer.from(after), { update: connected });
  return { kind: 'plan', target, change, connected, events, tokenIn: secret.kind };
}

/** Splits off a byte order mark. It is not part of the JSON, and is kept in the file. */
export function withoutBom(text: string): { readonly bom: string; readonly text: string } {
  return text.startsWith('\ufeff') ? { bom: '\ufeff', text: text.slice(1) } : { bom: '', text };
}

/** The line for the shell profile that puts the token into the environment, for when it must not be in the file. */
export function profileLine(hookTokenFile: string): string {
  const path = /^[\w./+-]+$/.test(hookTokenFile) ? hookTokenFile : `'${hookTokenFile.replaceAll("'", `'\\''`)}'`;
  return `export ${TOKEN_VARIABLE}="$(cat ${path})"`;
}

export const hasTokenInEnvironment = (env: SetupRequest['env'], hookToken: string): boolean => env[TOKEN_VARIABLE] === hookToken;

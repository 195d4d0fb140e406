// The settings file of Claude Code: which hooks we want in it, how to recognise ours, and what would keep them from running.
import { findNodeAtLocation, getNodeValue, type Node } from 'jsonc-parser';
import { duplicateKey, readObject, type SettingsProblem, wrongKind } from '../../../setup/json-settings.ts';
import { asObject } from '../../../text/json.ts';
import { shellQuoted } from '../../../text/shell-quoted.ts';
import type { EventName } from '../facts/versions.ts';
import { REPORT, WAIT } from '../hooks/relay.ts';

export type Entry = { readonly matcher?: string; readonly hooks: readonly Readonly<Record<string, unknown>>[] };
export type WantedHooks = Readonly<Partial<Record<EventName, Entry>>>;

/** Where the token is: in the settings file, or in the environment of Claude Code. Hooks that use the socket need none. */
export type Secret = { readonly kind: 'file'; readonly token: string } | { readonly kind: 'environment' } | { readonly kind: 'none' };

/** How hooks reach the broker. Anybody on the computer may open the port while no broker is running; the socket is in the user's own folder. */
export type Via = 'port' | 'socket';

export const HOOK_PATH = '/v1/channels/claude-code';
export const TOKEN_VARIABLE = 'ANSWERBACK_HOOK_TOKEN';
/** In each of our commands, to tell it from another tool's hook.cjs. */
const MARKER = 'ANSWERBACK_HOOK=claude-code';

// Hook timeouts, in seconds.
export const ANSWER_TIMEOUT = 86_400;
/** A broker that hangs must not block the agent for longer. */
const REPORT_TIMEOUT = 0.5;
const START_TIMEOUT = 10;
/** A command ends by itself after half a second, but Node may take a while to start. */
const COMMAND_REPORT_TIMEOUT = 5;

// ── the hooks we want ───────────────────────────────────────────────────────────────────────────────────────────────────

/** `brokerHome` is set when the broker does not use its default folder. */
export type Command = { readonly node: string; readonly program: string; readonly brokerHome?: string | undefined };

/** The mode of the channel. With `hold`, questions wait in the PreToolUse hook. */
export type Mode = 'beside' | 'hold';

export function wantedHooks(events: readonly EventName[], url: string, secret: Secret, command: Command, mode: Mode): WantedHooks {
  const hook = (isWaiting: boolean) => {
    if (secret.kind !== 'none') return httpHook(url, secret, isWaiting ? ANSWER_TIMEOUT : REPORT_TIMEOUT);
    return isWaiting ? commandHook(command, ANSWER_TIMEOUT, WAIT) : commandHook(command, COMMAND_REPORT_TIMEOUT, REPORT);
  };
  const entry = (event: EventName): Entry => {
    if (event === 'SessionStart') return { hooks: [commandHook(command, START_TIMEOUT)] };
    // Only for questions, so that a broker that hangs does not block every other tool.
    if (event === 'PreToolUse' && mode === 'hold') return { matcher: 'AskUserQuestion', hooks: [hook(true)] };
    return { hooks: [hook(event === 'PermissionRequest')] };
  };
  return Object.fromEntries(events.map((event) => [event, entry(event)]));
}

function httpHook(url: string, secret: Exclude<Secret, { kind: 'none' }>, timeout: number) {
  const hook = { type: 'http', url: `${url}${HOOK_PATH}`, timeout };
  if (secret.kind === 'file') return { ...hook, headers: { Authorization: `Bearer ${secret.token}` } };
  return { ...hook, headers: { Authorization: `Bearer $${TOKEN_VARIABLE}` }, allowedEnvVars: [TOKEN_VARIABLE] };
}

/** Claude Code never runs http hooks for SessionStart. A command must not fail, nor print anything else: its output would join the conversation. */
function commandHook({ node, program, brokerHome }: Command, timeout: number, ...args: readonly string[]) {
  const home = brokerHome === undefined ? '' : `ANSWERBACK_HOME=${shellQuoted(brokerHome)} `;
  const words = [shellQuoted(node), shellQuoted(program), ...args].join(' ');
  return { type: 'command', command: `${MARKER} ${home}${words} 2>/dev/null || true`, timeout };
}

export function isOurs(hook: unknown): boolean {
  const { url, command } = asObject(hook) ?? {};
  if (typeof url === 'string') return URL.canParse(url) && new URL(url).pathname === HOOK_PATH;
  return typeof command === 'string' && command.includes(MARKER) && command.includes('hook.cjs');
}

// ── what would keep them from running ────────────────────────────────────────────────────────────────────────────────

/** The first reason not to touch this file. Every rule comes from a real Claude Code that dropped hooks because of it. */
export function problemIn(text: string, url: string, secret: Secret['kind']): SettingsProblem | undefined {
  const read = readSettings(text, 'as Claude Code does');
  if ('reason' in read) return read;
  const { root } = read;
  const hooks = findNodeAtLocation(root, ['hooks']);
  return (
    duplicateKey(root, STRICT.program) ??
    (hooks
      ? (wrongKind(hooks, 'object', '"hooks"') ?? duplicateKey(hooks, STRICT.program) ?? hooks.children?.map(eventProblem).find(Boolean))
      : undefined) ??
    hooksDisabled(root) ??
    (secret === 'none' ? undefined : urlNotAllowed(root, url)) ??
    (secret === 'environment' ? variableNotAllowed(root) : undefined)
  );
}

const STRICT = { program: 'Claude Code', comments: false, trailingCommas: false };

/** Claude Code accepts only plain JSON. To undo a setup, comments and trailing commas that were added later are accepted too. */
export function readSettings(text: string, how: 'as Claude Code does' | 'leniently'): { readonly root: Node } | SettingsProblem {
  if (text.trim() === '') return { offset: 0, reason: 'the file is empty', fix: 'Delete it, or write {} into it, and try again.' };
  return readObject(text, how === 'leniently' ? { ...STRICT, comments: true, trailingCommas: true } : STRICT);
}

function eventProblem({ children: [key, entries] = [] }: Node): SettingsProblem | undefined {
  if (!key || !entries) return undefined;
  const name = `hooks.${key.value}`;
  return wrongKind(entries, 'array', name) ?? entries.children?.map((entry) => entryProblem(entry, name)).find(Boolean);
}

function entryProblem(entry: Node, name: string): SettingsProblem | undefined {
  const hooks = entry.type === 'object' ? findNodeAtLocation(entry, ['hooks']) : undefined;
  if (hooks?.type !== 'array')
    return {
      offset: entry.offset,
      reason: `an entry of ${name} has no list "hooks", so Claude Code ignores the whole file`,
      fix: 'Write it as {"hooks": […]}, or remove it, and try again.',
    };
  for (const hook of hooks.children ?? []) {
    const timeout = hook.type === 'object' ? findNodeAtLocation(hook, ['timeout']) : undefined;
    if (timeout?.type === 'number' && timeout.value <= 0)
      return {
        offset: timeout.offset,
        reason: `a hook of ${name} has the timeout ${timeout.value}, so Claude Code ignores the whole file`,
        fix: 'Give it a timeout above 0 (seconds), or none, and try again.',
      };
  }
  return undefined;
}

function hooksDisabled(root: Node): SettingsProblem | undefined {
  const node = findNodeAtLocation(root, ['disableAllHooks']);
  if (node?.value !== true) return undefined;
  return {
    offset: node.offset,
    reason: '"disableAllHooks" is true, so no hook would run',
    fix: 'Set it to false or remove it, and try again.',
  };
}

function urlNotAllowed(root: Node, url: string): SettingsProblem | undefined {
  const node = findNodeAtLocation(root, ['allowedHttpHookUrls']);
  if (!node || listed(node).some((pattern) => matches(pattern, `${url}${HOOK_PATH}`))) return undefined;
  return { offset: node.offset, reason: '"allowedHttpHookUrls" does not allow the broker', fix: `Add "${url}/*" to it, and try again.` };
}

function variableNotAllowed(root: Node): SettingsProblem | undefined {
  const node = findNodeAtLocation(root, ['httpHookAllowedEnvVars']);
  if (!node || listed(node).includes(TOKEN_VARIABLE)) return undefined;
  const reason = `"httpHookAllowedEnvVars" does not allow ${TOKEN_VARIABLE}`;
  return { offset: node.offset, reason, fix: `Add "${TOKEN_VARIABLE}" to it, and try again.` };
}

function listed(node: Node): string[] {
  const value: unknown = getNodeValue(node);
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** `*` matches anything. */
function matches(pattern: string, url: string): boolean {
  const literal = pattern.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${literal.join('.*')}$`).test(url);
}

// The settings file of Claude Code: which hooks we want in it, how to recognise ours, and what would keep them from running.
import { findNodeAtLocation, getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { asObject } from '../../../question/json.ts';
import type { EventName } from '../facts/versions.ts';

export type Entry = { readonly matcher?: string; readonly hooks: readonly Readonly<Record<string, unknown>>[] };
export type WantedHooks = Readonly<Partial<Record<EventName, Entry>>>;

/** Where the token is: in the settings file, or in the environment of Claude Code. */
export type Secret = { readonly kind: 'file'; readonly token: string } | { readonly kind: 'environment' };

/** What is wrong with a settings file, where, and how to fix it. */
export type SettingsProblem = { readonly offset: number; readonly reason: string; readonly fix: string };

export const HOOK_PATH = '/v1/channels/claude-code';
export const TOKEN_VARIABLE = 'ANSWERBACK_HOOK_TOKEN';
/** In each of our commands, to tell it from another tool's hook.cjs. */
const MARKER = 'ANSWERBACK_HOOK=claude-code';

// Hook timeouts, in seconds.
const ANSWER_TIMEOUT = 86_400;
/** A broker that hangs must not block the agent for longer. */
const REPORT_TIMEOUT = 0.5;
const START_TIMEOUT = 10;

// ── the hooks we want ───────────────────────────────────────────────────────────────────────────────────────────────────

/** `brokerHome` is set when the broker does not use its default folder. */
export type Command = { readonly node: string; readonly program: string; readonly brokerHome?: string | undefined };

/** The mode of the channel. With `hold`, questions wait in the PreToolUse hook. */
export type Mode = 'beside' | 'hold';

export function wantedHooks(events: readonly EventName[], url: string, secret: Secret, command: Command, mode: Mode): WantedHooks {
  const entry = (event: EventName): Entry => {
    if (event === 'SessionStart') return { hooks: [commandHook(command)] };
    // Only for questions, so that a broker that hangs does not block every other tool.
    if (event === 'PreToolUse' && mode === 'hold') return { matcher: 'AskUserQuestion', hooks: [httpHook(url, secret, ANSWER_TIMEOUT)] };
    return { hooks: [httpHook(url, secret, event === 'PermissionRequest' ? ANSWER_TIMEOUT : REPORT_TIMEOUT)] };
  };
  return Object.fromEntries(events.map((event) => [event, entry(event)]));
}

function httpHook(url: string, secret: Secret, timeout: number) {
  const hook = { type: 'http', url: `${url}${HOOK_PATH}`, timeout };
  if (secret.kind === 'file') return { ...hook, headers: { Authorization: `Bearer ${secret.token}` } };
  return { ...hook, headers: { Authorization: `Bearer $${TOKEN_VARIABLE}` }, allowedEnvVars: [TOKEN_VARIABLE] };
}

/** Claude Code never runs http hooks for SessionStart. This command must not fail, nor print anything: its output would join the conversation. */
function commandHook({ node, program, brokerHome }: Command) {
  const home = brokerHome === undefined ? '' : `ANSWERBACK_HOME=${quoted(brokerHome)} `;
  return { type: 'command', command: `${MARKER} ${home}${quoted(node)} ${quoted(program)} 2>/dev/null || true`, timeout: START_TIMEOUT };
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

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
    duplicateKey(root) ??
    (hooks
      ? (wrongKind(hooks, 'object', '"hooks"') ?? duplicateKey(hooks) ?? hooks.children?.map(eventProblem).find(Boolean))
      : undefined) ??
    hooksDisabled(root) ??
    urlNotAllowed(root, url) ??
    (secret === 'environment' ? variableNotAllowed(root) : undefined)
  );
}

/** Claude Code accepts only plain JSON. To undo a setup, comments and trailing commas that were added later are accepted too. */
export function readSettings(text: string, how: 'as Claude Code does' | 'leniently'): { readonly root: Node } | SettingsProblem {
  if (text.trim() === '') return { offset: 0, reason: 'the file is empty', fix: 'Delete it, or write {} into it, and try again.' };
  const lenient = how === 'leniently';
  const errors: ParseError[] = [];
  let root: Node | undefined;
  try {
    root = parseTree(text, errors, { disallowComments: !lenient, allowTrailingComma: lenient });
  } catch {
    return { offset: 0, reason: 'the file is nested too deeply', fix: 'Is it really a settings file of Claude Code?' };
  }
  const [error] = errors;
  if (error) return syntaxProblem(text, error);
  if (!root) return { offset: 0, reason: 'the file contains no JSON value', fix: 'Write {} into it, and try again.' };
  return wrongKind(root, 'object', 'the file') ?? { root };
}

function syntaxProblem(text: string, { error, offset }: ParseError): SettingsProblem {
  const code = printParseErrorCode(error);
  if (code === 'InvalidCommentToken')
    return {
      offset,
      reason: 'a comment here; Claude Code does not load settings files with comments',
      fix: 'Remove the comments, and try again.',
    };
  const before = text.slice(0, offset).trimEnd();
  if (before.endsWith(',') && /^[}\]]/.test(text.slice(offset)))
    return {
      offset: before.length - 1,
      reason: 'a trailing comma; Claude Code does not load settings files with trailing commas',
      fix: 'Remove the comma, and try again.',
    };
  const words = code.replaceAll(/([A-Z])/g, (capital) => ` ${capital.toLowerCase()}`).trim();
  return {
    offset,
    reason: `this is not valid JSON: ${words}`,
    fix: 'Claude Code does not load such a file. Fix it, and try again.',
  };
}

function wrongKind(node: Node, wanted: 'object' | 'array', what: string): SettingsProblem | undefined {
  if (node.type === wanted) return undefined;
  const nouns = { object: 'an object, {…}', array: 'a list, […]' };
  return { offset: node.offset, reason: `${what} is not ${nouns[wanted]}`, fix: 'Change it to one, or remove it, and try again.' };
}

function duplicateKey(object: Node): SettingsProblem | undefined {
  const seen = new Set<string>();
  for (const { children: [key] = [] } of object.children ?? []) {
    if (!key) continue;
    if (seen.has(key.value))
      return {
        offset: key.offset,
        reason: `the key ${JSON.stringify(key.value)} appears twice`,
        fix: 'Merge the two, and try again: Claude Code only uses the last one.',
      };
    seen.add(key.value);
  }
  return undefined;
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

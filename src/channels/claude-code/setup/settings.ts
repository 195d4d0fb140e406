// Claude Code's settings file: the hooks that we want in it, how ours are told from others', and what would keep them from running.
import { findNodeAtLocation, getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { asObject } from '../../../question/json.ts';
import type { EventName } from '../facts/versions.ts';

export type Entry = { readonly matcher?: string; readonly hooks: readonly Readonly<Record<string, unknown>>[] };
export type WantedHooks = Readonly<Partial<Record<EventName, Entry>>>;

/** Where the secret is: in the file itself, or in the environment of Claude Code. */
export type Secret = { readonly kind: 'file'; readonly token: string } | { readonly kind: 'environment' };

/** What is wrong with a settings file, where, and what to do. */
export type Objection = { readonly offset: number; readonly reason: string; readonly fix: string };

export const HOOK_PATH = '/v1/channels/claude-code';
export const TOKEN_VARIABLE = 'ANSWERBACK_HOOK_TOKEN';
/** In every command of ours, so that it can be told from another tool's hook.cjs. */
const MARKER = 'ANSWERBACK_HOOK=claude-code';

const A_DAY = 86_400;
/** A broker that hangs may not hold up the agent for longer. */
const MOMENT = 0.5;
const START = 10;

// ── what we want ───────────────────────────────────────────────────────────────────────────────────────────────────

/** `brokerHome` is given when the broker is not at its usual place. */
export type Command = { readonly node: string; readonly program: string; readonly brokerHome?: string | undefined };

/** `mode` is the broker's: with `hold`, questions wait in PreToolUse. */
export type Mode = 'beside' | 'hold';

export function wantedHooks(events: readonly EventName[], url: string, secret: Secret, command: Command, mode: Mode): WantedHooks {
  const entry = (event: EventName): Entry => {
    if (event === 'SessionStart') return { hooks: [commandHook(command)] };
    // Only questions are held there; a broker that hangs must not stop every other tool.
    if (event === 'PreToolUse' && mode === 'hold') return { matcher: 'AskUserQuestion', hooks: [httpHook(url, secret, A_DAY)] };
    return { hooks: [httpHook(url, secret, event === 'PermissionRequest' ? A_DAY : MOMENT)] };
  };
  return Object.fromEntries(events.map((event) => [event, entry(event)]));
}

function httpHook(url: string, secret: Secret, timeout: number) {
  const hook = { type: 'http', url: `${url}${HOOK_PATH}`, timeout };
  if (secret.kind === 'file') return { ...hook, headers: { Authorization: `Bearer ${secret.token}` } };
  return { ...hook, headers: { Authorization: `Bearer $${TOKEN_VARIABLE}` }, allowedEnvVars: [TOKEN_VARIABLE] };
}

/** http hooks never fire for SessionStart. It must not fail or speak: what it prints would become part of the conversation. */
function commandHook({ node, program, brokerHome }: Command) {
  const home = brokerHome === undefined ? '' : `ANSWERBACK_HOME=${quoted(brokerHome)} `;
  return { type: 'command', command: `${MARKER} ${home}${quoted(node)} ${quoted(program)} 2>/dev/null || true`, timeout: START };
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

export function isOurs(hook: unknown): boolean {
  const { url, command } = asObject(hook) ?? {};
  if (typeof url === 'string') return URL.canParse(url) && new URL(url).pathname === HOOK_PATH;
  return typeof command === 'string' && command.includes(MARKER) && command.includes('hook.cjs');
}

// ── what would keep it from working ────────────────────────────────────────────────────────────────────────────────

/** The first thing for which this file should be left alone. Every rule about its content was seen to drop hooks in a real Claude Code. */
export function objectionTo(text: string, url: string, secret: Secret['kind']): Objection | undefined {
  const read = readSettings(text, 'as Claude Code does');
  if ('reason' in read) return read;
  const { root } = read;
  const hooks = findNodeAtLocation(root, ['hooks']);
  return (
    duplicateKey(root) ??
    (hooks
      ? (wrongKind(hooks, 'object', '"hooks"') ?? duplicateKey(hooks) ?? hooks.children?.map(eventObjection).find(Boolean))
      : undefined) ??
    hooksDisabled(root) ??
    urlNotAllowed(root, url) ??
    (secret === 'environment' ? variableNotAllowed(root) : undefined)
  );
}

/** Claude Code takes plain JSON only. What was edited after us may still be taken apart with comments and trailing commas in it. */
export function readSettings(text: string, how: 'as Claude Code does' | 'leniently'): { readonly root: Node } | Objection {
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
  if (error) return syntaxObjection(text, error);
  if (!root) return { offset: 0, reason: 'the file holds no JSON value', fix: 'Write {} into it, and try again.' };
  return wrongKind(root, 'object', 'the file') ?? { root };
}

function syntaxObjection(text: string, { error, offset }: ParseError): Objection {
  const code = printParseErrorCode(error);
  if (code === 'InvalidCommentToken')
    return {
      offset,
      reason: 'a comment; Claude Code does not load a settings file with comments',
      fix: 'Remove the comments, and try again.',
    };
  const before = text.slice(0, offset).trimEnd();
  if (before.endsWith(',') && /^[}\]]/.test(text.slice(offset)))
    return {
      offset: before.length - 1,
      reason: 'a comma with nothing after it; Claude Code does not load such a file',
      fix: 'Remove the comma, and try again.',
    };
  const words = code.replaceAll(/([A-Z])/g, (capital) => ` ${capital.toLowerCase()}`).trim();
  return {
    offset,
    reason: `this is not valid JSON: ${words}`,
    fix: 'Claude Code does not load such a file. Mend it there, and try again.',
  };
}

function wrongKind(node: Node, wanted: 'object' | 'array', what: string): Objection | undefined {
  if (node.type === wanted) return undefined;
  const nouns = { object: 'an object, {…}', array: 'a list, […]' };
  return { offset: node.offset, reason: `${what} is not ${nouns[wanted]}`, fix: `Make it one, or remove it, and try again.` };
}

function duplicateKey(object: Node): Objection | undefined {
  const seen = new Set<string>();
  for (const { children: [key] = [] } of object.children ?? []) {
    if (!key) continue;
    if (seen.has(key.value))
      return {
        offset: key.offset,
        reason: `the key ${JSON.stringify(key.value)} is there twice`,
        fix: 'Make them one: only the last counts now.',
      };
    seen.add(key.value);
  }
  return undefined;
}

function eventObjection({ children: [key, entries] = [] }: Node): Objection | undefined {
  if (!key || !entries) return undefined;
  const name = `hooks.${key.value}`;
  return wrongKind(entries, 'array', name) ?? entries.children?.map((entry) => entryObjection(entry, name)).find(Boolean);
}

function entryObjection(entry: Node, name: string): Objection | undefined {
  const hooks = entry.type === 'object' ? findNodeAtLocation(entry, ['hooks']) : undefined;
  if (hooks?.type !== 'array')
    return {
      offset: entry.offset,
      reason: `an entry of ${name} has no list "hooks"; for this Claude Code drops the whole file`,
      fix: 'Write it as {"hooks": […]}, or remove it, and try again.',
    };
  for (const hook of hooks.children ?? []) {
    const timeout = hook.type === 'object' ? findNodeAtLocation(hook, ['timeout']) : undefined;
    if (timeout?.type === 'number' && timeout.value <= 0)
      return {
        offset: timeout.offset,
        reason: `a hook of ${name} has the timeout ${timeout.value}; for this Claude Code drops the whole file`,
        fix: 'Give it a timeout above 0 (seconds), or none, and try again.',
      };
  }
  return undefined;
}

function hooksDisabled(root: Node): Objection | undefined {
  const node = findNodeAtLocation(root, ['disableAllHooks']);
  if (node?.value !== true) return undefined;
  return {
    offset: node.offset,
    reason: '"disableAllHooks" is true: no hook would ever run',
    fix: 'Set it to false or remove it, and try again.',
  };
}

function urlNotAllowed(root: Node, url: string): Objection | undefined {
  const node = findNodeAtLocation(root, ['allowedHttpHookUrls']);
  if (!node || listed(node).some((pattern) => matches(pattern, `${url}${HOOK_PATH}`))) return undefined;
  return { offset: node.offset, reason: '"allowedHttpHookUrls" does not allow the broker', fix: `Add "${url}/*" to it, and try again.` };
}

function variableNotAllowed(root: Node): Objection | undefined {
  const node = findNodeAtLocation(root, ['httpHookAllowedEnvVars']);
  if (!node || listed(node).includes(TOKEN_VARIABLE)) return undefined;
  const reason = `"httpHookAllowedEnvVars" does not allow ${TOKEN_VARIABLE}`;
  return { offset: node.offset, reason, fix: `Add "${TOKEN_VARIABLE}" to it, and try again.` };
}

function listed(node: Node): string[] {
  const value: unknown = getNodeValue(node);
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** `*` stands for anything. */
function matches(pattern: string, url: string): boolean {
  const literal = pattern.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${literal.join('.*')}$`).test(url);
}

// One line of `allow:`, in Claude Code's syntax: `Bash(npm test)`, `Bash(git diff:*)`, `Edit(src/**)`, `mcp__server__tool`, `WebSearch`.
import { globMatches, withinFolder } from '../../ask/match/glob.ts';
import { commandWords } from './command-words.ts';

export type AllowPattern = { readonly source: string; readonly tool: string } & (
  | { readonly kind: 'any' }
  /** `more`: any arguments may follow the words. */
  | { readonly kind: 'command'; readonly words: readonly string[]; readonly more: boolean }
  | { readonly kind: 'path'; readonly glob: string }
);

type ReadPattern = { readonly kind: 'ok'; readonly value: AllowPattern } | { readonly kind: 'bad'; readonly why: string };

/** Tools whose input is a command, and tools whose input names files, as agents call them. Only these may have text in brackets. */
export const COMMAND_TOOLS = new Set(['bash', 'shell', 'exec', 'exec_command', 'local_shell', 'run_shell_command']);
const PATH_TOOLS = new Set([
  'read',
  'edit',
  'multiedit',
  'write',
  'notebookread',
  'notebookedit',
  'patch',
  'read_file',
  'write_file',
  'replace',
]);

const FORM = /^([A-Za-z][\w.-]*)(?:\((.*)\))?$/s;

export function readPattern(source: string): ReadPattern {
  const [, name, argument] = FORM.exec(source.trim()) ?? [];
  if (name === undefined) return bad('write a tool, e.g. "Bash(npm test)", "Edit(src/**)", "WebSearch" or "mcp__server__tool"');
  const tool = toolName(name);
  const base = { source, tool };
  if (argument === undefined) return ok({ ...base, kind: 'any' });
  if (argument.trim() === '') return bad('write what is allowed between the brackets, or leave the brackets out');
  if (COMMAND_TOOLS.has(tool)) return commandPattern(base, argument.trim());
  if (PATH_TOOLS.has(tool)) return pathPattern(base, argument.trim());
  return bad(`${name} takes neither a command nor a path; write "${name}" alone`);
}

function commandPattern(base: { source: string; tool: string }, argument: string): ReadPattern {
  if (argument === '*') return ok({ ...base, kind: 'any' });
  const more = /(?::\*| \*)$/.test(argument);
  const text = more ? argument.slice(0, -2) : argument;
  const read = commandWords(text);
  if (read.kind === 'unsafe') return bad(`no rule allows such a command: ${read.why}`);
  if (text.includes('*')) return bad('a star stands only at the end: "Bash(npm test:*)" allows npm test with any arguments');
  return ok({ ...base, kind: 'command', words: read.words, more });
}

function pathPattern(base: { source: string; tool: string }, argument: string): ReadPattern {
  const glob = argument.replace(/^\.\//, '').replace(/^\/\//, '/');
  if (glob.split('/').includes('..')) return bad('a path cannot have ".." in it');
  if (glob.startsWith('~') && !glob.startsWith('~/')) return bad('write ~/ for your home');
  if (/[?[\]{}!]/.test(glob)) return bad('a path takes * and ** and no other pattern');
  return ok({ ...base, kind: 'path', glob });
}

/** Agents write "Bash" and "bash" for the same tool. Names of MCP tools are case-sensitive. */
export function toolName(name: string): string {
  return name.startsWith('mcp__') ? name : name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** `mcp__server` matches all tools of a server, as in Claude Code. */
export function namesTool(pattern: string, tool: string): boolean {
  const name = toolName(tool);
  if (name === pattern) return true;
  const server = /^mcp__(?:(?!__).)+$/.test(pattern) ? pattern : /^(mcp__.+)__\*$/.exec(pattern)?.[1];
  return server !== undefined && name.startsWith(`${server}__`);
}

/** Where a path pattern starts: in the project, or in the folder that it gives as an absolute path. */
export function rootOf(
  { glob }: { readonly glob: string },
  project: string,
  home: string,
): { root: string; rest: string; anywhere: boolean } {
  const full = glob.startsWith('~/') ? `${home}${glob.slice(1)}` : glob;
  if (!full.startsWith('/')) return { root: project, rest: full, anywhere: true };
  const folders = full.split('/');
  const star = folders.findIndex((part) => part.includes('*'));
  const fixed = star < 0 ? folders.length - 1 : star;
  return { root: folders.slice(0, fixed).join('/') || '/', rest: folders.slice(fixed).join('/'), anywhere: false };
}

/**
 * As in .gitignore: without a slash at any depth, else from the root; `**` is any depth. A star does not match names that begin with a dot, so
 * that settings, hooks and keys have to be named.
 */
export function globMatchesPath(glob: string, path: string, anywhere: boolean): boolean {
  const parts = glob.split('/');
  const whole = parts.at(-1) === '**' ? [...parts, '*'] : parts;
  return partsMatch(anywhere && parts.length === 1 ? ['**', ...whole] : whole, path.split('/'));
}

function partsMatch(glob: readonly string[], path: readonly string[]): boolean {
  // From the end: `fits[j]` is true if the pattern parts read so far match path[j..].
  let fits = [...path.map(() => false), true];
  for (const part of glob.toReversed()) {
    const next = fits.map(() => false);
    for (let j = path.length; j >= 0; j -= 1) {
      const name = path[j];
      if (part === '**') next[j] = fits[j] === true || (name !== undefined && !name.startsWith('.') && next[j + 1] === true);
      else next[j] = name !== undefined && fits[j + 1] === true && nameMatches(part, name);
    }
    fits = next;
  }
  return fits[0] === true;
}

function nameMatches(part: string, name: string): boolean {
  return (part.startsWith('.') || !name.startsWith('.')) && globMatches(part, name, withinFolder);
}

const ok = (value: AllowPattern): ReadPattern => ({ kind: 'ok', value });
const bad = (why: string): ReadPattern => ({ kind: 'bad', why });

// Whether a permission dialog on the screen is about a tool call. Refusing or allowing somebody else's call would be wrong, so what is there has to be enough.

import { commandOf } from '../../../ask/permission.ts';
import { asObject } from '../../../text/json.ts';
import { bare } from '../screen/join.ts';
import type { Permission } from '../screen/state.ts';
import { looksLike } from './step.ts';

/** A dialog, as far as it could be read. Without its title and question when it could not be read at all. */
type Shown = Pick<Permission, 'detail' | 'question' | 'subject'> & { readonly title?: string | undefined };
type Call = { readonly tool: string; readonly input: unknown };

/** A text with fewer characters (white space does not count) may be part of another one by chance. */
export const LEAST_TEXT = 10;

/** Its command, file or address must be visible, and else the names of its server and tool, or what is given to the tool. */
export function isAbout(seen: Shown, { tool, input }: Call): boolean {
  const { file_path, notebook_path, url, path, pattern, query, screen } = asObject(input) ?? {};
  if (typeof screen === 'string') return looksLike(aboutOf(seen), screen);
  if (isOfAnother(seen.title, tool)) return false;
  const lines = [...seen.detail, seen.question];
  const command = commandOf(input);
  if (command !== undefined) return shows(lines, command) && !isPartOf(command, seen.subject);
  const file = [file_path, notebook_path].find((value) => typeof value === 'string');
  if (typeof file === 'string') return shows(lines, file) || showsFile(lines, file);
  if (typeof url === 'string') return lines.some((line) => line.split(/[\s",]+/).includes(url)) || shows(lines, url);
  const server = /^mcp__(.+?)__(.+)$/.exec(tool);
  if (server) return isOfServer(lines, server[1] ?? '', server[2] ?? '', input);
  const given = [path, pattern, query].find((value) => typeof value === 'string');
  if (typeof given === 'string') return shows(lines, given) || lines.some((line) => line.includes(`"${given}"`));
  return nameOf(seen.title ?? '').includes(nameOf(tool)) || showsInput(lines, input);
}

/** Everything that a permission dialog says about the request. */
export const aboutOf = ({ detail, question }: Pick<Permission, 'detail' | 'question'>): string => [...detail, question].join('\n');

/** Whether a text takes one or more whole lines. */
export function takesLines(lines: readonly string[], text: string): boolean {
  const wanted = bare(text);
  if (wanted === '') return false;
  return [lines, lines.map((line) => line.replace(BEFORE_TEXT, ''))].some((some) => {
    const parts = some.map(bare);
    return parts.some((first, from) => {
      let taken = first;
      for (let to = from + 1; to < parts.length && taken.length < wanted.length; to += 1) taken += parts[to];
      return first !== '' && taken === wanted;
    });
  });
}

/** A bar beside text of several lines, the dot of a list, a pointer, or what a new version draws there: any run of symbols. */
const BEFORE_TEXT = /^\s*(?:│ ?)?(?:[^\p{L}\p{N}\p{P}\s](?:\s+|$))*/u;

/** A short text must take whole lines; a longer one may have something before and after it. */
function shows(lines: readonly string[], text: string): boolean {
  if (takesLines(lines, text)) return true;
  const wanted = bare(text);
  return wanted.length >= 2 * LEAST_TEXT && bare(lines.map((line) => line.replace(/^ *│ ?/, '')).join('')).includes(wanted);
}

/** The dialog is about a command that has more before or after this one. */
function isPartOf(command: string, subject: string | undefined): boolean {
  const [part, whole] = [bare(command), bare(subject ?? '')];
  return whole.length > part.length && whole.includes(part);
}

/** The path may be relative on the screen; the question has only the name: `Do you want to create new.txt?` */
function showsFile(lines: readonly string[], file: string): boolean {
  const name = file.split('/').at(-1) ?? file;
  const isTail = (line: string) =>
    bare(line).endsWith(`/${bare(name)}`) && bare(file).endsWith(bare(line.replace(/^(?:\.\.?\/)+/, '/').trim()));
  return lines.some((line) => bare(line) === bare(name) || isTail(line) || asksAbout(line, name));
}

const asksAbout = (line: string, name: string): boolean => line.trim().startsWith('Do you want to ') && line.trim().endsWith(` ${name}?`);

/** `lab — Ask Text Tool: (MCP)`, in older versions `lab - ask_text(text: "hi") (MCP)`. */
function isOfServer(lines: readonly string[], server: string, tool: string, input: unknown): boolean {
  const at = lines.findIndex((line) => isServer(/^\s*(.+?) [-–—] /.exec(line)?.[1] ?? '', server));
  if (at < 0 || !lines.some((line) => line.includes('(MCP)'))) return false;
  const named = nameOf(lines[at]?.replace(/^\s*.+? [-–—] /, '') ?? '');
  return named.includes(nameOf(tool)) || showsInput(lines, input);
}

const isServer = (shown: string, server: string): boolean => nameOf(shown) === nameOf(server);

/** Whether a text that is given to the tool is on the screen. */
function showsInput(lines: readonly string[], input: unknown): boolean {
  const shown = bare(lines.join(''));
  return Object.values(asObject(input) ?? {}).some(
    (value) => typeof value === 'string' && bare(value).length >= LEAST_TEXT && shown.includes(bare(value)),
  );
}

const nameOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');

/** The titles of dialogs that are always about the same tools. */
const TITLES: readonly (readonly [title: RegExp, tools: RegExp])[] = [
  [/^Bash command/, /^Bash$/],
  [/^(?:Create|Overwrite|Edit) (?:file|notebook)/, /Write|Edit/],
  [/^Fetch$/, /Fetch/],
  [/^Tool use$/, /^mcp__/],
];

function isOfAnother(title: string | undefined, tool: string): boolean {
  const known = title === undefined ? undefined : TITLES.find(([pattern]) => pattern.test(title));
  return known !== undefined && !known[1].test(tool);
}

// The tools a machine may allow: those known to read only, and those a route names, as long as they write inside the project and to nothing hidden.
import { irreversible } from '../../question/irreversible.ts';
import { besideCommand, commandOf, givesCommand } from '../../question/permission.ts';
import { hiding } from '../../question/spelling.ts';
import type { Ask } from '../../question/words.ts';
import { isHarmlessCommand } from './harmless-command.ts';
import { namesSecret, readingReason } from './secret-places.ts';

/** What the user's own route said in so many words: its `command:` or `tool:` criterion matched this very ask. */
export type Named = { readonly command?: boolean | undefined; readonly tool?: boolean | undefined };

/** Why a machine may not allow this call; undefined when it may. What is known to be irreversible is judged before. */
export function permissionReason({ detail, project }: Pick<Ask, 'detail' | 'project'>, named: Named): string | undefined {
  if (detail?.kind !== 'permission') return 'what the permission is for cannot be read';
  const { tool, input } = detail;
  if (typeof fieldsOf(input).screen === 'string') return 'what the permission is for was only read off a screen';
  if (SHELL_TOOL.test(tool) || givesCommand(input)) return commandReason(input, project, named);
  if (READS.has(tool)) {
    const { pattern } = fieldsOf(input);
    const places = [...placesIn(input), ...(/glob/i.test(tool) && typeof pattern === 'string' ? [pattern] : [])];
    const secret = places.find(namesSecret);
    if (secret !== undefined) return `${secret.slice(0, 60)} may hold keys or passwords`;
    return named.tool === true ? undefined : places.map((path) => readingReason(path, project)).find((reason) => reason !== undefined);
  }
  if (named.tool !== true) return `${tool.slice(0, 60)} is not known to read only, and the route does not name it (tool: …)`;
  return (
    placesIn(input)
      .map((path) => placeReason(path, project))
      .find((reason) => reason !== undefined) ?? orderReason(fieldsOf(input))
  );
}

function commandReason(input: unknown, project: string, named: Named): string | undefined {
  const command = commandOf(input);
  if (command === undefined) return 'the command cannot be read';
  const hidden = hiding(command);
  if (hidden !== undefined) return `the command hides letters: ${hidden}`;
  const [strange] = besideCommand(input);
  if (strange !== undefined) return `the command comes with "${strange.slice(0, 40)}", which may change what it does`;
  if (named.command === true || isHarmlessCommand(command, project)) return undefined;
  return 'the command is not one of those that only read, build or test, and the route does not name it (command: …)';
}

const READS = new Set(
  'Read Glob Grep LS NotebookRead WebSearch TodoRead BashOutput read_file read_many_files list_directory search_file_content glob grep list'.split(
    ' ',
  ),
);
const SHELL_TOOL = /^(?!BashOutput$|mcp__).*(?:shell|bash|command|terminal|exec|cmd)/i;

/** What another agent or person is told by the call. */
function orderReason(fields: Fields): string | undefined {
  const told = ['prompt', 'instructions', 'message', 'text', 'args', 'body', 'q', 'action', 'skill', 'name'].map((name) => fields[name]);
  const verdicts = told.flatMap((text) =>
    typeof text === 'string' ? [irreversible({ label: text }, { text: '', options: [], multiSelect: false })] : [],
  );
  return verdicts.find((verdict) => verdict.irreversible)?.reason;
}

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (input: unknown): Fields => (typeof input === 'object' && input !== null ? (input as Fields) : {});

/** Paths by the names of their fields, and those in the heads of a patch. */
function placesIn(input: unknown): readonly string[] {
  if (typeof input === 'string') return patched(input);
  return Object.entries(fieldsOf(input)).flatMap(([name, value]) => {
    if (typeof value === 'object' && value !== null) return placesIn(value);
    if (typeof value !== 'string') return [];
    return /path|file(?!_?type)|dir|folder|target|dest/i.test(name) ? [value] : patched(value);
  });
}
const patched = (text: string): string[] =>
  [...text.matchAll(/^(?:\*\*\* (?:Add|Update|Delete) File: |\*\*\* Move to: |\+\+\+ (?:b\/)?|--- (?:a\/)?)(\S.*)$/gm)].map(
    ([, path = '']) => path.trim(),
  );

function placeReason(path: string, project: string): string | undefined {
  const root = `${project.replace(/\/+$/, '')}/`;
  const inside = path.startsWith(root) ? path.slice(root.length) : path;
  const shown = path.slice(0, 60);
  if (inside === '/dev/null') return undefined;
  if (/^[/~\\]|^[a-z]:|^\$/i.test(inside) || inside.split(/[/\\]/).includes('..')) return `${shown} is outside the project`;
  if (inside.split(/[/\\]/).some((part) => part.startsWith('.') && part !== '.'))
    return `${shown} is hidden: settings, hooks and keys stand there`;
  return /(?:^|\/)(?:jenkinsfile|[\w-]*-pipelines?\.ya?ml|crontab|authorized_keys)$/i.test(inside)
    ? `${shown} says what other machines run`
    : undefined;
}

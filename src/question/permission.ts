// What a permission is for, read from the input of the tool call: its command, and the few words that people are shown.
//
// Agents name their tools and fields differently. What a channel captures keeps the agent's own input, and a shell command is found in one
// of the fields below; a new channel that builds the input itself puts it into `command`.
import { asObject } from './json.ts';
import { isVisible } from './visible.ts';

const COMMAND_FIELDS: readonly string[] = ['command', 'cmd', 'script'];
/** They come with a command and do not change what it does. */
const REMARKS: readonly string[] = ['description', 'timeout', 'timeout_ms', 'run_in_background', 'justification'];
/** Where the call has no command, what it is about. The first that is there counts. */
const SUBJECT_FIELDS: readonly string[] = ['file_path', 'url', 'pattern', 'path'];

/** As much of a call is shown in the text of its question. */
export const LONGEST_SUBJECT = 200;

/**
 * The command as a shell would read it; words as a program gets them are quoted where needed. Several commands in one input are one per
 * line, so that whoever judges the text judges all of them. Undefined when there is none, or when it is no text: see `givesCommand`.
 */
export function commandOf(input: unknown): string | undefined {
  const texts = commandsIn(input).map(commandText);
  const readable = texts.filter((text) => text !== undefined);
  return texts.length > 0 && readable.length === texts.length ? readable.join('\n') : undefined;
}

/** Whether there is a command at all, readable or not. */
export const givesCommand = (input: unknown): boolean => commandsIn(input).length > 0;

/** Names of fields beside the command that may change what it does: a folder, an environment, a switch. */
export function besideCommand(input: unknown): readonly string[] {
  return Object.keys(asObject(input) ?? {}).filter((name) => !COMMAND_FIELDS.includes(name) && !REMARKS.includes(name));
}

/** All of a call for people to read: the command alone where that is all there is, with what the agent says of it; else the input as JSON. */
export function shownInput(input: unknown): { readonly text: string; readonly remark?: string } {
  const command = commandOf(input);
  if (command === undefined || besideCommand(input).length > 0) return { text: JSON.stringify(input, null, 2) ?? '' };
  const description = asObject(input)?.description;
  return { text: command, ...(typeof description === 'string' && isVisible(description) ? { remark: description } : {}) };
}

/** What the call is about, in one text: the command, the file, the address. Undefined when nobody can tell. */
export function subjectOf(input: unknown): string | undefined {
  const fields = asObject(input) ?? {};
  const named = SUBJECT_FIELDS.map((name) => fields[name]).find((value) => typeof value === 'string');
  return commandOf(input) ?? named;
}

function commandsIn(input: unknown): readonly unknown[] {
  const fields = asObject(input) ?? {};
  return COMMAND_FIELDS.map((name) => fields[name]).filter((value) => value !== undefined && value !== null);
}

function commandText(command: unknown): string | undefined {
  if (typeof command === 'string') return command;
  if (!Array.isArray(command) || !command.every((word) => typeof word === 'string')) return undefined;
  return command.map(quoted).join(' ');
}

const quoted = (word: string): string => (/^[\w./:=@,+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

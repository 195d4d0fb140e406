// What a permission is for, read from the input of the tool call: its command, and the short text that people are shown.
//
// Agents name their tools and fields differently. A channel keeps the agent's own input, and a shell command is found in one
// of the fields below; a new channel that builds the input itself puts it into `command`.
import { asObject } from '../text/json.ts';
import { shellWord } from '../text/shell-quoted.ts';
import { isVisible } from '../text/visible.ts';

const COMMAND_FIELDS: readonly string[] = ['command', 'cmd', 'script'];
/** Fields that come with a command and do not change what it does. */
const REMARKS: readonly string[] = ['description', 'timeout', 'timeout_ms', 'run_in_background', 'justification'];
/** What a call without a command is about. The first one present counts. */
const SUBJECT_FIELDS: readonly string[] = ['file_path', 'url', 'pattern', 'path'];
export const PATH_FIELDS: readonly string[] = ['file_path', 'filePath', 'notebook_path', 'absolute_path', 'path'];

/** How much of a call is shown in the text of its question. */
export const LONGEST_SUBJECT = 200;

/**
 * The command as a shell would read it; lists of arguments are quoted where needed. Several commands in one input are put on separate
 * lines, so that all of them are judged. Undefined if there is none, or if it is not text: see `givesCommand`.
 */
export function commandOf(input: unknown): string | undefined {
  const texts = commandsIn(input).map(commandText);
  const readable = texts.filter((text) => text !== undefined);
  return texts.length > 0 && readable.length === texts.length ? readable.join('\n') : undefined;
}

/** Whether there is a command at all, readable or not. */
export const givesCommand = (input: unknown): boolean => commandsIn(input).length > 0;

/** Fields besides the command that may change what it does: a folder, an environment, a switch. */
export function besideCommand(input: unknown): readonly string[] {
  return Object.keys(asObject(input) ?? {}).filter((name) => !COMMAND_FIELDS.includes(name) && !REMARKS.includes(name));
}

/** A whole call for people to read: what the agent's screen says, or the command with the agent's remark, or else the input as JSON. */
export function shownInput(input: unknown): { readonly text: string; readonly remark?: string } {
  const { screen, ...others } = asObject(input) ?? {};
  if (typeof screen === 'string' && Object.keys(others).length === 0) return { text: screen };
  const command = commandOf(input);
  if (command === undefined || besideCommand(input).length > 0) return { text: JSON.stringify(input, null, 2) ?? '' };
  const description = asObject(input)?.description;
  return { text: command, ...(typeof description === 'string' && isVisible(description) ? { remark: description } : {}) };
}

/** What the call is about, in one text: the command, the file, the address. Undefined if unknown. */
export function subjectOf(input: unknown): string | undefined {
  const fields = asObject(input) ?? {};
  const named = SUBJECT_FIELDS.map((name) => fields[name]).find((value) => typeof value === 'string');
  return commandOf(input) ?? named;
}

/** The files that the call names. */
export function pathsIn(input: unknown): readonly string[] {
  const fields = asObject(input) ?? {};
  return PATH_FIELDS.map((name) => fields[name]).filter((value) => typeof value === 'string');
}

function commandsIn(input: unknown): readonly unknown[] {
  const fields = asObject(input) ?? {};
  return COMMAND_FIELDS.map((name) => fields[name]).filter((value) => value !== undefined && value !== null);
}

function commandText(command: unknown): string | undefined {
  if (typeof command === 'string') return command;
  if (!Array.isArray(command) || !command.every((word) => typeof word === 'string')) return undefined;
  return command.map(shellWord).join(' ');
}

// What shells offer on TAB: one line each, with a description after a tab. A flag is offered where one was begun, or where nothing else fits.
import { printable } from '../../text/printable.ts';
import type { Context } from '../context.ts';
import { proposals } from './application.ts';
import type { CommandEntry } from './command.ts';

export async function completions(
  commands: readonly CommandEntry[],
  words: readonly string[],
  context: Context,
): Promise<readonly string[]> {
  const partial = words.at(-1) ?? '';
  const proposed = await proposals(commands, words, context);
  const values = proposed.filter(({ kind }) => kind !== 'argument:flag');
  const flags = proposed.filter(({ kind, completion }) => kind === 'argument:flag' && completion !== '--');
  // In a list with commas, the shell replaces the whole word.
  const before = partial.slice(0, partial.lastIndexOf(',') + 1);
  return (partial.startsWith('-') || values.length === 0 ? flags : values).map(({ completion, brief }) => {
    const [value = '', said = brief] = completion.split('\t');
    return `${before !== '' && !value.startsWith(before) ? before : ''}${value}\t${printable(said)}`;
  });
}

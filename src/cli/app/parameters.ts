// Parameters that several commands share, and how descriptions are formatted.

import { PENDING } from '../../ask/lifecycle.ts';
import { healthOf } from '../../client/start.ts';
import { headline, projectName, shortId } from '../../dialog/words/words.ts';
import type { Cli } from './command.ts';

export const text = (input: string): string => input;
export const flag = (brief: string) => ({ kind: 'boolean', brief, default: false, withNegated: false }) as const;
export const json = flag('Print JSON');
export const plain = flag('Numbered prompts instead of a screen');
export const optionalText = (brief: string, placeholder = 'text') =>
  ({ kind: 'parsed', parse: text, brief, optional: true, placeholder }) as const;
export const several = (brief: string, placeholder = 'text') =>
  ({ kind: 'parsed', parse: text, brief, optional: true, variadic: true, placeholder }) as const;

/** TAB must never start a broker. */
export async function openIds(this: Cli): Promise<string[]> {
  if (!(await healthOf(this.place))) return [];
  const { asks } = await this.client().call('GET /v1/asks', { query: { state: [...PENDING], limit: 50 } });
  return asks.map((ask) => `${shortId(ask.id)}\t${projectName(ask.project)}: ${headline(ask)}`);
}
export const id = {
  parse: askId,
  brief: 'The ask: the beginning of its id, or @1 for the first of the last list',
  placeholder: 'id',
  proposeCompletions: openIds,
} as const;
/** One argument that may be left out. */
export const maybe = (brief: string, placeholder: string) =>
  ({ kind: 'tuple', parameters: [{ parse: text, brief, placeholder, optional: true }] }) as const;

export function askId(input: string): string {
  if (input.trim() === '') throw new SyntaxError('the id is empty; is a variable unset? `answerback list` shows the ids');
  return input;
}

export function wholeNumber(input: string): number {
  return numberFrom(input, 1);
}

export function numberFrom(input: string, least: number): number {
  const value = Number(input);
  if (input.trim() === '' || !Number.isInteger(value) || value < least)
    throw new SyntaxError(`"${input}" is not a whole number${least > 0 ? ` above ${least - 1}` : ''}`);
  return value;
}

export const examples = (description: string, lines: readonly string[]): string =>
  `${description}\n\nEXAMPLES\n${lines.map((line) => `  ${line}`).join('\n')}`;

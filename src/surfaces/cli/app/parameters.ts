// Parameters that several commands share, and how descriptions are formatted.
import { numberParser } from '@stricli/core';
import { healthOf } from '../../../client/start.ts';
import { shortId } from '../words.ts';
import type { Cli } from './command.ts';

export const text = (input: string): string => input;
export const flag = (brief: string) => ({ kind: 'boolean', brief, default: false, withNegated: false }) as const;
export const json = flag('Print JSON');
export const plain = flag('Numbered prompts instead of a screen');
export const optionalText = (brief: string, placeholder = 'text') =>
  ({ kind: 'parsed', parse: text, brief, optional: true, placeholder }) as const;
export const several = (brief: string, placeholder = 'text') =>
  ({ kind: 'parsed', parse: text, brief, optional: true, variadic: true, placeholder }) as const;
export const commaSeparated = (brief: string, placeholder: string) =>
  ({ kind: 'parsed', parse: text, brief, optional: true, variadic: ',', placeholder }) as const;

/** TAB must never start a broker. */
export async function openIds(this: Cli): Promise<string[]> {
  if (!(await healthOf(this.place))) return [];
  const { asks } = await this.client().list({ state: ['open'], limit: 50 });
  return asks.map((ask) => shortId(ask.id));
}
export const id = {
  parse: askId,
  brief: 'The ask, by its id or the beginning of it',
  placeholder: 'id',
  proposeCompletions: openIds,
} as const;
const limit = { kind: 'parsed', parse: wholeNumber, brief: 'Maximum number', default: '50', placeholder: 'n' } as const;

export const filterFlags = {
  kind: commaSeparated('Only these kinds: question, permission, plan, idle', 'kinds'),
  project: optionalText('Only this project: a folder (. is this one) or its name', 'project'),
  program: optionalText('Only this agent program, e.g. claude-code', 'program'),
  session: optionalText('Only this agent session', 'id'),
  text: optionalText('Only asks that contain this'),
  limit,
} as const;

export const signFlags = {
  json,
  by: optionalText('Who decides, if not you: person:ada, agent:openclaw', 'who'),
  reason: optionalText('The reason, for the log. Required for agents'),
  risk: {
    kind: 'enum',
    values: ['reversible', 'irreversible', 'unsure'],
    brief: 'How risky the answer is. Required for agents; anything but reversible is left to people',
    optional: true,
  },
} as const;

export function askId(input: string): string {
  if (input.trim() === '') throw new SyntaxError('the id is empty; is a variable unset? `answerback list` shows the ids');
  return input;
}

export function wholeNumber(input: string): number {
  const value = numberParser(input);
  if (!Number.isInteger(value) || value < 1) throw new SyntaxError(`${input} is not a whole number above 0`);
  return value;
}

export const examples = (description: string, lines: readonly string[]): string =>
  `${description}\n\nEXAMPLES\n${lines.map((line) => `  ${line}`).join('\n')}`;

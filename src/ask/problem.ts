// A broken rule, described so that the reader can fix it: which rule, where, which value.

import { shortened } from '../text/shortened.ts';
import type { Problem } from './schema/problem.ts';

export function problem(rule: string, where: string, value: unknown, message: string): Problem {
  return { rule, where, value, message };
}

const LONGEST_SHOWN = 60;

/** A value as it appears in a message: JSON, cut when long. */
export function shown(value: unknown): string {
  return shortened(asJson(value) ?? String(value), LONGEST_SHOWN);
}

/** Programs may return what JSON does not have: a bigint, or an object that contains itself. Undefined for a function, and for nothing. */
function asJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return typeof value === 'object' ? 'an object that is not JSON' : undefined;
  }
}

/** `question 2 "Database"`: always the number, and the header if there is one. */
export function questionName(index: number, header?: string | undefined): string {
  return header ? `question ${index + 1} ${shown(header)}` : `question ${index + 1}`;
}

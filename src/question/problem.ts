// A broken rule, described so that the reader can fix it: which rule, where, which value.
import { shortened } from './shortened.ts';
import type { Problem } from './words.generated.ts';

export function problem(rule: string, where: string, value: unknown, message: string): Problem {
  return { rule, where, value, message };
}

const LONGEST_SHOWN = 60;

/** A value as it appears in a message: JSON, cut when long. */
export function shown(value: unknown): string {
  return shortened(JSON.stringify(value) ?? String(value), LONGEST_SHOWN);
}

/** `question 2 "Database"`: always the number, and the header if there is one. */
export function questionName(index: number, header?: string | undefined): string {
  return header ? `question ${index + 1} ${shown(header)}` : `question ${index + 1}`;
}

// A broken rule, described so that the reader can fix it: which rule, where, which value.

export type Problem = {
  /** A stable name of the rule, e.g. "label-words". */
  readonly rule: string;
  /** Which question, header or label it concerns, e.g. `question 2 "Database"`. */
  readonly where: string;
  readonly value: unknown;
  /** What is wrong and what would be right. */
  readonly message: string;
};

export function problem(rule: string, where: string, value: unknown, message: string): Problem {
  return { rule, where, value, message };
}

const LONGEST_SHOWN = 60;

/** A value as it appears in a message: JSON, cut when long. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}

/** `question 2 "Database"`: always the number, and the header if there is one. */
export function questionName(index: number, header?: string | undefined): string {
  return header ? `question ${index + 1} ${shown(header)}` : `question ${index + 1}`;
}

// An ask for dialogs that are shown without a broker: only the questions are required.
import { newAsk } from '../ask/new-ask.ts';
import { shown } from '../ask/problem.ts';
import type { Ask, Option, Question } from '../ask/schema/ask.ts';

/** Only the questions are required; everything else is shown if given. */
export type AskInTerminal = Partial<Omit<Ask, 'questions'>> & {
  readonly questions: readonly (Omit<Question, 'multiSelect' | 'options'> & Partial<Pick<Question, 'multiSelect' | 'options'>>)[];
};

/** Throws a TypeError that says what is wrong: it comes from a program that may know no types. */
export function wholeAsk(asked: AskInTerminal): Ask {
  const { questions: given, ...rest } = fields(asked, 'the ask') as AskInTerminal;
  const questions = list(given, 'questions');
  if (questions.length === 0) throw new TypeError('questions must have at least one question');
  const id = rest.id ?? crypto.randomUUID();
  const own = { session: id, toolUseId: id, program: 'question', project: process.cwd(), source: 'tool' } as const;
  return { ...newAsk({ kind: 'question', questions: questions.map(wholeQuestion), ...own }, id, Date.now()), ...rest };
}

function wholeQuestion(value: unknown, index: number): Question {
  const where = `question ${index + 1}`;
  const { text: asked, question, multiSelect = false, options = [], ...more } = fields(value, where);
  if (asked === undefined && question !== undefined) throw new TypeError(`${where}: its words belong in text, not in question`);
  if (typeof multiSelect !== 'boolean') throw new TypeError(`${where}: multiSelect must be true or false, got ${shown(multiSelect)}`);
  return {
    text: text(asked, `${where}: text`),
    ...optional(more, ['header'], where),
    multiSelect,
    options: list(options, `${where}: options`).map((option, i) => wholeOption(option, `${where}, option ${i + 1}`)),
  };
}

function wholeOption(value: unknown, where: string): Option {
  const { label, ...more } = fields(value, where);
  return { label: text(label, `${where}: label`), ...optional(more, ['description', 'preview'], where) };
}

function optional(given: Fields, names: readonly string[], where: string): Record<string, string> {
  const set = names.filter((name) => given[name] !== undefined);
  return Object.fromEntries(set.map((name) => [name, text(given[name], `${where}: ${name}`)]));
}

type Fields = Readonly<Record<string, unknown>>;

function fields(value: unknown, where: string): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  throw new TypeError(`${where} must be an object, got ${shown(value)}`);
}

function list(value: unknown, where: string): readonly unknown[] {
  // What was never set in a list would otherwise be passed over.
  if (Array.isArray(value)) return Array.from(value);
  throw new TypeError(`${where} must be a list, got ${shown(value)}`);
}

function text(value: unknown, where: string): string {
  if (typeof value === 'string') return value;
  throw new TypeError(`${where} must be text, got ${shown(value)}`);
}

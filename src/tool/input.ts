// Reads the arguments of a tool call. Every broken rule is reported at once, in words that a model can act on.
import { findOption, type Resolved } from '../ask/answer.ts';
import { problem, questionName, shown } from '../ask/problem.ts';
import type { Option, Question } from '../ask/schema/ask.ts';
import type { AnswerInput } from '../ask/schema/input.ts';
import type { Problem } from '../ask/schema/problem.ts';
import { strictProblems } from '../ask/strict.ts';

export type ToolInput = {
  readonly questions: readonly Question[];
  /** Suggested answers by header. */
  readonly answers: Readonly<Record<string, AnswerInput>>;
};

type Fields = Readonly<Record<string, unknown>>;
type Report = (where: string, value: unknown, what: string) => void;

export function readToolInput(args: unknown): Resolved<ToolInput> {
  const problems: Problem[] = [];
  const report: Report = (where, value, what) => problems.push(problem('shape', where, value ?? null, `${where}: ${what}${got(value)}`));
  const given = fields(args, 'the arguments', ['questions', 'answers'], report);
  const questions = list(given.questions, 'questions', report).map((value, i) => readQuestion(value, i, report));
  // An empty stand-in for a value of the wrong type would be reported a second time.
  const broken = 'questions' in given && !Array.isArray(given.questions) ? [] : strictProblems(questions);
  problems.push(...broken.filter(({ rule, where }) => !(rule.endsWith('-empty') && problems.some((p) => about(p, where)))));
  const answers = readAnswers(given.answers, questions, report);
  return problems.length > 0 ? { kind: 'invalid', problems } : { kind: 'ok', value: { questions, answers } };
}

/** For the model: what to fix before it calls again. */
export function problemText(problems: readonly Problem[]): string {
  return ['The question was not asked. Fix this and call the tool again:', ...problems.map(({ message }) => `- ${message}`)].join('\n');
}

function readQuestion(value: unknown, index: number, report: Report): Question {
  const where = questionName(index);
  const given = fields(value, where, ['question', 'header', 'multiSelect', 'options'], report);
  return {
    text: text(given.question, `${where}, question`, report),
    header: text(given.header, `${where}, header`, report),
    multiSelect: flag(given.multiSelect, `${where}, multiSelect`, report),
    options: list(given.options, `${where}, options`, report).map((option, i) => readOption(option, `${where}, option ${i + 1}`, report)),
  };
}

function readOption(value: unknown, where: string, report: Report): Option {
  const given = fields(value, where, ['label', 'description', 'preview'], report);
  const label = text(given.label, `${where}, label`, report);
  const description = text(given.description, `${where}, description`, report);
  return { label, description, ...(given.preview === undefined ? {} : { preview: text(given.preview, `${where}, preview`, report) }) };
}

function readAnswers(value: unknown, questions: readonly Question[], report: Report): ToolInput['answers'] {
  if (value === undefined) return {};
  const given = fields(value, 'answers', undefined, report);
  return Object.fromEntries(
    questions.flatMap((question) => {
      const header = question.header ?? '';
      if (!Object.hasOwn(given, header)) return [];
      const suggested = prefill(text(given[header], `answers, ${shown(header)}`, report), question);
      return suggested ? [[header, suggested]] : [];
    }),
  );
}

function fields(value: unknown, where: string, known: readonly string[] | undefined, report: Report): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    report(where, value, 'must be an object');
    return {};
  }
  for (const key of known ? Object.keys(value).filter((name) => !known.includes(name)) : [])
    report(where, (value as Fields)[key], `has no field ${shown(key)}; the fields are ${known?.join(', ')}`);
  return value as Fields;
}

function list(value: unknown, where: string, report: Report): readonly unknown[] {
  // What was never set in a list would otherwise be passed over.
  if (Array.isArray(value)) return Array.from(value);
  if (value !== undefined) report(where, value, 'must be a list');
  return [];
}

/** A missing text is left to the strict rules, which say what belongs there. */
function text(value: unknown, where: string, report: Report): string {
  if (typeof value === 'string') return value;
  if (value !== undefined) report(where, value, 'must be a string');
  return '';
}

function flag(value: unknown, where: string, report: Report): boolean {
  if (value !== undefined && typeof value !== 'boolean') report(where, value, 'must be true or false');
  return value === true;
}

const got = (value: unknown): string => (value === undefined ? '' : `, got ${shown(value)}`);
const about = (shape: Problem, where: string): boolean => shape.where === where || shape.where.startsWith(`${where},`);

const OTHER = /(?:^|,)\s*Other:\s*([\s\S]*)$/iu;

/** Suggested answers as a model writes them: "Postgres", "Auth, Billing", "Auth, Other: single sign-on". Unknown parts are ignored. */
export function prefill(suggested: string, question: Question): AnswerInput | undefined {
  const words = OTHER.exec(suggested)?.[1]?.trim() || undefined;
  const choose = [...new Set(labelsIn(suggested.replace(OTHER, ''), question))];
  if (question.multiSelect) return choose.length > 0 || words ? { choose, ...(words ? { words } : {}) } : undefined;
  const [first] = choose;
  if (first !== undefined) return { choose: [first] };
  return words ? { words } : undefined;
}

/** A label may contain commas itself: the longest run of parts that is a label counts. */
function labelsIn(text: string, question: Question): number[] {
  const parts = text.split(',');
  const found: number[] = [];
  for (let at = 0; at < parts.length; ) {
    const length = longestLabel(parts, at, question, found);
    at += length;
  }
  return found;
}

function longestLabel(parts: readonly string[], at: number, question: Question, found: number[]): number {
  for (let end = parts.length; end > at; end -= 1) {
    const option = findOption(parts.slice(at, end).join(','), question, '');
    if (typeof option !== 'number') continue;
    found.push(option);
    return end - at;
  }
  return 1;
}

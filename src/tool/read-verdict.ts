// Reads what a dialog of the caller returned. What does not fit is said in words: a choice must never be lost.
import type { Resolved } from '../ask/answer.ts';
import { problem, questionName, shown } from '../ask/problem.ts';
import type { Question } from '../ask/schema/ask.ts';
import type { AnswerInput, VerdictInput } from '../ask/schema/input.ts';
import type { Problem } from '../ask/schema/problem.ts';

type Fields = Readonly<Record<string, unknown>>;

export function readVerdict(value: unknown, questions: readonly Question[]): Resolved<VerdictInput> {
  const problems: Problem[] = [];
  const report = (where: string, given: unknown, what: string) =>
    problems.push(problem('shape', where, given ?? null, `${where}: ${what}`));
  check(value, questions, report);
  return problems.length > 0 ? { kind: 'invalid', problems } : { kind: 'ok', value: value as VerdictInput };
}

type Report = (where: string, given: unknown, what: string) => void;

const WHOLE = 'what the dialog returned';
const FORMS = `{kind: "answers", answers: […]}, {kind: "redirect", message}, {kind: "decline", message?}, or undefined`;
const ANSWER_FORMS = 'a number counted from 1, a label, a list of these, {choose, words, note}, or {skip: true}';

function check(value: unknown, questions: readonly Question[], report: Report): void {
  if (!isObject(value)) return report(WHOLE, value, `must be ${FORMS}; got ${shown(value)}`);
  switch (value.kind) {
    case 'answers':
      onlyFields(value, ['kind', 'answers'], WHOLE, report);
      if (!Array.isArray(value.answers))
        return report('answers', value.answers, `must be a list with one answer per question, in order; got ${shown(value.answers)}`);
      // Unlike forEach, this also meets what was never set.
      for (const [i, answer] of value.answers.entries()) checkAnswer(answer, questionName(i, questions[i]?.header), report);
      return;
    case 'redirect':
    case 'decline':
      onlyFields(value, ['kind', 'message'], WHOLE, report);
      return checkText(value.message, 'message', value.kind === 'decline', report);
    default:
      return report(WHOLE, value, `must be ${FORMS}; got ${shown(value)}`);
  }
}

function checkAnswer(answer: unknown, where: string, report: Report): void {
  const wrong = `must be ${ANSWER_FORMS}; got ${shown(answer)}`;
  if (isChoice(answer) || isListOfChoices(answer)) return;
  if (!isObject(answer)) return report(where, answer, wrong);
  if ('kind' in answer)
    return report(where, answer, `is an answer as it is stored, and must be ${sent(answer)} instead; got ${shown(answer)}`);
  if ('skip' in answer) {
    onlyFields(answer, ['skip', 'note'], where, report);
    if (answer.skip !== true) report(where, answer, wrong);
  } else {
    onlyFields(answer, ['choose', 'words', 'note'], where, report);
    const { choose } = answer;
    if (choose !== undefined && !isListOfChoices(choose))
      report(where, choose, `choose must be a list of numbers or labels; got ${shown(choose)}`);
    checkText(answer.words, `${where}, words`, true, report);
  }
  checkText(answer.note, `${where}, note`, true, report);
}

/** How a stored answer is sent. */
function sent({ kind, chosen, words, note }: Fields): string {
  if (kind === 'skipped') return shown({ skip: true, note });
  return shown({ choose: chosen, words, note } as AnswerInput);
}

function checkText(value: unknown, where: string, isOptional: boolean, report: Report): void {
  if (typeof value !== 'string' && !(isOptional && value === undefined)) report(where, value, `must be a text; got ${shown(value)}`);
}

function onlyFields(value: Fields, known: readonly string[], where: string, report: Report): void {
  for (const name of Object.keys(value).filter((each) => !known.includes(each)))
    report(where, value[name], `has no field ${shown(name)}; the fields are ${known.join(', ')}`);
}

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
const isChoice = (value: unknown): boolean => typeof value === 'number' || typeof value === 'string';
/** Unlike `every` of the list itself, this also meets what was never set. */
const isListOfChoices = (value: unknown): boolean => Array.isArray(value) && Array.from(value).every(isChoice);

// The rules for asks through our own tool. Every violation names the rule, the header or label, and the value.

import { isVisible, normalised } from '../text/visible.ts';
import { problem, questionName, shown } from './problem.ts';
import { comparable } from './same-question.ts';
import type { Option, Question } from './schema/ask.ts';
import type { Problem } from './schema/problem.ts';

const MOST_QUESTIONS = 4;
const LONGEST_HEADER = 12;
const OPTIONS = { fewest: 2, most: 4 };
const MOST_WORDS = 5;

/** "Other" is the row for own words on every surface. */
const RESERVED = 'other';

/** How a question ends: the question mark of Latin, full-width and Arabic script. */
const ASKS = /[?？؟]$/u;

export function strictProblems(questions: readonly Question[]): Problem[] {
  const count =
    questions.length >= 1 && questions.length <= MOST_QUESTIONS
      ? []
      : [
          problem(
            'question-count',
            'questions',
            questions.length,
            `ask 1 to ${MOST_QUESTIONS} questions at a time, not ${questions.length}`,
          ),
        ];
  return [...count, ...repeatedHeaders(questions), ...questions.flatMap(questionProblems)];
}

function questionProblems(question: Question, index: number): Problem[] {
  const where = questionName(index, question.header);
  return [...textProblems(question, where), ...headerProblems(question, index), ...optionProblems(question, where)];
}

function textProblems({ text }: Question, where: string): Problem[] {
  if (!isVisible(text)) return [problem('text-empty', where, text, `${where}: the text is empty; write out the question`)];
  if (!ASKS.test(text.trimEnd()))
    return [problem('text-question-mark', where, text, `${where}: the text ${shown(text)} must end with "?"`)];
  return [];
}

function headerProblems({ header = '' }: Question, index: number): Problem[] {
  const where = questionName(index);
  const length = [...header].length;
  if (!isVisible(header))
    return [problem('header-empty', where, header, `${where}: the header is empty; give it 1 to ${LONGEST_HEADER} characters`)];
  if (length <= LONGEST_HEADER) return [];
  return [
    problem(
      'header-length',
      where,
      header,
      `${where}: the header ${shown(header)} has ${length} characters; at most ${LONGEST_HEADER} fit`,
    ),
  ];
}

function repeatedHeaders(questions: readonly Question[]): Problem[] {
  return repeated(questions.map((q) => q.header ?? '')).map(({ value, index }) =>
    problem(
      'header-unique',
      questionName(index, value),
      value,
      `${questionName(index, value)}: the header is used by an earlier question; headers must differ`,
    ),
  );
}

function optionProblems({ options }: Question, where: string): Problem[] {
  const count =
    options.length >= OPTIONS.fewest && options.length <= OPTIONS.most
      ? []
      : [
          problem(
            'option-count',
            where,
            options.length,
            `${where}: give ${OPTIONS.fewest} to ${OPTIONS.most} options, not ${options.length}`,
          ),
        ];
  const twice = repeated(options.map((o) => o.label)).map(({ value }) =>
    problem('label-unique', where, value, `${where}: the label ${shown(value)} appears twice; labels must differ`),
  );
  return [...count, ...twice, ...options.flatMap((option) => labelProblems(option, where))];
}

function labelProblems({ label, description = '' }: Option, where: string): Problem[] {
  const problems: Problem[] = [];
  const words = normalised(label).split(' ').length;
  if (!isVisible(label))
    problems.push(problem('label-empty', where, label, `${where}: an option has an empty label; give it 1 to ${MOST_WORDS} words`));
  else if (words > MOST_WORDS)
    problems.push(
      problem(
        'label-words',
        where,
        label,
        `${where}: the label ${shown(label)} has ${words} words; use 1 to ${MOST_WORDS} and put the rest into the description`,
      ),
    );
  if (comparable(label) === RESERVED)
    problems.push(
      problem(
        'label-reserved',
        where,
        label,
        `${where}: the label ${shown(label)} is reserved; own words are always offered, so leave this option out`,
      ),
    );
  if (!isVisible(description))
    problems.push(
      problem(
        'description-empty',
        where,
        label,
        `${where}: the option ${shown(label)} needs a description that says what choosing it means`,
      ),
    );
  return problems;
}

/** Values that appeared earlier in the list, compared as a reader would see them. Empty ones are left to another rule. */
function repeated(values: readonly string[]): { value: string; index: number }[] {
  const seen = new Set<string>();
  return values.flatMap((value, index) => {
    const key = comparable(value);
    if (key !== '' && seen.has(key)) return [{ value, index }];
    seen.add(key);
    return [];
  });
}

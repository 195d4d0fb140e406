// The questions of an ask as a brief shows them: our words outside the fence, the agent's inside.
import { delegatingOption } from '../../ask/option-words.ts';
import { markOf } from '../../ask/permission-marks.ts';
import type { Ask, Question } from '../../ask/schema/ask.ts';
import { entry, fenced } from '../../text/fence.ts';

export function questionsText(ask: Ask, nonce: string): string {
  return ask.questions
    .map((question, index) =>
      [
        `### Question ${index + 1} of ${ask.questions.length}`,
        howToAnswer(question),
        delegating(question),
        markedOptions(ask, index),
        fenced(nonce, questionLines(question)),
      ]
        .filter((line) => line !== '')
        .join('\n'),
    )
    .join('\n\n');
}

function howToAnswer({ options, multiSelect }: Question): string {
  if (options.length === 0) return 'It has no options: answer in your own words.';
  const range = options.length === 1 ? 'one option, number 1' : `${options.length} options, numbered 1 to ${options.length}`;
  return `It has ${range}. Choose ${multiSelect ? 'one or more of them' : 'exactly one of them'}, or use your own words.`;
}

function delegating(question: Question): string {
  const option = delegatingOption(question);
  return option === undefined ? '' : `Option ${option} lets the agent decide: choose it only if all others are equally good.`;
}

/** Not fenced: the words are our own. */
function markedOptions(ask: Ask, index: number): string {
  const options = ask.questions[index]?.options ?? [];
  return options
    .flatMap((_, i) => {
      const mark = markOf(ask, index, i + 1);
      return mark === undefined ? [] : [`Option ${i + 1} ${mark}.`];
    })
    .join(' ');
}

function questionLines({ header, text, options }: Question): string[] {
  return [
    ...(header === undefined || header === '' ? [] : [entry('header', header)]),
    entry('question', text),
    ...options.flatMap(({ label, description, preview }, i) => [
      entry(`option ${i + 1}`, label),
      ...(description === undefined || description === '' ? [] : [entry(`option ${i + 1}, described`, description)]),
      ...(preview === undefined || preview === '' ? [] : [entry(`option ${i + 1}, preview`, preview)]),
    ]),
  ];
}

// The questions of an ask as a brief shows them: our words outside the fence, the agent's inside.
import { category } from '../../question/category.ts';
import { type Warning, warnings } from '../../question/warning.ts';
import type { Ask, Question } from '../../question/words.generated.ts';
import { entry, fenced } from './fence.ts';
import { categoryTemplate, type TemplateName } from './templates.ts';

/** Without `text`, the category is left out. */
export function questionsText(ask: Ask, nonce: string, text?: (name: TemplateName) => string): string {
  const marked = warnings(ask);
  return ask.questions
    .map((question, index) => {
      const kind = category(question);
      return [
        `### Question ${index + 1} of ${ask.questions.length}`,
        howToAnswer(question),
        ask.kind === 'question' && text ? `Category: ${kind}. ${text(categoryTemplate(kind)).trim()}` : '',
        warned(marked.filter((each) => each.question === index)),
        fenced(nonce, questionLines(question)),
      ]
        .filter((line) => line !== '')
        .join('\n');
    })
    .join('\n\n');
}

function howToAnswer({ options, multiSelect }: Question): string {
  if (options.length === 0) return 'It has no options: answer in your own words.';
  const range = options.length === 1 ? 'one option, number 1' : `${options.length} options, numbered 1 to ${options.length}`;
  return `It has ${range}. Choose ${multiSelect ? 'one or more of them' : 'exactly one of them'}, or use your own words.`;
}

/** Not fenced: the words come from our own list. */
function warned(marked: readonly Warning[]): string {
  if (marked.length === 0) return '';
  return `Look twice at ${marked.map(({ option, reason }) => `option ${option} (${reason})`).join(', ')}.`;
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

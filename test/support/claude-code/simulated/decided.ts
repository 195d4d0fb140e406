// Random decisions of every kind, with words and notes that look like something else.
import type { Answer, Question } from '../../../../src/ask/schema/ask.ts';
import type { Verdict } from '../../../../src/ask/schema/decision.ts';
import type { Random } from '../screens/scene.ts';
import { shuffled } from './asked.ts';

export const WORDS = [
  'plaid',
  'Red',
  '3 shades of grey',
  '2',
  'j',
  'path\\',
  'first line\nsecond line',
  'a\n\nb\n3',
  '東京 🙂',
  'Type something.',
  'Type something',
  'x, "y"',
  ' padded ',
  'two  blanks',
  'n',
  '(notes only)',
  'done ✔',
  '❯ 1. Red',
  `${'a long text of many words '.repeat(11)}end`,
  `x${'y'.repeat(240)}`,
];
const NOTES = [
  'keep it calm',
  'n',
  '2',
  '注意',
  'a note that is so long that it has to be wrapped below the preview at any width',
  'ends in \\',
];

export function randomVerdict(random: Random, questions: readonly Question[]): Verdict {
  if (random.chance(6)) return { kind: 'decline' };
  if (random.chance(8)) return { kind: 'redirect', message: 'something else' };
  const answers = questions.map((question) => randomAnswer(random, question, questions.length > 1));
  return answers.every((answer) => answer.kind === 'skipped') ? { kind: 'decline' } : { kind: 'answers', answers };
}

function randomAnswer(random: Random, question: Question, form: boolean): Answer {
  if (form && random.chance(8)) return { kind: 'skipped' };
  const preview = question.options.some((option) => option.preview !== undefined);
  const numbers = shuffled(
    random,
    question.options.map((_, index) => index + 1),
  );
  if (question.multiSelect) {
    const words = random.chance(30) ? { words: random.pick(WORDS) } : {};
    const chosen = numbers.slice(0, 1 + random.below(numbers.length));
    return random.chance(10) ? { kind: 'words', words: random.pick(WORDS) } : { kind: 'chosen', chosen, ...words };
  }
  if (!preview && random.chance(30)) return { kind: 'words', words: random.pick(WORDS) };
  return { kind: 'chosen', chosen: numbers.slice(0, 1), ...(preview && random.chance(40) ? { note: random.pick(NOTES) } : {}) };
}

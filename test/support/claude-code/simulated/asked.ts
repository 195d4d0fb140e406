// Random questions that are easy to confuse with each other, on screens of many sizes.

import type { Question } from '../../../../src/ask/schema/ask.ts';
import { normalised } from '../../../../src/text/visible.ts';
import { type Line, palettes } from '../screens/drawing.ts';
import { type Random, seeded } from '../screens/scene.ts';
import type { World } from './drawing.ts';

const LABELS = [
  ['Red', 'Redder', 'Red green', 'Re'],
  ['Postgres', 'SQLite', 'Redis', 'None of them'],
  ['日本語', '数据库 二', 'emoji 👍', '👩‍👩‍👧‍👦 family'],
  ['A B', 'AB', 'A  B', 'A B C'],
  ['Type something.', 'Chat about this', 'Submit', 'Next'],
  ['Submit answers', 'Cancel', 'Type something', 'Yes ✔'],
  ['1. One', '2', '3 of them', '❯ 4. Four'],
  ['A, B', 'A', 'B', 'say "hi"'],
  ['One\nTwo', 'One', 'Two', '(notes only)'],
  ['a rather long label that goes on and on until it has to be wrapped at the edge of a narrow pane', 'a rather long label', 'short', '…'],
  ['Yes', 'No', 'Yes, and more', 'Yes, and'],
] as const;
const HEADERS = ['Colour', 'Parts', 'Size', '日本', 'Q1', 'Name', ''];
const TEXTS = [
  'Which one?',
  'Which other one?',
  'Which of these should be used, given that the text is so long that it will be wrapped in most panes?',
  'どれですか？',
  'First line\nSecond line?',
  'Which?',
];

function randomQuestion(random: Random, taken: Set<string>): Question {
  const kind = random.pick(['single', 'single', 'multi', 'multi', 'preview'] as const);
  const labels = shuffled(random, random.pick(LABELS)).slice(0, 2 + random.below(3));
  let text = random.pick(TEXTS);
  while (taken.has(text)) text = `${random.pick(TEXTS)} (${taken.size})`;
  taken.add(text);
  return {
    text,
    header: random.pick(HEADERS),
    multiSelect: kind === 'multi',
    options: labels.map((label, index) => ({
      label,
      description: random.chance(30) ? '' : random.chance(20) ? `about ${label} `.repeat(8).replaceAll('\n', ' ').trim() : 'about it',
      ...(kind === 'preview' ? { preview: `preview ${index}` } : {}),
    })),
  };
}

export function shuffled<T>(random: Random, from: readonly T[]): T[] {
  const rest = [...from];
  return from.map(() => rest.splice(random.below(rest.length), 1)[0] as T);
}

const TRANSCRIPT: readonly Line[] = [[], [['❯ ask 1. foo', '48;5;237']], [['● Fine.', '']], [['  ❯ 1. Yes', '']]];

export function randomWorld(seed: number): World {
  const random = seeded(seed);
  const taken = new Set<string>();
  const count = random.chance(45) ? 1 : 2 + random.below(3);
  return {
    questions: Array.from({ length: count }, () => randomQuestion(random, taken)),
    size: { columns: random.pick([60, 72, 80, 100, 120, 200]), rows: random.pick([15, 18, 24, 30, 40, 50]), classic: random.chance(30) },
    ink: random.pick(palettes),
    before: Array.from({ length: random.below(6) }, () => random.pick(TRANSCRIPT)),
    drawn: new Map(),
  };
}

/** Another ask that is very similar to this one. */
export function otherQuestions(random: Random, questions: readonly Question[]): readonly Question[] {
  const at = random.below(questions.length);
  const change = (altered: Partial<Question>) =>
    questions.map((question, index) => (index === at ? { ...question, ...altered } : question));
  const question = questions[at] as Question;
  const [first, ...others] = question.options;
  switch (random.below(8)) {
    case 0:
      return change({ text: `${question.text} Really?` });
    case 1: {
      // Labels that differ only in white space count as the same.
      const rotated = [...others, first as Question['options'][number]];
      const same = rotated.every(({ label }, index) => normalised(label) === normalised(question.options[index]?.label ?? ''));
      return change(same ? { text: 'Which now?' } : { options: rotated });
    }
    case 2:
      return change({
        options: question.options.map((option, index) => (index === 0 ? { ...option, label: `${option.label}!` } : option)),
      });
    case 3:
      return [question];
    case 4:
      return questions.length < 4 ? [...questions, { ...question, text: `${question.text} And?`, header: 'More' }] : questions.slice(1);
    case 5:
      return change({ multiSelect: !question.multiSelect, options: question.options.map(({ preview: _, ...option }) => option) });
    case 6:
      return change({ header: 'Other' });
    default:
      return change({
        options: question.options.length < 4 ? [...question.options, { label: 'One more', description: '' }] : question.options.slice(0, 3),
      });
  }
}

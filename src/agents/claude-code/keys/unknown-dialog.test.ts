// A dialog with a detail that we do not know, as a new version may bring one: it says which, and can still be left from here.
import { describe, expect, it } from 'vitest';
import { recordedScreen } from '../../../../test/support/claude-code/screens/recorded.ts';
import type { Question } from '../../../ask/schema/ask.ts';
import type { Verdict } from '../../../ask/schema/decision.ts';
import { readScreen } from '../screen/read.ts';
import type { Row, Screen } from '../screen/state.ts';
import { type Goal, quirksOf } from './goal.ts';
import { nextStep } from './plan.ts';
import { newMemory } from './question.ts';

const option = (label: string) => ({ label });
const form: Goal['ask'] = {
  kind: 'question',
  questions: [
    { text: 'Which colour?', header: 'Colour', options: ['Red', 'Green'].map(option), multiSelect: false },
    { text: 'Which size?', header: 'Size', options: ['Small', 'Large'].map(option), multiSelect: false },
  ],
};
const answered: Verdict = {
  kind: 'answers',
  answers: [
    { kind: 'words', words: 'a warm\ngrey → really' },
    { kind: 'chosen', chosen: [2] },
  ],
};

/** Those of the recorded reviews that have them. */
const LARGE = {
  text: 'Which of these databases should the service use for its new, much larger catalogue of products, given that it has to be searched by many people at once?',
  header: 'DB',
  options: ['Postgres', 'SQLite'].map(option),
  multiSelect: true,
};
const LINES = {
  text: 'Which parts do you want?\nThink of the cost,\n\nand of the time.',
  header: 'Parts',
  options: [option('Logging')],
  multiSelect: true,
};

const step = (screen: Screen, verdict: Verdict, ask = form): string => {
  const next = nextStep(readScreen(screen), { ask, verdict, version: quirksOf('2.1.327') }, newMemory());
  return next.kind === 'press' ? next.key : next.kind === 'stop' ? next.reason : next.kind;
};

/** The same screen with other words in some rows. */
const changed = (screen: Screen, from: RegExp, to: string): Screen => ({
  ...screen,
  rows: screen.rows.map((row): Row => {
    const text = row.text.replace(from, to);
    return text === row.text ? row : { text, spans: row.spans.map((span) => ({ ...span, text: span.text.replace(from, to) })) };
  }),
});

describe.each(['f120x40-review-form', 'f60x15-review-form', 'm60x15-review-form'])('the review on %s', (name) => {
  const review = recordedScreen(name);
  const unknown = changed(review, /● /, '◆ ');

  it('is submitted', () => {
    expect(step(review, answered)).toBe('Enter');
  });

  it('is submitted whatever its title says', () => {
    expect(step(changed(review, /Review your answers/, 'What you are about to send'), answered)).toBe('Enter');
  });

  it('with an unknown detail is never submitted, and says what it is and what can be done', () => {
    expect(step(unknown, answered)).toMatch(
      /^the review of the answers on the screen has a detail that Answerback does not know \(.*“.*◆ Which colour\?”\); decline it, send a message instead, or answer it in its pane$/,
    );
  });

  it('with an unknown detail can be declined, and left for a message', () => {
    expect(step(unknown, { kind: 'decline' })).toBe('Escape');
    expect(step(unknown, { kind: 'redirect', message: 'none of these' })).toBe('Left');
  });

  it('of other questions is left alone', () => {
    const other = { ...form, questions: form.questions.map((question) => ({ ...question, text: `Other: ${question.text}` })) };
    expect(step(unknown, { kind: 'decline' }, other)).toContain('answer it in its pane');
  });

  it('is left alone where the cursor is visible, because it may be a copy', () => {
    const copy = { ...unknown, cursor: { ...unknown.cursor, shown: true } };
    expect(step(copy, { kind: 'decline' })).toContain('answer it in its pane');
  });

  it('without a choice that submits says so', () => {
    expect(step(changed(review, /Submit answers/, 'Send them'), answered)).toContain('its choices are “Send them”, “Cancel”');
  });
});

describe.each<[what: string, from: RegExp, to: string]>([
  ['a bar in front of each question', / ● /, ' ┃ ● '],
  ['a dot of two symbols', /● /, '◆ ◇ '],
  ['another arrow', /→ /, '➜ '],
])('a review with %s', (_, from, to) => {
  const unknown = changed(recordedScreen('f120x40-review-form'), from, to);

  it('can be declined, and left for a message, and what is not known is named', () => {
    expect(step(unknown, answered)).toContain('has a detail that Answerback does not know');
    expect(step(unknown, { kind: 'decline' })).toBe('Escape');
    expect(step(unknown, { kind: 'redirect', message: 'none of these' })).toBe('Left');
  });
});

it('a review whose answers have no colour of their own can be left, and says so', () => {
  const screen = recordedScreen('f120x40-review-form');
  const unknown = {
    ...screen,
    rows: screen.rows.map((row) => ({
      ...row,
      spans: row.spans.map((span) => ({ ...span, style: { ...span.style, foreground: span.style.foreground.replace('114', '') } })),
    })),
  };
  expect(step(unknown, answered)).toContain('a question without an answer that could be recognised: “Which colour?');
  expect(step(unknown, { kind: 'decline' })).toBe('Escape');
  expect(step(unknown, { kind: 'redirect', message: 'none of these' })).toBe('Left');
});

it.each([
  ['long', [LARGE]],
  ['lines', [LINES, LARGE]],
])('a review of questions that have a bar in front (%s) can be left when it is drawn in another way', (name, questions) => {
  const unknown = changed(recordedScreen(`f120x40-review-${name}`), / │/, ' ┃');
  const ask = { ...form, questions };
  expect(step(unknown, { kind: 'decline' }, ask)).toBe('Escape');
  expect(step(unknown, { kind: 'redirect', message: 'none of these' }, ask)).toBe('Left');
});

it('a review with a question that cannot be recognised can be left, if its tabs and another question are ours', () => {
  const garbled = changed(recordedScreen('f120x40-review-form'), /size/, 'si ze of it');
  expect(step(garbled, answered)).toMatch(/^the review shows a question that was not asked: “Which si ze of it\?”; decline it, send/);
  expect(step(garbled, { kind: 'decline' })).toBe('Escape');
  expect(step(garbled, { kind: 'redirect', message: 'none of these' })).toBe('Left');
  expect(step(changed(garbled, /Which colour/, 'What else'), { kind: 'decline' })).toBe('the review of another form is on the screen');
});

it('a review of short questions can be left, but not that of one more', () => {
  const short = changed(changed(recordedScreen('f120x40-review-form'), /Which colour\?/, 'Why?'), /Which size\?/, 'How?');
  const unknown = changed(short, /● /, '◆ ');
  const [colour, size] = form.questions as [Question, Question];
  const ask = {
    ...form,
    questions: [
      { ...colour, text: 'Why?' },
      { ...size, text: 'How?' },
    ],
  };
  expect(step(unknown, { kind: 'decline' }, ask)).toBe('Escape');
  expect(step(unknown, { kind: 'decline' }, { ...ask, questions: [...ask.questions, { ...size, text: 'When?' }] })).toContain(
    'answer it in its pane',
  );
});

describe('a permission', () => {
  const ask: Goal['ask'] = {
    kind: 'permission',
    questions: [{ text: 'Allow Bash?', header: 'Permission', options: ['Yes', 'No'].map(option), multiSelect: false }],
    detail: { kind: 'permission', tool: 'Bash', input: { command: 'npm run build --if-present' }, suggestions: [] },
  };
  const unknown = changed(recordedScreen('perm-bash2'), /Do you want to proceed\?/, 'Shall it run?');
  const chosen = (number: number): Verdict => ({ kind: 'answers', answers: [{ kind: 'chosen', chosen: [number] }] });

  it('with an unknown detail can be refused, and is never allowed', () => {
    expect(step(unknown, chosen(2), ask)).toBe('Escape');
    expect(step(unknown, chosen(1), ask)).toMatch(/has a detail that Answerback does not know .*; decline it, or answer it in its pane/);
  });

  it('for another command is left alone', () => {
    const other = { ...ask, detail: { kind: 'permission' as const, tool: 'Bash', input: { command: 'rm -rf build' }, suggestions: [] } };
    expect(step(unknown, chosen(2), other)).toContain('answer it in its pane');
  });
});

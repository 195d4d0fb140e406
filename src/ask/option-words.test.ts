// What the words of an option say, tested on typical labels and on hostile ones.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { delegatingOption, stance } from './option-words.ts';
import type { Question } from './schema/ask.ts';

const question = (...labels: string[]): Question => ({ text: 'Which?', options: labels.map((label) => ({ label })), multiSelect: false });

describe('the option that lets the agent decide', () => {
  it.each([
    [['Postgres', 'SQLite', 'You decide'], 3],
    [['Use your best judgment', 'Ask me'], 1],
    [['Inter', "Claude's choice"], 2],
    [['Inter', 'Claude’s discretion', 'Up to you'], 2],
    [['Red', 'Whatever you think is best'], 2],
    [['Red', 'No strong preference'], 2],
    [['Red', "I don't care"], 2],
    [['Red', 'Let the agent decide'], 2],
    [['Let the user decide', 'Ask each time'], undefined],
    [['I decide', 'Let me decide'], undefined],
    [['Your own server', 'Your domain'], undefined],
    [['Either', 'Or'], undefined],
    [[], undefined],
  ])('in %j is %s', (labels, expected) => {
    expect(delegatingOption(question(...labels))).toBe(expected);
  });

  it('may say so in its description', () => {
    const asked = { ...question(), options: [{ label: 'Flexible', description: 'You decide what fits.' }] };
    expect(delegatingOption(asked)).toBe(1);
  });
});

describe('the stance of a label', () => {
  it.each([
    ['Yes', 'yes'],
    ['OK', 'yes'],
    ['Token refresh', undefined],
    ['Okinawa', undefined],
    ['Continue', 'yes'],
    ['Continue with Google', undefined],
    ['No problem, go ahead', 'yes'],
    ['No, and tell Claude what to do differently (esc)', 'no'],
    ['No ORM', undefined],
    ['Notion', undefined],
    ["Don't touch the schema", 'no'],
    ['Cancel', 'no'],
    ['Change streams', undefined],
    ['Right-aligned', undefined],
    ['', undefined],
  ])('%j is %s', (label, expected) => {
    expect(stance(label)).toBe(expected);
  });
});

it('any label is read without an error, and in little time', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (labels) => {
      delegatingOption(question(...labels));
      for (const label of labels) stance(label);
    }),
  );
  for (const piece of ['a', ' ', '\n', 'let me ', 'up to ', '-', "'", '😀', 'no ']) {
    const label = piece.repeat(100_000 / piece.length);
    expect(delegatingOption(question(label))).toBeUndefined();
    stance(label);
  }
});

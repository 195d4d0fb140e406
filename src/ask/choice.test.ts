// Answers as they are typed.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyQuestion, aQuestion } from '../../test/support/samples.ts';
import { typedAnswers } from './choice.ts';
import type { Question } from './schema/ask.ts';

const labels = (multiSelect: boolean, ...names: string[]): Question =>
  aQuestion({ multiSelect, options: names.map((label) => ({ label })) });
const typed = (questions: Question[], choices: string[], words: string[] = [], notes: string[] = []) =>
  typedAnswers({ choices, words, notes }, { questions });
const plain = labels(true, 'Logging', 'Metrics', 'Tracing');

describe('one question', () => {
  it.each<[string, Question, string[], string[], unknown]>([
    ['a number', plain, ['2'], [], { choose: [2] }],
    ['numbers', plain, ['1,3'], [], { choose: [1, 3] }],
    ['numbers and blanks', plain, ['1, 3'], [], { choose: [1, 3] }],
    ['labels and numbers', plain, ['Metrics,1'], [], { choose: [2, 1] }],
    ['own words alone', plain, [], ['my way'], { words: 'my way' }],
    ['own words beside options', plain, ['1,other'], ['my way'], { choose: [1], words: 'my way' }],
    ['own words beside options without saying other', plain, ['1'], ['my way'], { choose: [1], words: 'my way' }],
    ['a skip', plain, ['-'], [], { skip: true }],
    ['a label with a comma', labels(true, 'A, B', 'C'), ['A, B'], [], { choose: [1] }],
    ['a label with a comma among others', labels(true, 'A, B', 'C'), ['A, B,C'], [], { choose: [1, 2] }],
    ['a quoted label', labels(true, 'A, B', 'C'), ['C,"A, B"'], [], { choose: [2, 1] }],
    ['a label with quotes', labels(false, 'say "hi"', 'C'), ['say "hi"'], [], { choose: [1] }],
    ['a label with a line break', labels(false, 'two\nlines', 'C'), ['two lines'], [], { choose: [1] }],
    ['a label that looks like a number out of range', labels(false, '8080', '3000'), ['3000'], [], { choose: [2] }],
    ['a label that is its own number', labels(false, '1', '2'), ['2'], [], { choose: [2] }],
    ['the number where a label looks like one', labels(false, '2', '1'), ['#2'], [], { choose: [2] }],
    ['the label where a number looks like it', labels(false, '2', '1'), ['=2'], [], { choose: [1] }],
    ['own words alone, beside a label called Other', labels(false, 'Other', 'B'), [], ['my way'], { words: 'my way' }],
    [
      'other, which is own words whatever the labels are',
      labels(true, 'other', 'B'),
      ['2,other'],
      ['mine'],
      { choose: [2], words: 'mine' },
    ],
    ['the label called other', labels(false, 'Other', 'B'), ['=other'], [], { choose: [1] }],
    ['a skip, whatever the labels are', labels(false, '-', '+'), ['-'], [], { skip: true }],
    ['the label called -', labels(false, '-', '+'), ['=-'], [], { choose: [1] }],
    ['a number, whatever the labels are', labels(false, '2', '1'), ['2'], [], { choose: [2] }],
  ])('%s', (_, question, choices, words, expected) => {
    expect(typed([question], choices, words)).toEqual({ kind: 'ok', value: [expected] });
  });

  it.each<[string, Question, string[], string[], string]>([
    ['other without words where a label is called Other', labels(false, 'Other', 'B'), ['other'], [], 'add -m "own words" for each'],
    ['an unknown label', plain, ['Profiling'], [], 'has no option "Profiling"; choose from 1 "Logging", 2 "Metrics", 3 "Tracing"'],
    ['an unknown one among known', plain, ['1,9'], [], 'has no option 9'],
    ['several readings', labels(true, 'A', 'B', 'A,B'), ['A,B,A'], [], 'can be read in several ways'],
    ['other without words', plain, ['other'], [], 'add -m "own words" for each'],
    ['nothing', plain, [], [], 'give one choice for the question'],
    ['too many arguments', plain, ['1', '2'], [], 'give one choice for the question'],
    ['words for nobody', plain, ['-'], ['lost'], 'write other in the place'],
  ])('refuses %s', (_, question, choices, words, said) => {
    const result = typed([question], choices, words);
    expect(result.kind === 'invalid' && result.problems.map((p) => p.message).join('\n')).toContain(said);
  });
});

describe('several questions', () => {
  const questions = [plain, labels(false, 'Yes', 'No'), aQuestion({ header: 'Name', options: [] })];

  it('take one argument each, and own words in order', () => {
    expect(typed(questions, ['other', 'no', 'OTHER'], ['first', 'second'])).toEqual({
      kind: 'ok',
      value: [{ words: 'first' }, { choose: [2] }, { words: 'second' }],
    });
  });

  it('take notes by number or header', () => {
    const result = typed([aQuestion(), aQuestion({ header: 'Cache' })], ['1', '2'], [], ['2: a: b', 'database: x']);
    expect(result).toEqual({
      kind: 'ok',
      value: [
        { choose: [1], note: 'x' },
        { choose: [2], note: 'a: b' },
      ],
    });
  });

  it('require a note to say which question it is for', () => {
    const result = typed([aQuestion(), aQuestion({ header: 'Cache' })], ['1', '2'], [], ['hm']);
    expect(result.kind === 'invalid' && result.problems[0]?.message).toContain('--note "1: text"');
  });
});

it('never throws, and every option can be typed as #number', () => {
  fc.assert(
    fc.property(anyQuestion, fc.string({ unit: 'binary', maxLength: 30 }), (question, text) => {
      typed([question], [text]);
      question.options.forEach((_, i) => {
        const result = typed([question], [`#${i + 1}`]);
        const hasSuchLabel = question.options.some((o) => o.label.trim() === `#${i + 1}`);
        if (!hasSuchLabel) expect(result).toEqual({ kind: 'ok', value: [{ choose: [i + 1] }] });
      });
    }),
  );
});

it('reads a long list in bounded work', () => {
  const question = labels(true, 'a', 'a,a');
  const result = typed([question], [`${Array.from({ length: 5_000 }, () => 'a').join(',')},zzz`]);
  expect(result.kind).toBe('invalid');
});

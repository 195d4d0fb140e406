// Asks through our own tool: every rule, when broken, is reported with its name, the place and the value.
import { describe, expect, it } from 'vitest';
import { aQuestion } from '../../test/support/samples.ts';
import type { Question } from './schema/ask.ts';
import { strictProblems } from './strict.ts';

const labelled = (...labels: string[]) => aQuestion({ options: labels.map((label) => ({ label, description: 'd' })) });

describe('the strict rules', () => {
  it('find nothing wrong with a good ask', () => {
    expect(strictProblems([aQuestion(), aQuestion({ header: 'Другой', multiSelect: true })])).toEqual([]);
    expect(strictProblems([aQuestion({ text: '何にしますか？' })])).toEqual([]);
  });

  it.each<[string, Question[], unknown]>([
    ['question-count', [], 0],
    ['question-count', Array.from({ length: 5 }, (_, i) => aQuestion({ header: `H${i}` })), 5],
    ['text-question-mark', [aQuestion({ text: 'Tell me.' })], 'Tell me.'],
    ['text-empty', [aQuestion({ text: ' \u200b ' })], ' \u200b '],
    ['header-empty', [aQuestion({ header: '' })], ''],
    ['header-length', [aQuestion({ header: 'thirteen chars' })], 'thirteen chars'],
    ['header-unique', [aQuestion(), aQuestion({ header: 'DATABASE' })], 'DATABASE'],
    ['option-count', [labelled('One')], 1],
    ['option-count', [labelled('1', '2', '3', '4', '5')], 5],
    ['label-words', [labelled('one two three four five six', 'B')], 'one two three four five six'],
    ['label-empty', [labelled('', 'B')], ''],
    ['label-unique', [labelled('Same', 'same ')], 'same '],
    ['label-reserved', [labelled('oTHER', 'B')], 'oTHER'],
    [
      'description-empty',
      [
        aQuestion({
          options: [
            { label: 'A', description: '' },
            { label: 'B', description: 'b' },
          ],
        }),
      ],
      'A',
    ],
  ])('%s', (rule, questions, value) => {
    const problems = strictProblems(questions);
    expect(problems.map((p) => p.rule)).toEqual([rule]);
    expect(problems[0]?.value).toEqual(value);
    expect(problems[0]?.message).toContain(problems[0]?.where);
  });

  it('report every violation at once, each with its question', () => {
    const problems = strictProblems([labelled('Other'), aQuestion({ header: 'far too long a header', text: 'no' })]);
    expect(problems.map((p) => p.rule)).toEqual(['option-count', 'label-reserved', 'text-question-mark', 'header-length']);
    expect(problems[1]?.message).toBe(
      'question 1 "Database": the label "Other" is reserved; own words are always offered, so leave this option out',
    );
  });
});

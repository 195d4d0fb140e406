// Answers checked against their ask.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyQuestion, aQuestion, awkwardText } from '../../test/support/samples.ts';
import { isVisible } from '../text/visible.ts';
import { resolveAnswers } from './answer.ts';
import type { AnswerInput } from './schema/input.ts';

const single = { questions: [aQuestion()] };
const multi = { questions: [aQuestion({ multiSelect: true })] };
const two = { questions: [aQuestion(), aQuestion({ header: 'Cache', multiSelect: true })] };

describe('an answer is accepted', () => {
  it.each<[string, AnswerInput[], { questions: typeof single.questions }, unknown]>([
    ['by number', [2], single, { kind: 'chosen', chosen: [2] }],
    ['by label', ['SQLite'], single, { kind: 'chosen', chosen: [2] }],
    ['by label in another case', ['sqlite'], single, { kind: 'chosen', chosen: [2] }],
    ['as own words', [{ words: 'MongoDB' }], single, { kind: 'words', words: 'MongoDB' }],
    ['with a note', [{ choose: [1], note: 'small' }], single, { kind: 'chosen', chosen: [1], note: 'small' }],
    ['several, in the order chosen, once each', [[3, 'Postgres', 3]], multi, { kind: 'chosen', chosen: [3, 1] }],
    ['several with own words', [{ choose: [1], words: 'and Redis' }], multi, { kind: 'chosen', chosen: [1], words: 'and Redis' }],
  ])('%s', (_, inputs, ask, expected) => {
    expect(resolveAnswers(inputs, ask)).toEqual({ kind: 'ok', value: [expected] });
  });

  it('with one question skipped explicitly', () => {
    expect(resolveAnswers([1, { skip: true }], two)).toEqual({ kind: 'ok', value: [{ kind: 'chosen', chosen: [1] }, { kind: 'skipped' }] });
  });
});

describe('an answer is refused', () => {
  it.each<[string, AnswerInput[], { questions: typeof single.questions }]>([
    ['answer-count', [1], two],
    ['answer-count', [1, 2], single],
    ['all-skipped', [{ skip: true }, { skip: true }], two],
    ['option-number', [4], single],
    ['option-number', [0], single],
    ['option-label', ['Mongo'], single],
    ['option-label', ['2'], single],
    ['answer-empty', [{}], single],
    ['answer-empty', [[]], multi],
    ['words-empty', [{ words: '   ' }], single],
    ['words-empty', [{ words: '\u200b\u2060\u3164' }], single],
    ['note-empty', [{ choose: [1], note: '' }], single],
    ['one-choice', [[1, 2]], single],
    ['one-choice', [{ choose: [1], words: 'and more' }], single],
  ])('%s', (rule, inputs, ask) => {
    const result = resolveAnswers(inputs, ask);
    expect(result.kind === 'invalid' && result.problems.map((p) => p.rule)).toEqual([rule]);
  });

  it('when the option was not on the screen from which the question was read', () => {
    const unseen = { label: '(option 2 is not on the screen)', unseen: true };
    const ask = { questions: [aQuestion({ options: [{ label: 'Red' }, unseen], multiSelect: true })] };
    for (const value of [2, unseen.label])
      expect(resolveAnswers([[1, value]], ask)).toMatchObject({ kind: 'invalid', problems: [{ rule: 'option-unseen' }] });
  });

  it('when two options have the same label, with the numbers to choose from', () => {
    const ask = { questions: [aQuestion({ options: [{ label: 'Same' }, { label: 'Same' }] })] };
    const result = resolveAnswers(['Same'], ask);
    expect(result.kind === 'invalid' && result.problems[0]?.message).toContain('(1, 2); choose by number');
  });
});

describe('whatever is sent', () => {
  const anyInput: fc.Arbitrary<AnswerInput> = fc.oneof(
    fc.integer({ min: -2, max: 7 }),
    awkwardText,
    fc.array(fc.oneof(fc.integer({ min: -1, max: 6 }), awkwardText), { maxLength: 4 }),
    fc.record({ skip: fc.constant(true as const), note: awkwardText }, { requiredKeys: ['skip'] }),
    fc.record(
      {
        choose: fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 3 }),
        words: fc.oneof(awkwardText, fc.constant('')),
        note: awkwardText,
      },
      { requiredKeys: [] },
    ),
  );

  it('an accepted answer is complete, refers to existing options, is visible, and has one choice where only one is allowed', () => {
    fc.assert(
      fc.property(
        fc.array(anyQuestion, { minLength: 1, maxLength: 4 }),
        fc.array(anyInput, { minLength: 1, maxLength: 4 }),
        (questions, inputs) => {
          const result = resolveAnswers(inputs, { questions });
          if (result.kind === 'invalid') return result.problems.length > 0 && result.problems.every((p) => p.message !== '');
          const answers = result.value;
          return (
            answers.length === questions.length &&
            answers.some((a) => a.kind !== 'skipped') &&
            answers.every((a, i) => {
              const question = questions[i];
              if (!question) return false;
              if (a.kind === 'skipped') return true;
              if (a.words !== undefined && !isVisible(a.words)) return false;
              const chosen = a.kind === 'chosen' ? a.chosen : [];
              const known = chosen.every((n) => n >= 1 && n <= question.options.length) && new Set(chosen).size === chosen.length;
              const count = chosen.length + (a.words === undefined ? 0 : 1);
              return known && count >= 1 && (question.multiSelect || count === 1);
            })
          );
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('an option can always be chosen by its number, and by its label if that is unique', () => {
    fc.assert(
      fc.property(anyQuestion, fc.nat(), (question, seed) => {
        if (question.options.length === 0) return;
        const number = (seed % question.options.length) + 1;
        expect(resolveAnswers([number], { questions: [question] })).toMatchObject({ kind: 'ok', value: [{ chosen: [number] }] });
        const label = question.options[number - 1]?.label as string;
        const result = resolveAnswers([label], { questions: [question] });
        if (result.kind === 'ok') expect(result.value[0]).toMatchObject({ kind: 'chosen' });
        else expect(result.problems[0]?.rule).toBe('option-ambiguous');
      }),
    );
  });
});

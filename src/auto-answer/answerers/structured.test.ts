// A decision in a fixed structure: anything an endpoint sends becomes a reply or a problem.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anAsk, aQuestion } from '../../../test/support/samples.ts';
import { answersInput } from '../../ask/schema/input.ts';
import { replyFrom } from './structured.ts';

const ask = anAsk();
const decision = (over: object = {}) => ({
  kind: 'answers',
  answers: [{ choose: [2], words: '' }],
  message: '',
  reason: 'It fits.',
  confidence: 0.8,
  ...over,
});

describe('a decision in its structure', () => {
  it('becomes answers with reason and confidence', () => {
    expect(replyFrom(decision(), ask)).toEqual({
      kind: 'reply',
      reply: { kind: 'answers', answers: [{ choose: [2] }], reason: 'It fits.', confidence: 0.8 },
    });
    expect(replyFrom(decision({ category: 'style' }), ask)).toMatchObject({ reply: { category: 'style' } });
    expect(replyFrom(decision({ category: 'none' }), ask)).not.toHaveProperty('reply.category');
    expect(replyFrom(decision({ answers: [{ choose: [], words: 'Neither' }] }), ask)).toMatchObject({
      reply: { answers: [{ words: 'Neither' }] },
    });
  });

  it('becomes a redirect, a decline or a pass', () => {
    expect(replyFrom(decision({ kind: 'redirect', message: 'There is no database.' }), ask)).toMatchObject({
      reply: { kind: 'redirect', message: 'There is no database.' },
    });
    expect(replyFrom(decision({ kind: 'decline' }), ask)).toMatchObject({ reply: { kind: 'decline' } });
    expect(replyFrom(decision({ kind: 'pass', reason: '' }), ask)).toMatchObject({ reply: { kind: 'pass', reason: 'it gave no reason' } });
  });

  it.each([
    ['too few answers', decision({ answers: [] })],
    [
      'too many answers',
      decision({
        answers: [
          { choose: [1], words: '' },
          { choose: [1], words: '' },
        ],
      }),
    ],
    ['an empty answer', decision({ answers: [{ choose: [], words: ' ' }] })],
    ['half an option', decision({ answers: [{ choose: [1.5], words: '' }] })],
    ['a redirect without a message', decision({ kind: 'redirect', message: '' })],
    ['another kind', decision({ kind: 'approve everything' })],
    ['no object', 'answers'],
  ])('is refused with %s', (_, value) => {
    expect(replyFrom(value, ask)).toMatchObject({ kind: 'problem', message: expect.stringMatching(/\S/) });
  });

  it('has a confidence of at most 1', () => {
    for (const confidence of [7, -1, Number.NaN, '1'])
      expect(replyFrom(decision({ confidence }), ask)).toMatchObject({
        reply: expect.not.objectContaining({ confidence: expect.anything() }),
      });
  });

  it('always has one valid answer per question', () => {
    const anything = fc.oneof(
      fc.anything(),
      fc.record({
        kind: fc.constantFrom('answers', 'redirect', 'decline', 'pass'),
        answers: fc.anything(),
        message: fc.anything(),
        reason: fc.anything(),
      }),
      fc.record({ kind: fc.constant('answers'), answers: fc.array(fc.record({ choose: fc.array(fc.integer()), words: fc.string() })) }),
    );
    fc.assert(
      fc.property(anything, fc.integer({ min: 1, max: 3 }), (value, count) => {
        const read = replyFrom(value, { questions: Array.from({ length: count }, () => aQuestion()) });
        if (read.kind === 'problem' || read.reply.kind !== 'answers') return;
        expect(read.reply.answers).toHaveLength(count);
        expect(answersInput.safeParse(read.reply.answers).success).toBe(true);
      }),
    );
  });
});

// For any decision, what opencode records is read back as the same decision.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differences } from '../../ask/compare.ts';
import { happeningsFrom } from '../../ask/ending.ts';
import type { Answer, Question } from '../../ask/schema/ask.ts';
import type { Decision } from '../../ask/schema/decision.ts';
import { encode } from './deliver.ts';
import type { ToolPart } from './events.ts';
import { endingOf } from './verify.ts';

const text = fc
  .oneof(fc.string({ minLength: 1, maxLength: 12 }), fc.constantFrom('A', 'A, B', 'Note: A', 'Yes', '"q"'))
  .filter((t) => t.trim() !== '');
const question: fc.Arbitrary<Question> = fc.record({
  text,
  options: fc.uniqueArray(text, { minLength: 1, maxLength: 4 }).map((labels) => labels.map((label) => ({ label }))),
  multiSelect: fc.boolean(),
});
const note = fc.option(text, { nil: undefined }).map((value) => (value === undefined ? {} : { note: value }));
function answerTo({ options, multiSelect }: Question): fc.Arbitrary<Answer> {
  const numbers = fc.uniqueArray(fc.integer({ min: 1, max: options.length }), {
    minLength: 1,
    maxLength: multiSelect ? options.length : 1,
  });
  const words = multiSelect ? fc.option(text, { nil: undefined }) : fc.constant(undefined);
  return fc.oneof(
    fc
      .tuple(numbers, words, note)
      .map(([chosen, own, noted]): Answer => ({ kind: 'chosen', chosen, ...(own === undefined ? {} : { words: own }), ...noted })),
    fc.tuple(text, note).map(([own, noted]): Answer => ({ kind: 'words', words: own, ...noted })),
    note.map((noted): Answer => ({ kind: 'skipped', ...noted })),
  );
}
const signed = { key: 'k', by: { kind: 'person', name: 'ada', surface: 'test' }, at: 1 } as const;
const decided: fc.Arbitrary<{ readonly questions: readonly Question[]; readonly decision: Decision }> = fc
  .array(question, { minLength: 1, maxLength: 3 })
  .chain((questions) =>
    fc
      .oneof(
        fc.tuple(...questions.map(answerTo)).map((answers): Decision => ({ kind: 'answers', answers, ...signed })),
        text.map((message): Decision => ({ kind: 'redirect', message, ...signed })),
        text.map((message): Decision => ({ kind: 'decline', message, ...signed })),
      )
      .map((decision) => ({ questions, decision })),
  );

const completed = (answers: unknown): ToolPart => ({
  type: 'tool',
  tool: 'question',
  sessionID: 's',
  messageID: 'm',
  callID: 'c',
  state: { status: 'completed', metadata: { answers } },
});

describe('answers to opencode', () => {
  it('are verified when opencode records them as they were sent', () => {
    fc.assert(
      fc.property(decided, ({ questions, decision }) => {
        // Nobody can decide that, because it answers nothing.
        fc.pre(decision.kind !== 'answers' || decision.answers.some(({ kind }) => kind !== 'skipped'));
        const ask = { kind: 'question', questions, decision } as const;
        const encoded = encode(ask, decision, { request: 'que_1' });
        expect(encoded.kind).toBe('request');
        if (encoded.kind === 'impossible') return;
        const { answers } = encoded.body as { answers: readonly (readonly string[])[] };
        expect(answers).toHaveLength(questions.length);
        const ending = endingOf(ask, completed(answers));
        if (ending?.kind !== 'recorded') throw new Error(`not recorded: ${JSON.stringify(ending)}`);
        expect(differences(ask, decision, ending.recorded)).toEqual([]);
      }),
    );
  });

  it('are not verified when opencode records something else', () => {
    const questions = [{ text: 'Which?', options: [{ label: 'A' }, { label: 'B' }], multiSelect: false }];
    const decision: Decision = { kind: 'answers', answers: [{ kind: 'chosen', chosen: [1] }], ...signed };
    for (const kept of [[['B']], [['A', 'B']], [['A ', 'x']], [[]], [], undefined, 'A']) {
      const ending = endingOf({ kind: 'question', questions, decision }, completed(kept));
      const view = { id: 'a', kind: 'question', questions, decision, state: 'delivered' };
      const [happening] = happeningsFrom(view as never, ending as never, 'tool part', 1);
      expect(happening, JSON.stringify(kept)).toMatchObject({ receipt: { verdict: 'mismatched' } });
    }
  });

  it('to a dialog that accepts only options are never own words, whatever is decided', () => {
    fc.assert(
      fc.property(decided, ({ questions, decision }) => {
        const closed = questions.map((each) => ({ ...each, custom: false }));
        const encoded = encode({ kind: 'plan', questions: closed }, decision, { request: 'que_1' });
        if (encoded.kind === 'impossible' || encoded.path.endsWith('/reject')) return;
        const { answers } = encoded.body as { answers: readonly (readonly string[])[] };
        for (const [i, items] of answers.entries())
          for (const item of items) expect(closed[i]?.options.map(({ label }) => label)).toContain(item);
      }),
    );
  });
});

// A decision that meets a dialog with a detail that we do not know, on a screen that stays like that.
import { expect, it } from 'vitest';
import { recordedAnsi } from '../../../../test/support/claude-code/screens/recorded.ts';
import { fakeClock } from '../../../../test/support/fake-clock.ts';
import { type FakeTerminal, fakeTerminal } from '../../../../test/support/fake-terminal.ts';
import type { Verdict } from '../../../ask/schema/decision.ts';
import { type Goal, quirksOf } from './goal.ts';
import { type Typed, typeDecision } from './type-decision.ts';

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
const UNKNOWN =
  /^the review of the answers on the screen has a detail that Answerback does not know \(.*“◆ Which colour\?”\); decline it, send/;

const shown = (name: string) => {
  const { ansi, cursor, columns, alternate } = recordedAnsi(name);
  return { ansi: ansi.replace(/\n$/, '').replaceAll('● ', '◆ '), cursor, columns, rows: ansi.split('\n').length - 1, alternate };
};
const unknownReview = () => fakeTerminal(shown('f120x40-review-form'));

async function typed(terminal: FakeTerminal, verdict: Verdict): Promise<Typed> {
  const clock = fakeClock(1_000_000);
  const signal = new AbortController().signal;
  const goal = { ask: form, verdict, version: quirksOf('2.1.327') };
  let done: Typed | undefined;
  const typing = typeDecision({ terminal, timer: clock, signal, whyNotAgent: async () => undefined, goal });
  typing.then((result) => {
    done = result;
  });
  for (let i = 0; i < 1_000 && done === undefined; i += 1) await clock.advance(clock.now() + 50);
  return typing;
}

it('an answer is not typed, and the reason says which detail it is and what can be done', async () => {
  const terminal = unknownReview();
  expect(await typed(terminal, answered)).toMatchObject({ kind: 'stopped', reason: expect.stringMatching(UNKNOWN), touched: false });
  expect(terminal.inputs).toEqual([]);
});

it('a decline closes it', async () => {
  const terminal = unknownReview();
  terminal.react((_, at) => at.show(shown('idle-full-empty')));
  expect(await typed(terminal, { kind: 'decline' })).toMatchObject({ kind: 'typed' });
  expect(terminal.inputs).toEqual([{ kind: 'press', key: 'Escape' }]);
});

it('Esc is not repeated when it does not close it', async () => {
  const terminal = unknownReview();
  expect(await typed(terminal, { kind: 'decline' })).toMatchObject({ kind: 'stopped', reason: expect.stringContaining('after Escape') });
  expect(terminal.inputs).toHaveLength(1);
});

it('a key that leads to it is followed by none, and the reason says which detail it is', async () => {
  const terminal = fakeTerminal({ ...shown('f120x40-review-form'), ansi: recordedAnsi('f120x40-review-form').ansi.replace(/\n$/, '') });
  terminal.react((_, at) => at.show(shown('f120x40-review-form')));
  const result = await typed(terminal, answered);
  expect(result).toMatchObject({ kind: 'stopped', touched: true });
  expect(result.kind === 'stopped' && result.reason).toMatch(/^after Enter, the review of the answers .*“◆ Which colour\?”/);
  expect(terminal.inputs).toEqual([{ kind: 'press', key: 'Enter' }]);
});

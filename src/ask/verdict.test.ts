// Verdicts as they are sent.
import { expect, it } from 'vitest';
import { anAsk } from '../../test/support/samples.ts';
import type { Verdict } from './schema/decision.ts';
import { resolveVerdict, verdictInputOf } from './verdict.ts';

const ask = anAsk();
const one = { kind: 'answers', answers: ask.questions.map(() => ({ kind: 'chosen', chosen: [1] })) } satisfies Verdict;

it.each<[string, Verdict]>([
  ['answers', one],
  ['a redirect', { kind: 'redirect', message: 'wrong question' }],
  ['a decline', { kind: 'decline', message: 'not now' }],
  ['a decline without a message', { kind: 'decline' }],
])('%s: the verdict that was sent is the verdict that is stored', (_, verdict) => {
  expect(resolveVerdict(verdictInputOf(verdict), ask)).toEqual({ kind: 'ok', value: verdict });
});

it.each([
  [{ kind: 'redirect', message: ' \u200b' } as const, 'a redirect needs a message'],
  [{ kind: 'decline', message: '' } as const, 'the message is empty'],
])('an empty message is refused: %j', (input, message) => {
  expect(resolveVerdict(input, ask)).toMatchObject({
    kind: 'invalid',
    problems: [{ rule: 'message-empty', where: 'message', message: expect.stringContaining(message) }],
  });
});

it('answers that do not fit are refused with every reason', () => {
  expect(resolveVerdict({ kind: 'answers', answers: [] }, ask)).toMatchObject({ kind: 'invalid', problems: [{ rule: 'answer-count' }] });
});

it('an ask that can be answered only at its dialog refuses everything, and says how to get there', () => {
  const there = { questions: [{ text: 'Waiting', options: [], multiSelect: false, onlyAt: 'tmux attach -t %1' }] };
  const inputs = [{ kind: 'answers', answers: [{ words: 'yes' }] }, { kind: 'decline' }, { kind: 'redirect', message: 'no' }] as const;
  for (const input of inputs)
    expect(resolveVerdict(input, there)).toMatchObject({
      kind: 'invalid',
      problems: [{ rule: 'only-at', message: expect.stringContaining('answer it in its pane: tmux attach -t %1') }],
    });
});

it('a secret is accepted only sealed, and without a note', () => {
  const secret = { questions: [{ text: 'Token?', options: [], multiSelect: false, secret: 'key' }] };
  const answer = (words: string, note?: string) =>
    resolveVerdict({ kind: 'answers', answers: [{ words, ...(note === undefined ? {} : { note }) }] }, secret).kind;
  expect([answer('hunter2'), answer('sealed:1:xyz', 'hunter2'), answer('sealed:1:xyz')]).toEqual(['invalid', 'invalid', 'ok']);
});

// Our last key closed the dialog, and at that moment somebody begins to type a prompt: the answer has arrived, and is not called undelivered.
import { expect, it } from 'vitest';
import { recordedAnsi } from '../../../../test/support/claude-code/screens/recorded.ts';
import { fakeClock } from '../../../../test/support/fake-clock.ts';
import { fakeTerminal } from '../../../../test/support/fake-terminal.ts';
import { quirksOf } from './goal.ts';
import { typeDecision } from './type-decision.ts';

const shown = (name: string, activity: number) => {
  const { ansi, cursor, columns, alternate } = recordedAnsi(name);
  return { ansi: ansi.replace(/\n$/, ''), cursor, columns, rows: 40, alternate, activity };
};
const question = {
  text: 'Which season is best?',
  header: 'Season',
  options: ['Spring', 'Summer', 'Autumn', 'Winter'].map((label) => ({ label })),
  multiSelect: false,
};

it.each([
  ['the dialog is closed', 'idle-full-empty', { kind: 'typed' }],
  ['the dialog is still open', 'layout-single4-120x40-full', { kind: 'stopped', reason: 'somebody is typing in this pane' }],
] as const)('somebody types after our last key, and %s', async (_, screen, typed) => {
  const clock = fakeClock(1_000_000);
  const terminal = fakeTerminal(shown('layout-single4-120x40-full', 0));
  terminal.react((_, at) => at.show(shown(screen, clock.now())));
  const verdict = { kind: 'answers', answers: [{ kind: 'chosen', chosen: [1] }] } as const;
  const goal = { ask: { kind: 'question', questions: [question] }, verdict, version: quirksOf('2.1.327') } as const;
  const signal = new AbortController().signal;
  const typing = typeDecision({ terminal, timer: clock, signal, whyNotAgent: async () => undefined, seenAt: 0, goal });
  let done: unknown;
  typing.then((result) => {
    done = result;
  });
  for (let i = 0; i < 1_000 && done === undefined; i += 1) await clock.advance(clock.now() + 50);
  expect(done).toMatchObject(typed);
});

// Which calls are pending, in the order in which Claude Code writes its transcript.
import { expect, it } from 'vitest';
import type { Decision } from '../../../ask/schema/decision.ts';
import { asTyped, endedCalls, endingInTranscript, pendingCalls } from './read.ts';

const use = (id: string) => ({ message: { content: [{ type: 'tool_use', id, name: 'ExitPlanMode', input: {} }] } });
const result = (id: string) => ({ message: { content: [{ type: 'tool_result', tool_use_id: id, content: 'approved' }] } });
const lines = (...rows: object[]) => rows.map((row) => JSON.stringify(row));

it('a call that has ended is not pending, also if it is repeated after its result as part of a request (2.1.300)', () => {
  const timestamp = '2026-11-16T04:19:05.395Z';
  const ended = lines(
    { type: 'assistant', ...use('toolu_1') },
    { type: 'user', timestamp, ...result('toolu_1') },
    { type: 'api-request-blob', ...use('toolu_1') },
  );
  expect(pendingCalls(ended)).toEqual([]);
  expect(pendingCalls([...ended, ...lines({ type: 'assistant', ...use('toolu_2') })]).map(({ id }) => id)).toEqual(['toolu_2']);
  expect(endedCalls(ended)).toMatchObject([{ id: 'toolu_1', endedAt: Date.parse(timestamp) }]);
});

it('the prompt after an idle ask is what was typed: a slash command with its arguments, not what it printed', () => {
  const decision: Decision = {
    kind: 'answers',
    answers: [{ kind: 'words', words: '/gsd:plan-phase 3' }],
    key: 'k',
    by: { kind: 'agent', name: 'claw', surface: 'x' },
    at: 0,
  };
  const user = (content: string) => ({ type: 'user', timestamp: '2026-11-16T04:19:05.395Z', message: { content } });
  const rows = lines(
    user('<local-command-stdout></local-command-stdout>'),
    user('<command-message>gsd:plan-phase</command-message>\n<command-name>/gsd:plan-phase</command-name>\n<command-args>3</command-args>'),
  );
  const ask = { kind: 'idle', questions: [], state: 'delivered', decision } as const;
  expect(endingInTranscript(rows, '', ask)).toMatchObject({ recorded: { answers: [{ words: '/gsd:plan-phase 3' }] } });
});

it.each([1_000, 100_000])(
  'a call with an input of %i levels cannot be read, like any other broken line, and the calls before it can',
  (levels) => {
    const deep = JSON.stringify({ type: 'assistant', ...use('toolu_2') }).replace(
      '"input":{}',
      `"input":${'['.repeat(levels)}${']'.repeat(levels)}`,
    );
    expect(pendingCalls([...lines({ type: 'assistant', ...use('toolu_1') }), deep]).map(({ id }) => id)).toEqual(['toolu_1']);
  },
);

it.each([
  ['a name without an end', `<command-name>${' '.repeat(100_000)}`],
  ['tags without an end', `<command-name>/x</command-name>${'<command-args>'.repeat(35_000)}`],
])('a prompt with %s, as long as it may be, keeps nobody waiting', (_, text) => {
  expect(asTyped(text)).toBe(text.startsWith('<command-name>/') ? '/x' : text);
});

it.each([
  ['<command-name>/clear</command-name>', '/clear'],
  ['<command-name> compact\n</command-name><command-args>now </command-args>', '/compact now'],
  ['<command-name></command-name>', '<command-name></command-name>'],
  ['what is <command-name>?', 'what is <command-name>?'],
])('%j was typed as %j', (text, typed) => {
  expect(asTyped(text)).toBe(typed);
});

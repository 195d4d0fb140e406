// Transcripts that nobody should write: reading them never throws, never takes long, and never makes up how an ask ended.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aMegabyte, expectQuick, hostileText } from '../../../../test/support/hostile-json.ts';
import { runs } from '../../../../test/support/runs.ts';
import { anAsk, aQuestion } from '../../../../test/support/samples.ts';
import type { Decision } from '../../../ask/schema/decision.ts';
import type { AskView } from '../../../ask/schema/history.ts';
import { endingFromResponse } from '../verify.ts';
import { endingOf, isOverIn } from './ending.ts';
import { linesOf } from './files.ts';
import { reportPrompts } from './prompted.ts';
import { endedCalls, endsWithMessage, isInterrupted, lastMessage, pendingCalls, versionInTranscript } from './read.ts';

const COUNT = runs(400);
const LARGE = Math.ceil(COUNT / 10);
const timestamp = '2026-11-16T04:19:05.395Z';
const at = Date.parse(timestamp);
const ID = 'toolu_1';
const question = aQuestion({ multiSelect: true });
const row = (type: string, content: unknown, more: object = {}) => ({
  type,
  uuid: 'u1',
  timestamp,
  version: '2.1.327',
  message: { id: 'm1', content, usage: { input_tokens: 5 } },
  ...more,
});
const SAMPLES = [
  row('assistant', [{ type: 'tool_use', id: ID, name: 'AskUserQuestion', input: { questions: [question] } }]),
  row('assistant', [{ type: 'tool_use', id: ID, name: 'Bash', input: { command: 'ls', description: 'Lists' } }]),
  row('user', [{ type: 'tool_result', tool_use_id: ID, content: [{ type: 'text', text: 'Your questions have been answered' }] }], {
    toolUseResult: {
      questions: [question],
      answers: { [question.text]: 'Postgres, SQLite' },
      annotations: { [question.text]: { notes: 'n' } },
    },
  }),
  row('user', [{ type: 'tool_result', tool_use_id: ID, is_error: true, content: "The user doesn't want to proceed with this tool use." }]),
  row('user', [{ type: 'tool_result', tool_use_id: ID, content: 'No response after 60s' }], { toolUseResult: { afkTimeoutMs: 60_000 } }),
  row('assistant', [{ type: 'text', text: 'Done.' }]),
  row('user', '<command-name>/gsd:plan-phase</command-name>\n<command-args>3</command-args>', { origin: { kind: 'human' } }),
  row('user', '[Request interrupted by user]'),
  { type: 'queue-operation', operation: 'enqueue', timestamp, content: 'go on' },
];
const decision: Decision = {
  kind: 'answers',
  answers: [{ kind: 'chosen', chosen: [1] }],
  key: 'k',
  by: { kind: 'person', name: 'ada', surface: 'x' },
  at: at - 1,
};
const view = (over: Partial<AskView>): AskView => ({
  ...anAsk({ toolUseId: ID, questions: [question], source: 'hook' }),
  state: 'delivered',
  version: 1,
  updatedAt: at,
  decision,
  ...over,
});
const ASKS = [
  view({}),
  view({ decision: undefined, state: 'open' }),
  view({ kind: 'permission', detail: { kind: 'permission', tool: 'Bash', input: { command: 'ls' } } }),
  view({ kind: 'plan', detail: { kind: 'plan', plan: 'Do it.' } }),
  view({ kind: 'idle', questions: [aQuestion({ options: [] })] }),
  view({ source: 'screen', toolUseId: 'screen:1' }),
];

const readers: Readonly<Record<string, (lines: readonly string[]) => unknown>> = {
  pendingCalls,
  endedCalls,
  lastMessage,
  endsWithMessage,
  isInterrupted: (lines) => isInterrupted(lines, 0),
  versionInTranscript,
  ...Object.fromEntries(
    ASKS.flatMap((ask, i) => [
      [`endingOf ${i}`, (lines: readonly string[]) => endingOf(lines, ask)],
      [`isOverIn ${i}`, (lines: readonly string[]) => isOverIn(lines, ask)],
    ]),
  ),
};

const prompted = (lines: readonly string[]) =>
  reportPrompts({ prompted: async () => {}, interrupted: async () => {} } as unknown as Parameters<typeof reportPrompts>[0], 's1', lines);

it.each(['a, ', '"a", ', '"', '"\\', '", "', ', ', 'Postgres, ', 'a'])(
  'a recorded answer of a megabyte of %j is compared in no time',
  (piece) => {
    const value = `Postgres, ${piece.repeat(1_000_000 / piece.length)}`;
    const response = { answers: { [question.text]: value } };
    expectQuick('endingFromResponse', () => endingFromResponse(view({}), response));
    expect(endingFromResponse(view({}), response)).toMatchObject({
      recorded: { answers: [{ chosen: expect.arrayContaining(['Postgres']) }] },
    });
  },
);

describe('a transcript that a stranger wrote', () => {
  it(`is read without an error, and tells only texts (${COUNT})`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(hostileText(SAMPLES), { maxLength: 6 }), async (lines) => {
        for (const read of Object.values(readers)) read(lines);
        for (const { id, tool } of [...pendingCalls(lines), ...endedCalls(lines)])
          expect([typeof id, typeof tool]).toEqual(['string', 'string']);
        const said = lastMessage(lines);
        if (said) expect([typeof said.id, typeof said.text]).toEqual(['string', 'string']);
        await prompted(lines);
      }),
      { numRuns: COUNT },
    );
  });

  it(`ends an ask only if it has the result of its call, and chooses only labels of its questions (${COUNT})`, () => {
    const labels = question.options.map(({ label }) => label);
    fc.assert(
      fc.property(fc.array(hostileText(SAMPLES), { maxLength: 6 }), (lines) => {
        for (const ask of ASKS) {
          const ending = endingOf(lines, ask)?.ending;
          if (!ending || ask.kind === 'idle') continue;
          expect(lines.some((line) => line.includes('tool_result') && line.includes('tool_use_id'))).toBe(true);
          if (ask.source === 'hook') expect(lines.some((line) => line.includes(ID))).toBe(true);
          if (ask.kind !== 'question' || ending.kind !== 'recorded' || ending.recorded.kind !== 'answers') continue;
          const all = lines.join('\n');
          for (const answer of ending.recorded.answers) {
            for (const chosen of answer?.chosen ?? []) expect(labels).toContain(chosen);
            // Whatever is said to have been chosen is in the file.
            for (const chosen of answer?.chosen ?? []) expect(all).toContain(chosen);
          }
        }
      }),
      { numRuns: COUNT },
    );
  });

  it(`of a megabyte takes no more than 50 ms, whichever way it is read (${LARGE})`, { timeout: 60_000 + LARGE * 3_000 }, () => {
    fc.assert(
      fc.property(aMegabyte(SAMPLES, [`"tool_use_id":"${ID}" `, '"user"', '"assistant" "tool_']), (text) => {
        const lines = linesOf(text);
        for (const [name, read] of Object.entries(readers)) expectQuick(name, () => read(lines));
        expectQuick('reportPrompts', () => void prompted(lines));
      }),
      { numRuns: LARGE },
    );
  });
});

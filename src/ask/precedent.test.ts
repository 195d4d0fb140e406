// Earlier decisions about the same question.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anAsk, anyQuestion, aQuestion } from '../../test/support/samples.ts';
import { apply } from './lifecycle.ts';
import { precedents, probe } from './precedent.ts';
import type { Ask } from './schema/ask.ts';
import type { Verdict } from './schema/decision.ts';
import type { AskView } from './schema/history.ts';

const by = { kind: 'person', name: 'ada', surface: 'cli' } as const;

function decided(over: Partial<Ask>, verdict: Verdict = { kind: 'answers', answers: [{ kind: 'chosen', chosen: [2] }] }): AskView {
  const asked = apply(undefined, { kind: 'asked', ask: anAsk({ id: 'earlier', ...over }) }, 1);
  return apply(asked, { kind: 'settled', decision: { ...verdict, key: 'k', by, at: 7 } }, 7);
}

describe('precedents', () => {
  test('are earlier answers to the same words and options', () => {
    expect(precedents(anAsk(), [decided({ questions: [aQuestion({ text: ' Which  database\nshould we use?' })] })])).toMatchObject([
      { question: 0, ask: 'earlier', outcome: 'answers', answer: { chosen: ['SQLite'] }, by, at: 7, state: 'answered' },
    ]);
  });

  test('are found question by question', () => {
    const other = aQuestion({ text: 'Which port?', options: [] });
    const view = decided(
      { questions: [other, aQuestion()] },
      {
        kind: 'answers',
        answers: [
          { kind: 'words', words: '80' },
          { kind: 'chosen', chosen: [1] },
        ],
      },
    );
    expect(
      precedents(anAsk({ questions: [aQuestion(), other] }), [view]).map(({ question, answer }) => [question, answer?.header]),
    ).toEqual([
      [0, 'Database'],
      [1, 'Database'],
    ]);
  });

  test('include redirects and declines', () => {
    expect(precedents(anAsk(), [decided({}, { kind: 'redirect', message: 'no database' })])).toMatchObject([
      { outcome: 'redirect', message: 'no database' },
    ]);
  });

  test.each([
    ['other options', { questions: [aQuestion({ options: [] })] }],
    ['another text', { questions: [aQuestion({ text: 'Which one?' })] }],
    ['several instead of one', { questions: [aQuestion({ multiSelect: true })] }],
    ['another project', { project: '/srv/other' }],
    ['another kind', { kind: 'plan' as const }],
    ['itself', { id: anAsk().id }],
  ])('are not made by %s', (_, over) => {
    expect(precedents(anAsk(), [decided(over)])).toEqual([]);
  });

  test('of a permission need the same command', () => {
    const permission = (command: string) => ({
      kind: 'permission' as const,
      detail: { kind: 'permission' as const, tool: 'Bash', input: { command } },
    });
    expect(precedents(anAsk(permission('ls')), [decided(permission('rm -rf /'))])).toEqual([]);
    expect(precedents(anAsk(permission('ls')), [decided(permission('ls'))])).toHaveLength(1);
  });

  test('are not made by skipping, by an open ask, or for an idle agent', () => {
    expect(precedents(anAsk(), [decided({}, { kind: 'answers', answers: [{ kind: 'skipped' }] })])).toEqual([]);
    expect(precedents(anAsk(), [apply(undefined, { kind: 'asked', ask: anAsk({ id: 'earlier' }) }, 1)])).toEqual([]);
    expect(precedents(anAsk({ kind: 'idle' }), [decided({ kind: 'idle' })])).toEqual([]);
  });
});

test('the search text of a question is part of its text', () => {
  fc.assert(
    fc.property(anyQuestion, (question) => {
      const spaced = { ...question, text: ` ${question.text.replaceAll(/\s+/gu, ' \n ')} ` };
      expect(question.text).toContain(probe(question));
      expect(question.text.replaceAll(/\s+/gu, ' ')).toContain(probe(spaced).trim());
    }),
  );
});

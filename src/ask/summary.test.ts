// Decisions as text and JSON.
import { describe, expect, it } from 'vitest';
import { aQuestion } from '../../test/support/samples.ts';
import { differences } from './compare.ts';
import type { Decision, Verdict } from './schema/decision.ts';
import { decisionLine, summarise } from './summary.ts';

const ask = {
  questions: [
    aQuestion(),
    aQuestion({
      header: undefined,
      text: 'What else?',
      multiSelect: true,
      options: [{ label: 'A, B' }, { label: 'say "hi"' }, { label: 'plain' }],
    }),
  ],
};
const verdict: Verdict = {
  kind: 'answers',
  answers: [
    { kind: 'chosen', chosen: [2], note: 'small' },
    { kind: 'chosen', chosen: [3, 1, 2], words: 'own' },
  ],
};
const decision: Decision = { ...verdict, key: 'k', by: { kind: 'person', name: 'ada', surface: 'cli' }, at: 1 };

describe('a summary', () => {
  it('has the questions in their order, the options in the order chosen, and says the same as JSON and as text', () => {
    expect(summarise(ask, verdict)).toEqual({
      outcome: 'answers',
      answers: [
        { question: 'Which database should we use?', header: 'Database', chosen: ['SQLite'], numbers: [2], note: 'small', skipped: false },
        { question: 'What else?', chosen: ['plain', 'A, B', 'say "hi"'], numbers: [3, 1, 2], words: 'own', skipped: false },
      ],
      text: '[Database] Which database should we use?\n  → SQLite\n  note: small\nWhat else?\n  → plain, "A, B", "say \\"hi\\"", own',
    });
    expect(decisionLine(ask, verdict)).toBe('Database: SQLite; Q2: plain, "A, B", "say \\"hi\\"", own');
  });

  it('reports skips, redirects and declines as such', () => {
    expect(summarise({ questions: [aQuestion()] }, { kind: 'answers', answers: [{ kind: 'skipped' }] }).text).toContain('→ (skipped)');
    expect(summarise(ask, { kind: 'redirect', message: 'wrong' })).toEqual({
      outcome: 'redirect',
      answers: [],
      message: 'wrong',
      text: 'Redirected: wrong',
    });
    expect(summarise(ask, { kind: 'decline' })).toEqual({ outcome: 'decline', answers: [], text: 'Declined.' });
  });
});

describe('a comparison', () => {
  const same = {
    kind: 'answers',
    answers: [
      { chosen: ['SQLite'], note: ' small ' },
      { chosen: ['say "hi"', 'plain', 'A,  B'], words: 'own' },
    ],
  } as const;

  it('ignores order, white space and Unicode form', () => {
    expect(differences(ask, decision, same)).toEqual([]);
    const accented = { ...decision, kind: 'redirect', message: 'caf\u00e9' } as Decision;
    expect(differences(ask, accented, { kind: 'redirect', message: 'cafe\u0301 ' })).toEqual([]);
  });

  it('takes own words that equal a label as that option, because agents are told only texts', () => {
    const words = (text: string): Decision => ({
      ...decision,
      kind: 'answers',
      answers: [{ kind: 'words', words: text }, { kind: 'skipped' }],
    });
    const told = (chosen: string[]) => ({ kind: 'answers' as const, answers: [{ chosen }, null] });
    expect(differences(ask, words('SQLite '), told(['SQLite']))).toEqual([]);
    expect(differences(ask, words('SQLite'), told(['Postgres']))).not.toEqual([]);
    expect(differences(ask, words('SQLite 3'), told(['SQLite']))).not.toEqual([]);
  });

  it.each([
    [
      'a missing and an extra label',
      { ...same, answers: [{ chosen: ['Postgres'], note: 'small' }, same.answers[1]] },
      'question 1 "Database": missing "SQLite", extra "Postgres"',
    ],
    [
      'a missing label of several',
      { ...same, answers: [same.answers[0], { chosen: ['plain', 'A, B'], words: 'own' }] },
      'question 2: missing "say \\"hi\\""',
    ],
    ['other words', { ...same, answers: [same.answers[0], { ...same.answers[1], words: 'else' }] }, 'question 2: own words differ'],
    ['a lost note', { ...same, answers: [{ chosen: ['SQLite'] }, same.answers[1]] }, 'question 1 "Database": the note differs'],
    ['no answer at all', { ...same, answers: [same.answers[0], null] }, 'question 2: no answer was recorded'],
    ['another outcome', { kind: 'decline' } as const, 'a different outcome was recorded'],
  ])('finds %s', (_, recorded, what) => {
    expect(differences(ask, decision, recorded).map((d) => d.what)).toEqual([what]);
  });
});

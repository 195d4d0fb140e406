// When two questions are the same: everything a person reads counts, formatting does not.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anAsk, anyQuestion, aQuestion } from '../../test/support/samples.ts';
import { type AskedQuestion, sameQuestion } from './same-question.ts';
import type { Ask, Question } from './schema/ask.ts';

const asked = (question: Partial<Question> = {}, ask: Partial<Ask> = {}): AskedQuestion => ({
  ask: anAsk(ask),
  question: aQuestion(question),
});
const { options } = aQuestion();
const first = (over: object) => ({ options: options.map((option, i) => (i === 0 ? { ...option, ...over } : option)) });
const permission = (tool: string, input: unknown): Partial<Ask> => ({ kind: 'permission', detail: { kind: 'permission', tool, input } });
const plan = (text: string): Partial<Ask> => ({ kind: 'plan', detail: { kind: 'plan', plan: text } });

describe('the same question', () => {
  it.each<[string, AskedQuestion]>([
    ['white space', asked({ text: ' Which  database\nshould we use? ' })],
    ['upper and lower case', asked({ text: 'WHICH database should we use?', header: 'database' })],
    ['another order of options', asked({ options: options.toReversed() })],
    ['an empty description or preview', asked(first({ preview: '' }))],
    ['fields that nobody reads', asked({ ...first({ id: 7 }), hint: 'x' })],
    ['another session, agent and time', asked({}, { session: 's2', toolUseId: 't2', agent: 'helper', createdAt: 9 })],
  ])('may differ in %s', (_, other) => {
    expect(sameQuestion(asked(), other)).toBe(true);
  });

  it.each<[string, AskedQuestion]>([
    ['text', asked({ text: 'Which cache should we use?' })],
    ['header', asked({ header: 'Cache' })],
    ['no header', asked({ header: undefined })],
    ['label', asked(first({ label: 'MySQL' }))],
    ['description', asked(first({ description: 'a cluster' }))],
    ['preview', asked(first({ preview: 'CREATE TABLE' }))],
    ['number of options', asked({ options: options.slice(1) })],
    ['choice of several', asked({ multiSelect: true })],
    ['project', asked({}, { project: '/srv/other' })],
    ['kind', asked({}, { kind: 'plan' })],
  ])('is a different one if this differs: %s', (_, other) => {
    expect(sameQuestion(asked(), other)).toBe(false);
  });

  it('is about the same call or the same plan', () => {
    const same = (a: Partial<Ask>, b: Partial<Ask>) => sameQuestion(asked({}, a), asked({}, b));
    expect(same(permission('Bash', { command: 'ls', timeout: 5 }), permission('Bash', { timeout: 5, command: 'ls' }))).toBe(true);
    expect(same(permission('Bash', { command: 'ls' }), permission('Bash', { command: 'LS' }))).toBe(false);
    expect(same(permission('Bash', { command: 'ls' }), permission('Bash', { command: 'ls', run_in_background: true }))).toBe(false);
    expect(same(permission('Bash', { command: 'ls' }), permission('Shell', { command: 'ls' }))).toBe(false);
    expect(same(plan('1. build'), plan('1. build'))).toBe(true);
    expect(same(plan('1. build'), plan('1. delete'))).toBe(false);
  });

  it('is never one that a screen showed only in part, nor an idle agent’s', () => {
    for (const other of [asked({ cut: true }), asked({ unseen: true }), asked({}, { kind: 'idle' })]) {
      expect(sameQuestion(other, other)).toBe(false);
      expect(sameQuestion(asked(), other)).toBe(false);
    }
  });
});

describe('whatever is asked', () => {
  const anything = anyQuestion.map((question): AskedQuestion => ({ ask: anAsk(), question }));
  /** The same question with different formatting. */
  const rewritten = ({ ask, question }: AskedQuestion): AskedQuestion => {
    const spaced = (text: string) => ` ${text.normalize('NFD').replaceAll(/\s+/gu, ' \n ')} `;
    const reversed = question.options.toReversed().map((option) => ({ ...option, label: spaced(option.label) }));
    return { ask, question: { ...question, text: spaced(question.text), options: reversed } };
  };

  it('a question is the same as itself, however it is formatted', () => {
    fc.assert(
      fc.property(anything, (a) => {
        expect(sameQuestion(a, a)).toBe(true);
        expect(sameQuestion(a, rewritten(a))).toBe(true);
        expect(sameQuestion(rewritten(a), a)).toBe(true);
      }),
    );
  });

  it('the comparison is symmetric and transitive', () => {
    const few = fc.constantFrom('A', 'a', ' a', 'B');
    const alike = fc
      .record({ text: few, options: fc.array(fc.record({ label: few }), { maxLength: 2 }), multiSelect: fc.boolean() })
      .map((question): AskedQuestion => ({ ask: anAsk(), question }));
    fc.assert(
      fc.property(alike, alike, alike, (a, b, c) => {
        expect(sameQuestion(a, b)).toBe(sameQuestion(b, a));
        if (sameQuestion(a, b) && sameQuestion(b, c)) expect(sameQuestion(a, c)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});

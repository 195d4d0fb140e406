// Asks and questions for tests; each test gives only the fields that matter to it.
import fc from 'fast-check';
import type { Ask, Question } from '../../src/ask/schema/ask.ts';
import type { AnswerInput, VerdictInput } from '../../src/ask/schema/input.ts';

export function aQuestion(over: Partial<Question> = {}): Question {
  return {
    text: 'Which database should we use?',
    header: 'Database',
    options: [
      { label: 'Postgres', description: 'a server' },
      { label: 'SQLite', description: 'one file' },
      { label: 'Files', description: 'plain' },
    ],
    multiSelect: false,
    ...over,
  };
}

export function anAsk(over: Partial<Ask> = {}): Ask {
  return {
    id: 'aaaaaaaaaaaa',
    kind: 'question',
    session: 's1',
    toolUseId: 't1',
    program: 'tester',
    project: '/srv/app',
    source: 'tool',
    questions: [aQuestion()],
    createdAt: 1_000,
    ...over,
  };
}

/** A verdict with one answer per question. */
export const answers = (...given: readonly AnswerInput[]): VerdictInput => ({ kind: 'answers', answers: given });

/** Awkward texts: commas, quotes, newlines, digits, escapes, bidi, wide and combining characters. */
export const awkwardText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
  fc.constantFrom(
    'A, B',
    '"quoted"',
    'say "hi", twice',
    'line\nbreak',
    '2',
    '#1',
    '=3',
    '-',
    'other',
    'Other',
    '\u001b[31mred',
    '\u202eevil',
    '日本語',
    'e\u0301',
    ' ',
  ),
);

export const anyQuestion: fc.Arbitrary<Question> = fc.record({
  text: awkwardText,
  header: fc.option(awkwardText, { nil: undefined }),
  options: fc.array(fc.record({ label: awkwardText, description: fc.option(awkwardText, { nil: undefined }) }), { maxLength: 5 }),
  multiSelect: fc.boolean(),
});

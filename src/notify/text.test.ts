import { describe, expect, it } from 'vitest';
import { anAsk, aQuestion } from '../../test/support/samples.ts';
import type { Ask } from '../ask/schema/ask.ts';
import type { AskView } from '../ask/schema/history.ts';
import { choicesOf } from './text.ts';

const numbers = (over: Partial<Ask> = {}) =>
  choicesOf({ ...anAsk(over), state: 'open', version: 1, updatedAt: 0 } as AskView).map(({ number }) => number);
const question = (...labels: string[]) => [aQuestion({ options: labels.map((label) => ({ label })) })];

describe('what can be chosen with one tap', () => {
  it('are the options of a short question', () => {
    expect(numbers({ questions: question('Keep it', 'Delete the production database', 'Ask again') })).toEqual([1, 2, 3]);
  });

  it.each<[string, Partial<Ask>]>([
    [
      'a permission',
      { kind: 'permission', questions: question('Yes'), detail: { kind: 'permission', tool: 'Write', input: { file_path: '/a' } } },
    ],
    ['a plan', { kind: 'plan', questions: question('Yes'), detail: { kind: 'plan', plan: 'first' } }],
    ['a question about a file', { questions: question('Yes'), detail: { kind: 'file', name: 'a.diff', text: '-a' } }],
    ['a question that the message cuts', { questions: [aQuestion({ text: 'x'.repeat(301) })] }],
    ['an option that the message cuts', { questions: question('x'.repeat(301), 'No') }],
    [
      'an option that was not on the screen',
      { questions: [aQuestion({ options: [{ label: 'Yes' }, { label: '(not seen)', unseen: true }] })] },
    ],
    ['several questions', { questions: [aQuestion(), aQuestion()] }],
    ['a multi-select', { questions: [aQuestion({ multiSelect: true })] }],
  ])('is nothing of %s', (_, over) => {
    expect(numbers(over)).toEqual([]);
  });
});

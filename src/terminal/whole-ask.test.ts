// What a program gives to a dialog is shown, or refused in words.
import { expect, it } from 'vitest';
import { type AskInTerminal, wholeAsk } from './whole-ask.ts';

it('takes a question with nothing but its text, and everything else that is given', () => {
  expect(wholeAsk({ questions: [{ text: 'Which?' }] })).toMatchObject({
    kind: 'question',
    questions: [{ text: 'Which?', multiSelect: false, options: [] }],
  });
  const question = { text: 'Which?', header: 'Tool', multiSelect: true, options: [{ label: 'a', description: 'b', preview: 'c' }] };
  expect(wholeAsk({ project: '/srv/app', questions: [question] })).toMatchObject({ project: '/srv/app', questions: [question] });
  expect(wholeAsk({ questions: [{ text: 'Which?', multiSelect: undefined, options: undefined } as never] }).questions).toEqual([
    { text: 'Which?', multiSelect: false, options: [] },
  ]);
});

it.each([
  [undefined, 'the ask must be an object'],
  [[], 'the ask must be an object'],
  [{}, 'questions must be a list'],
  [{ questions: 'Which?' }, 'questions must be a list, got "Which?"'],
  [{ questions: [] }, 'questions must have at least one question'],
  [{ questions: ['Which?'] }, 'question 1 must be an object, got "Which?"'],
  [{ questions: new Array(1) }, 'question 1 must be an object'],
  [{ questions: [{ question: 'Which?' }] }, 'question 1: its words belong in text, not in question'],
  [{ questions: [{ text: 7 }] }, 'question 1: text must be text, got 7'],
  [{ questions: [{ text: 'a' }, { text: 'b', header: {} }] }, 'question 2: header must be text'],
  [{ questions: [{ text: 'a', multiSelect: 'yes' }] }, 'question 1: multiSelect must be true or false, got "yes"'],
  [{ questions: [{ text: 'a', options: 'Yes' }] }, 'question 1: options must be a list, got "Yes"'],
  [{ questions: [{ text: 'a', options: ['Yes', 'No'] }] }, 'question 1, option 1 must be an object, got "Yes"'],
  [{ questions: [{ text: 'a', options: [{ label: 'b' }, {}] }] }, 'question 1, option 2: label must be text'],
  [{ questions: [{ text: 'a', options: [{ label: 'b', preview: 1 }] }] }, 'question 1, option 1: preview must be text, got 1'],
])('refuses %j', (asked, words) => {
  expect(() => wholeAsk(asked as unknown as AskInTerminal)).toThrow(new RegExp(words.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')));
});

// What counts as the data of a chat when it is read from its file.
import { expect, it } from 'vitest';
import { EMPTY, isChatData } from './store.ts';

const ADA = { chat: '1', id: '2', name: 'ada', shownAs: 'Ada', at: 1 };
const POST = { chat: '1', message: '3', key: 'a1:ask', ask: 'a1' };

it('is what was written', () => {
  const invitation = { code: 'c', name: 'grace', until: 1, wrong: {} };
  expect(isChatData(EMPTY)).toBe(true);
  expect(isChatData({ people: [ADA], posts: [POST], handled: ['e1'], invitation })).toBe(true);
  expect(isChatData({ people: [], posts: [], handled: [], moreOfALaterVersion: 1 })).toBe(true);
});

it.each([
  [{}],
  [{ ...EMPTY, people: {} }],
  [{ ...EMPTY, people: [null] }],
  [{ ...EMPTY, people: [{ ...ADA, chat: 1 }] }],
  [{ ...EMPTY, posts: [[]] }],
  [{ ...EMPTY, posts: [{ ...POST, key: undefined }] }],
  [{ ...EMPTY, handled: [1] }],
  [{ ...EMPTY, invitation: 'c' }],
  [{ ...EMPTY, invitation: { code: 'c', name: 'grace', until: 1 } }],
])('is not %j', (read) => {
  expect(isChatData(read)).toBe(false);
});

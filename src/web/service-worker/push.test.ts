// What a push message shows.
import { expect, it } from 'vitest';
import type { PushMessage } from '../../ask/push-message.ts';
import { addressOf, effectOf, payloadOf } from './push.ts';

const MESSAGE: PushMessage = {
  event: 'notify',
  key: 'aaa:ask:web:1',
  title: 'Decision needed: shop',
  body: 'Which database?',
  ask: 'aaa',
  choices: ['Postgres', 'SQLite'],
};
const ROOM = { mostActions: 2, mustShow: false };

it('shows the question, and all of its options as buttons if there is room for all', () => {
  const effect = effectOf(MESSAGE, ROOM);
  expect(effect).toMatchObject({
    kind: 'show',
    shown: {
      title: 'Decision needed: shop',
      options: {
        body: 'Which database?',
        tag: 'aaa:ask:web:1',
        renotify: true,
        data: { ask: 'aaa' },
        actions: [
          { action: 'choose:Postgres', title: 'Postgres' },
          { action: 'choose:SQLite', title: 'SQLite' },
        ],
      },
    },
  });
  expect(effectOf({ ...MESSAGE, choices: ['A', 'B', 'C'] }, ROOM)).toMatchObject({ shown: { options: { actions: [] } } });
  expect(effectOf(MESSAGE, { ...ROOM, mostActions: 0 })).toMatchObject({ shown: { options: { actions: [] } } });
});

it('closes what is over; where every message must show something, it says how it ended', () => {
  const over: PushMessage = { event: 'withdrawn', key: 'k', title: 'Decision needed: shop', outcome: 'answered by ada: Postgres' };
  expect(effectOf(over, ROOM)).toEqual({ kind: 'close', tag: 'k' });
  expect(effectOf(over, { ...ROOM, mustShow: true })).toMatchObject({
    shown: { options: { body: 'answered by ada: Postgres', tag: 'k', silent: true, renotify: false, actions: [] } },
  });
  expect(effectOf({ ...over, outcome: '' }, { ...ROOM, mustShow: true })).toMatchObject({ shown: { options: { body: 'It is over.' } } });
});

it('shows that something waits if it cannot be read', () => {
  for (const text of [undefined, '', 'no JSON', '{}', '[]', 'null', '{"key":1,"title":"x"}', '{"event":"notify","key":"a","title":"x"}'])
    expect(effectOf(payloadOf(text), ROOM)).toMatchObject({ kind: 'show', shown: { title: 'Answerback' } });
  expect(payloadOf(JSON.stringify(MESSAGE))).toEqual(MESSAGE);
});

it('shows that something waits if a field has another type', () => {
  for (const wrong of [{ choices: [1] }, { body: 1 }, { event: 'other' }, { event: 'withdrawn' }])
    expect(payloadOf(JSON.stringify({ ...MESSAGE, ...wrong }))).toMatchObject({ key: 'unreadable' });
  const over: PushMessage = { event: 'withdrawn', key: 'k', title: 'shop', outcome: '' };
  expect(payloadOf(JSON.stringify(over))).toEqual(over);
});

it('a click leads to the ask, and to nothing but this page', () => {
  expect(addressOf('aaa')).toBe('/#/ask/aaa');
  expect(addressOf('../../x?y#z')).toBe('/#/ask/..%2F..%2Fx%3Fy%23z');
  expect(addressOf(undefined)).toBe('/#/');
});

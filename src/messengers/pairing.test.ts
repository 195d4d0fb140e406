import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { fakeClock } from '../../test/support/fake-clock.ts';
import { CODE_MINUTES, createPairing } from './pairing.ts';
import { type ChatData, createChatStore, EMPTY } from './store.ts';

const person = (id: string) => ({ id, name: `@p${id}` });

function opened() {
  let stored: ChatData = EMPTY;
  const file = {
    read: () => stored,
    write: (store: ChatData) => {
      stored = store;
    },
  };
  const clock = fakeClock(1_000);
  const store = createChatStore(file);
  return { clock, store, pairing: createPairing({ store, clock, bytes: randomBytes }), stored: () => stored };
}

it('pairs once, with the code in any spelling', () => {
  const { pairing, stored } = opened();
  const { code } = pairing.invite('ada');
  expect(pairing.tried(`/start ${code.replace('-', '').toUpperCase()}`, 'c1', person('1'))).toMatchObject({
    name: 'ada',
    chat: 'c1',
    id: '1',
  });
  expect(pairing.tried(code, 'c2', person('2'))).toBeUndefined();
  expect(stored().people).toHaveLength(1);
});

it('a code ends with its time, and whoever waits for it is told', async () => {
  const { pairing, clock } = opened();
  const { code } = pairing.invite('ada');
  const ended = pairing.ended(code, new AbortController().signal);
  await clock.advance(1_000 + CODE_MINUTES * 60_000);
  expect(await ended).toEqual({ kind: 'over' });
  expect(pairing.tried(code, 'c1', person('1'))).toBeUndefined();
});

it('strangers with wrong codes do not end the code for the person it is for', () => {
  const { pairing } = opened();
  const { code } = pairing.invite('ada');
  for (let id = 0; id < 50; id += 1) for (let i = 0; i < 9; i += 1) pairing.tried('zzzz-zzzz', 'c', person(String(id)));
  expect(pairing.tried(code, 'c', person('3'))).toBeUndefined();
  expect(pairing.tried(code, 'c1', person('ada'))).toMatchObject({ name: 'ada' });
});

it('thousands of strangers do not end it either, and are not all remembered', () => {
  const { pairing, stored } = opened();
  const { code } = pairing.invite('ada');
  for (let id = 0; id < 3_000; id += 1) pairing.tried('zzzz-zzzz', 'c', person(`p${id}`));
  expect(Object.keys(stored().invitation?.wrong ?? {})).toHaveLength(1_000);
  expect(pairing.tried(code, 'c1', person('ada'))).toMatchObject({ name: 'ada' });
});

it('whoever asks again after a lost connection still learns who has paired', async () => {
  const { pairing } = opened();
  const { code } = pairing.invite('ada');
  pairing.tried(code, 'c1', person('1'));
  expect(await pairing.ended(code, new AbortController().signal)).toMatchObject({ kind: 'paired', person: { name: 'ada' } });
  expect(await pairing.ended('aaaa-aaaa', new AbortController().signal)).toEqual({ kind: 'over' });
});

import { expect, it } from 'vitest';
import { aBriefing } from '../answering-agent.conformance.ts';
import type { Conversations } from '../conversation.ts';
import { createKeptMessages } from './kept-messages.ts';

function inMemory(): Conversations {
  const kept = new Map<string, unknown>();
  return {
    read: async (key) => kept.get(key),
    write: async (key, value) => void kept.set(key, value),
  };
}
const conversation = { key: 'c', name: 'c' };
const first = { ...aBriefing(), conversation };
const correction = { ...first, brief: 'Reply again.', key: 'k2', corrects: { key: first.key, whole: `Reply again: ${first.brief}` } };

it('a correction is sent alone after the message that it corrects', async () => {
  const kept = createKeptMessages(inMemory());
  await kept.add(first, 'option 7');
  expect((await kept.upTo(correction)).map(({ content }) => content)).toEqual([first.brief, 'option 7', 'Reply again.']);
});

it('a correction of a message that was too long to be kept is sent with it', async () => {
  const kept = createKeptMessages(inMemory());
  await kept.add({ ...first, brief: 'x'.repeat(100_001) }, 'option 7');
  expect((await kept.upTo(correction)).map(({ content }) => content)).toEqual([correction.corrects.whole]);
  await kept.add(correction, 'option 2');
  const next = { ...first, brief: 'The next one.', key: 'k3' };
  expect((await kept.upTo(next)).map(({ content }) => content)).toEqual([correction.corrects.whole, 'option 2', 'The next one.']);
});

import { expect, it } from 'vitest';
import { fakeClock } from '../../test/support/fake-clock.ts';
import { anAsk } from '../../test/support/samples.ts';
import { apply } from '../ask/lifecycle.ts';
import type { ChatService, Posted } from './chat-service.ts';
import { createPosts } from './posts.ts';
import { type ChatData, createChatStore, EMPTY } from './store.ts';

it('whoever waits for messages on their way also waits for a card that is posted again, because somebody has deleted it', async () => {
  const view = apply(undefined, { kind: 'asked', ask: anAsk() }, 1);
  const store = createChatStore({ read: (): ChatData => EMPTY, write: () => {} });
  let reply = (_: Posted) => {};
  const posted = new Promise<Posted>((resolve) => {
    reply = resolve;
  });
  const service = {
    limits: { text: 4_000, lengthOf: (text: string) => text.length, rows: 8, perRow: 3, label: 40 },
    post: () => posted,
    edit: async () => ({ kind: 'gone' }),
  } as unknown as ChatService;
  const posts = createPosts({
    service,
    store,
    clock: fakeClock(1),
    ask: async () => view,
    random: () => 0,
    newStamp: () => 's',
    onError: (error) => expect.unreachable(String(error)),
  });
  const old = { chat: 'c', message: 'old' };
  store.keep({ ...old, key: 'k', ask: view.id, talk: posts.newConversation(view) });

  const refreshed = posts.refresh(old);
  await new Promise(setImmediate);
  const tapped = posts.posted().then(() => store.post({ chat: 'c', message: 'new' }));
  reply({ kind: 'posted', at: { chat: 'c', message: 'new' } });

  expect(await tapped).toMatchObject({ ask: view.id, talk: { stamp: 's' } });
  expect(await refreshed).toBeUndefined();
});

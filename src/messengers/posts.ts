// The messages of one chat service: posted once, and changed until they look as they should, however often the service fails.
//
// Invariant: what a message should look like is stored before the service is asked to change it. What could not be changed stays stale and is
// tried again: later, when the connection is back, and after a restart.

import { isOpen } from '../ask/lifecycle.ts';
import type { AskView } from '../ask/schema/history.ts';
import type { Block, Card } from '../dialog/card.ts';
import { createOutbox } from '../notify/outbox.ts';
import { dataOf, printOf } from './buttons.ts';
import type { ChatFailure, MessageRef, Posted } from './chat-service.ts';
import { conversations } from './conversation/conversation.ts';
import type { PeopleChatOptions } from './people-chat.ts';
import type { ChatStore, Post, ShownConversation } from './store.ts';

type PostsOptions = Pick<PeopleChatOptions, 'service' | 'clock' | 'random' | 'onError'> & {
  readonly store: ChatStore;
  readonly ask: (id: string) => Promise<AskView | undefined>;
  readonly newStamp: () => string;
};

export type Posts = ReturnType<typeof createPosts>;

export function createPosts({ service, store, clock, ask, random, newStamp, onError }: PostsOptions) {
  const outbox = createOutbox({ clock, random });
  const posting = new Set<Promise<Posted>>();
  /** The latest failure that was not followed by another attempt yet. */
  let failed: ChatFailure | undefined;
  let isRetrying = false;

  return {
    signal: outbox.signal,
    newConversation,

    /** A card with which this ask can be answered. */
    async postCard(chat: string, key: string, view: AskView, signal: AbortSignal): Promise<Posted> {
      const talk = newConversation(view);
      const posted = await postAs(chat, cardOf(view, talk), { key, ask: view.id, talk }, signal);
      if (posted.kind !== 'posted') return posted;
      const post: Post = { ...posted.at, key, ask: view.id, talk };
      tryAgain(await attach(post, view, signal));
      const now = await ask(view.id);
      if (!now || !isOpen(now)) refresh(post);
      return posted;
    },

    postText: (chat: string, key: string, card: Card, signal: AbortSignal): Promise<Posted> => postAs(chat, card, { key }, signal),

    /** A person can be quicker than the reply that says what their message is called. */
    posted: () => Promise.allSettled(posting),

    /** A short remark to the people in a chat. If it does not get through, nothing is lost. */
    remark(chat: string, text: string): void {
      void outbox.attempt((signal) => service.post(chat, { blocks: [{ kind: 'text', text }], buttons: [] }, signal));
    },

    /** Makes the message look as it should. The promise is about this attempt; further ones follow by themselves. */
    refresh,
    refreshStale,

    wake: outbox.wake,
    close: outbox.stop,
  };

  function postAs(chat: string, card: Card, about: Omit<Post, keyof MessageRef>, signal: AbortSignal): Promise<Posted> {
    return postAnd(chat, card, signal, (at) => store.keep({ ...at, ...about }));
  }

  /** `save` is called before anything that people do with the message. */
  function postAnd(chat: string, card: Card, signal: AbortSignal, save: (at: MessageRef) => void): Promise<Posted> {
    const post = service.post(chat, card, signal).then((posted) => {
      if (posted.kind === 'posted') save(posted.at);
      return posted;
    });
    posting.add(post);
    const end = () => posting.delete(post);
    post.then(end, end);
    return post;
  }

  /** A conversation at its beginning. */
  function newConversation(view: AskView): ShownConversation {
    return { state: conversations.open(view), stamp: newStamp(), page: newStamp(), print: printOf(view) };
  }

  function cardOf(view: AskView, { state, stamp, page }: ShownConversation): Card {
    return conversations.card(view, state, service.limits, (action) =>
      dataOf(view.id, conversations.isTick(action) ? page : stamp, action),
    );
  }

  /** Without its file a card still works; the file follows as soon as the service takes it. */
  async function attach(post: Post, view: AskView, until = outbox.signal): Promise<ChatFailure | undefined> {
    const document = conversations.document(view, service.limits);
    if (!document) return undefined;
    const posted = await outbox.attempt((signal) => service.document(document, post, AbortSignal.any([until, signal])));
    const now = store.post(post) ?? post;
    if (posted.kind === 'posted') store.keep({ ...now, document: posted.at.message, lacksFile: false });
    else if (posted.again) store.keep({ ...now, lacksFile: true, isStale: true });
    return posted.kind === 'failed' && posted.again ? posted : undefined;
  }

  function refresh(at: MessageRef): Promise<ChatFailure | undefined> {
    const post = store.post(at);
    if (!post || outbox.signal.aborted) return Promise.resolve(undefined);
    if (!post.isStale) store.keep({ ...post, isStale: true });
    return outbox
      .inLine(`${at.chat}\n${at.message}`, () => show(post))
      .catch((error): ChatFailure => {
        onError(error);
        return { kind: 'failed', reason: String(error), again: false };
      })
      .then(tryAgain);
  }

  async function show(at: MessageRef): Promise<ChatFailure | undefined> {
    const post = store.post(at);
    if (!post?.isStale || outbox.signal.aborted) return undefined;
    const view = post.ask === undefined ? undefined : await ask(post.ask);
    const isLive = view !== undefined && isOpen(view) && post.talk !== undefined;
    const card = isLive && post.talk ? cardOf(view, post.talk) : endingOf(post, view);
    const changed = post.isGone ? ({ kind: 'gone' } as const) : await outbox.attempt((signal) => service.edit(post, card, signal));
    const now = store.post(at) ?? post;
    // It has changed again in the meantime; that change has its own attempt.
    const isSame = now.talk?.stamp === post.talk?.stamp && now.ending === post.ending;
    if (changed.kind === 'failed') {
      if (!changed.again) store.keep({ ...now, isStale: false, isOver: !isLive });
      return changed;
    }
    if (changed.kind === 'changed') {
      if (isSame) store.keep({ ...now, isStale: false, isOver: !isLive });
      return isLive && now.lacksFile ? attach(now, view) : undefined;
    }
    if (!isLive) {
      store.drop([now]);
      return undefined;
    }
    return postAgain(now, card);
  }

  /** Somebody has deleted the card, and the ask still waits. */
  async function postAgain(post: Post, card: Card): Promise<ChatFailure | undefined> {
    const save = (at: MessageRef) => store.replace(post, { ...(store.post(post) ?? post), ...at, isStale: false, isGone: false });
    const posted = await outbox.attempt((signal) => postAnd(post.chat, card, signal, save));
    return posted.kind === 'posted' ? undefined : posted;
  }

  function endingOf({ ending, talk }: Post, view: AskView | undefined): Card {
    if (view && talk) return conversations.over(view, service.limits);
    const { title, outcome } = ending ?? { title: 'this ask is gone', outcome: '' };
    const blocks: Block[] = [
      { kind: 'title', text: `Over: ${title}` },
      ...(outcome === '' ? [] : [{ kind: 'text', text: outcome } as const]),
    ];
    return { blocks, buttons: [] };
  }

  /** What could not be shown is tried again later, all of it together, and not before the service allows it. */
  function tryAgain(failure: ChatFailure | undefined): ChatFailure | undefined {
    if (!failure?.again) return failure;
    if (!failed || (failure.afterMs ?? 0) > (failed.afterMs ?? 0)) failed = failure;
    if (!isRetrying) void retry();
    return failure;
  }

  async function retry(): Promise<void> {
    isRetrying = true;
    while (failed && !outbox.signal.aborted)
      await outbox.persist(async () => {
        if (!failed) await refreshStale();
        const result = failed ?? { kind: 'shown' };
        failed = undefined;
        return result;
      });
    isRetrying = false;
  }

  async function refreshStale(): Promise<void> {
    await Promise.all(store.get().posts.flatMap((post) => (post.isStale ? [refresh(post)] : [])));
  }
}

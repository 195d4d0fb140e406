// The messages of one chat service: posted once, and changed until they look as they should, however often the service fails.
//
// Invariant: what a message should look like is stored before the service is asked to change it. What could not be changed stays stale and is
// tried again: later, when the connection is back, and after a restart.
import type { ChatFailure, ChatService, MessageRef, Posted } from '../../decide/chat-service.ts';
import type { Clock } from '../../decide/clock.ts';
import type { Block, Card } from '../../question/card.ts';
import { isOpen } from '../../question/lifecycle.ts';
import type { AskView } from '../../question/words.generated.ts';
import type { ChatStore, Post, TalkRecord } from './store.ts';
import { dataOf, printOf, type Talks } from './talks.ts';

type PostsParts = {
  readonly service: ChatService;
  readonly store: ChatStore;
  readonly talks: Talks;
  readonly clock: Clock;
  readonly ask: (id: string) => Promise<AskView | undefined>;
  /** 0 to 1. */
  readonly random: () => number;
  readonly newStamp: () => string;
  readonly onError: (error: unknown) => void;
};

const WITHIN_MS = 20_000;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 5 * 60_000;

export type Posts = ReturnType<typeof createPosts>;

export function createPosts({ service, store, talks, clock, ask, random, newStamp, onError }: PostsParts) {
  const closing = new AbortController();
  const busy = new Map<string, Promise<ChatFailure | undefined>>();
  const posting = new Set<Promise<Posted>>();
  let failures = 0;
  let cancelRetry: (() => void) | undefined;

  return {
    signal: closing.signal,
    newTalk,

    /** A card with which this ask can be answered. */
    async postTalk(chat: string, key: string, view: AskView, signal: AbortSignal): Promise<Posted> {
      const talk = newTalk(view);
      const posted = await postAs(chat, cardOf(view, talk), { key, ask: view.id, talk }, signal);
      if (posted.kind !== 'posted') return posted;
      const post: Post = { ...posted.at, key, ask: view.id, talk };
      await attach(post, view, signal);
      const now = await ask(view.id);
      if (!now || !isOpen(now)) refresh(post);
      return posted;
    },

    postText: (chat: string, key: string, card: Card, signal: AbortSignal): Promise<Posted> => postAs(chat, card, { key }, signal),

    /** A person can be quicker than the reply that says what their message is called. */
    posted: () => Promise.allSettled(posting),

    /** A short remark to the people in a chat. If it does not get through, nothing is lost. */
    remark(chat: string, text: string): void {
      service.post(chat, { blocks: [{ kind: 'text', text }], buttons: [] }, within()).catch(onError);
    },

    /** Makes the message look as it should. The promise is about this attempt; further ones follow by themselves. */
    refresh,
    refreshStale,

    /** The connection is there again: what failed is tried at once. */
    wake(): void {
      failures = 0;
      cancelRetry?.();
      cancelRetry = undefined;
      refreshStale();
    },

    async close(): Promise<void> {
      closing.abort();
      cancelRetry?.();
      await Promise.allSettled(busy.values());
    },
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
  function newTalk(view: AskView): TalkRecord {
    return { state: talks.open(view), stamp: newStamp(), page: newStamp(), print: printOf(view) };
  }

  function cardOf(view: AskView, { state, stamp, page }: TalkRecord): Card {
    return talks.card(view, state, service.limits, (action) => dataOf(view.id, talks.isTick(action) ? page : stamp, action));
  }

  /** Without its file a card still works; the file follows as soon as the service takes it. */
  async function attach(post: Post, view: AskView, signal: AbortSignal): Promise<void> {
    const document = talks.document(view, service.limits);
    if (!document) return;
    const posted = await service.document(document, post, signal);
    const now = store.post(post) ?? post;
    if (posted.kind === 'posted') store.keep({ ...now, document: posted.at.message, lacksFile: false });
    else if (posted.again) {
      store.keep({ ...now, lacksFile: true, isStale: true });
      scheduleRetry(posted.afterMs);
    }
  }

  function refresh(at: MessageRef): Promise<ChatFailure | undefined> {
    const key = `${at.chat}\n${at.message}`;
    const post = store.post(at);
    if (!post || closing.signal.aborted) return Promise.resolve(undefined);
    if (!post.isStale) store.keep({ ...post, isStale: true });
    const after = busy.get(key) ?? Promise.resolve(undefined);
    const next = after
      .then(() => show(post))
      .catch((error): ChatFailure => {
        onError(error);
        return { kind: 'failed', reason: String(error), again: false };
      });
    busy.set(key, next);
    void next.then(() => busy.get(key) === next && busy.delete(key));
    return next;
  }

  async function show(at: MessageRef): Promise<ChatFailure | undefined> {
    const post = store.post(at);
    if (!post?.isStale || closing.signal.aborted) return undefined;
    const view = post.ask === undefined ? undefined : await ask(post.ask);
    const isLive = view !== undefined && isOpen(view) && post.talk !== undefined;
    const card = isLive && post.talk ? cardOf(view, post.talk) : endingOf(post, view);
    const changed = post.isGone ? ({ kind: 'gone' } as const) : await service.edit(post, card, within());
    const now = store.post(at) ?? post;
    // It has changed again in the meantime; that change has its own attempt.
    const isSame = now.talk?.stamp === post.talk?.stamp && now.ending === post.ending;
    if (changed.kind === 'failed') {
      if (changed.again) scheduleRetry(changed.afterMs);
      else store.keep({ ...now, isStale: false, isOver: !isLive });
      return changed;
    }
    failures = 0;
    if (changed.kind === 'changed') {
      if (isSame) store.keep({ ...now, isStale: false, isOver: !isLive });
      if (isLive && now.lacksFile) await attach(now, view, within());
      return undefined;
    }
    if (!isLive) {
      store.drop([now]);
      return undefined;
    }
    return postAgain(now, card);
  }

  /** Somebody has deleted the card, and the ask still waits. */
  async function postAgain(post: Post, card: Card): Promise<ChatFailure | undefined> {
    const posted = await postAnd(post.chat, card, within(), (at) =>
      store.replace(post, { ...(store.post(post) ?? post), ...at, isStale: false, isGone: false }),
    );
    if (posted.kind === 'posted') return undefined;
    if (posted.again) scheduleRetry(posted.afterMs);
    return posted;
  }

  function endingOf({ ending, talk }: Post, view: AskView | undefined): Card {
    if (view && talk) return talks.over(view, service.limits);
    const { title, outcome } = ending ?? { title: 'this ask is gone', outcome: '' };
    const blocks: Block[] = [
      { kind: 'title', text: `Over: ${title}` },
      ...(outcome === '' ? [] : [{ kind: 'text', text: outcome } as const]),
    ];
    return { blocks, buttons: [] };
  }

  function scheduleRetry(afterMs = 0): void {
    if (closing.signal.aborted || cancelRetry) return;
    failures += 1;
    const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 20)) * (0.5 + random() / 2);
    cancelRetry = clock.at(clock.now() + Math.max(pause, afterMs), () => {
      cancelRetry = undefined;
      refreshStale();
    });
  }

  function refreshStale(): void {
    for (const post of store.get().posts) if (post.isStale) void refresh(post);
  }

  function within(): AbortSignal {
    return AbortSignal.any([closing.signal, AbortSignal.timeout(WITHIN_MS)]);
  }
}

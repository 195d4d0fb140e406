// Handles what people do in a chat: taps, replies, edits, deletions. Each event is handled once, in order; strangers get no reply at all.
//
// Invariant: a tap decides only what its card shows. Its button carries the ask and the stamp of the card's state; if either is not the current one, the
// card is only shown again. What a button carries can be forged by a person's own program, so a message never changes to another ask, and an ask is shown
// only where the settings of this chat would have shown it.

import { isOpen } from '../ask/lifecycle.ts';
import type { Verdict } from '../ask/schema/decision.ts';
import type { AskView } from '../ask/schema/history.ts';
import { isSecret } from '../ask/sealed.ts';
import { overLine } from '../ask/summary.ts';
import { verdictInputOf } from '../ask/verdict.ts';
import { OPEN, printOf, readData } from './buttons.ts';
import type { ChatPerson, Incoming, MessageRef, SentText } from './chat-service.ts';
import { type ChatStep, conversations } from './conversation/conversation.ts';
import type { Pairing } from './pairing.ts';
import type { PeopleChatOptions } from './people-chat.ts';
import type { Posts } from './posts.ts';
import type { ChatStore, Paired, Post, ShownConversation } from './store.ts';

type IncomingHandlerOptions = Pick<PeopleChatOptions, 'surface' | 'service' | 'decide' | 'debug' | 'onError'> & {
  readonly store: ChatStore;
  readonly pairing: Pairing;
  readonly posts: Posts;
  readonly ask: (id: string) => Promise<AskView | undefined>;
  /** Whether the settings let this chat have the ask as a whole. */
  readonly mayShow: (view: AskView) => Promise<boolean>;
  readonly newStamp: () => string;
};

const HELP = 'To answer a question in your own words, reply to its message. The buttons below a question do the rest.';
const GONE = 'This button is not valid any more.';
const TAP_WITHIN_MS = 20_000;

export function createIncomingHandler(options: IncomingHandlerOptions) {
  const { surface, service, store, pairing, posts, ask, mayShow, decide, newStamp, debug, onError } = options;
  let queue: Promise<void> = Promise.resolve();

  return {
    /** Resolves when the event has been handled, and never rejects. */
    receive(event: Incoming): Promise<void> {
      queue = queue.then(() => handleEvent(event)).catch(onError);
      return queue;
    },
  };

  async function handleEvent(event: Incoming): Promise<void> {
    if (event.kind === 'deleted') return handleDeletion(event.at);
    if (store.isHandled(event.id)) return event.kind === 'tap' ? showAgain(event) : undefined;
    if (event.kind === 'text') {
      const paired = pairing.tried(event.text, event.at.chat, event.from);
      if (paired) return confirmPairing(event, paired);
    }
    const shown = event.kind === 'tap' ? event.at.message : event.replyTo;
    if (shown !== undefined && !store.post({ chat: event.at.chat, message: shown })) await posts.posted();
    const person = store.get().people.find(({ chat, id }) => chat === event.at.chat && id === event.from.id);
    if (!person) return debug({ chat: event.at.chat, person: event.from.id, kind: event.kind }, 'a stranger was ignored');
    if (event.kind === 'tap') await handleTap(event, person);
    else await handleText(event, person);
  }

  // ── taps ─────────────────────────────────────────────────────────────────────────────────────────────────────────

  type Tap = Extract<Incoming, { kind: 'tap' }>;

  async function handleTap(tap: Tap, person: Paired): Promise<void> {
    const data = readData(tap.data);
    const view = data && (await ask(data.ask));
    if (!data || !view) return answer(tap, GONE);
    if (data.action === OPEN.action && data.stamp === OPEN.stamp) return (await mayShow(view)) ? open(tap, view) : answer(tap, GONE);
    const post = store.post(tap.at);
    if (!post) {
      if (!(await mayShow(view))) return answer(tap, GONE);
      // Our record of the message is lost, so the conversation starts again.
      store.keep({ ...tap.at, key: `${view.id}:ask`, ask: view.id, talk: posts.newConversation(view) }, tap.id);
      return refreshCard(tap, isOpen(view) ? 'Please choose again.' : overLine(view));
    }
    if (!post.talk || post.ask !== view.id) return answer(tap, GONE);
    if (!isOpen(view)) return refreshCard(tap, overLine(view));
    const talk = current(post.talk, view);
    if (talk !== post.talk) {
      store.keep({ ...post, talk }, tap.id);
      return refreshCard(tap, 'The question has changed. Please look again.');
    }
    const expected = conversations.isTick(data.action) ? talk.page : talk.stamp;
    const step = data.stamp === expected ? conversations.press(view, talk.state, data.action) : undefined;
    if (!step) return refreshCard(tap, 'This was not the latest state. Please look again.');
    const told = await applyStep(step, { post, talk, view, person, event: tap.id });
    return answer(tap, told);
  }

  /** The same tap once more: nothing is done, and the card is shown as it is. */
  async function showAgain(tap: Tap): Promise<void> {
    if (!store.get().people.some(({ chat, id }) => chat === tap.at.chat && id === tap.from.id)) return;
    await refreshCard(tap, undefined);
  }

  async function refreshCard(tap: Tap, text: string | undefined): Promise<void> {
    void posts.refresh(tap.at);
    await answer(tap, text);
  }

  /** From a digest: the ask with its buttons, at the end of the chat. */
  async function open(tap: Tap, view: AskView): Promise<void> {
    store.markHandled(tap.id);
    if (!isOpen(view)) return answer(tap, overLine(view));
    const before = store.get().posts.filter((each) => each.chat === tap.at.chat && each.ask === view.id && each.talk !== undefined);
    const signal = AbortSignal.any([posts.signal, AbortSignal.timeout(TAP_WITHIN_MS)]);
    const posted = await posts.postCard(tap.at.chat, `${view.id}:opened`, view, signal);
    if (posted.kind === 'failed') return answer(tap, `This did not work: ${posted.reason}`);
    store.drop(before);
    for (const old of before) await service.remove(old, signal);
    await answer(tap, undefined);
  }

  async function answer(tap: Tap, text: string | undefined): Promise<void> {
    if (!store.isHandled(tap.id)) store.markHandled(tap.id);
    const told = await service.answerTap(tap.id, text, AbortSignal.any([posts.signal, AbortSignal.timeout(TAP_WITHIN_MS)]));
    if (!told && text !== undefined && !posts.signal.aborted) posts.remark(tap.at.chat, text);
  }

  // ── texts ────────────────────────────────────────────────────────────────────────────────────────────────────────

  async function handleText(event: ({ kind: 'text' } | { kind: 'edited' }) & SentText, person: Paired): Promise<void> {
    const { at, text, id } = event;
    const post = postFor(event);
    if (!post?.talk || post.ask === undefined) {
      store.markHandled(id);
      if (event.kind === 'text' && post) posts.remark(at.chat, 'This cannot be answered here. The message says how to open it.');
      else if (event.kind === 'text' && event.isPrivate) posts.remark(at.chat, HELP);
      return;
    }
    const view = await ask(post.ask);
    if (!view || !isOpen(view)) {
      store.markHandled(id);
      void posts.refresh(post);
      return posts.remark(at.chat, view ? `Too late: ${overLine(view)}` : 'This ask is gone.');
    }
    const talk = current(post.talk, view);
    if (talk !== post.talk) {
      store.keep({ ...post, talk }, id);
      void posts.refresh(post);
      return posts.remark(at.chat, 'The question has changed, so your message was not used. Please look again.');
    }
    const edited = event.kind === 'edited' ? conversations.reword(view, talk.state, text, at.message) : undefined;
    const step = edited ?? conversations.say(view, talk.state, text, at.message);
    const told = await applyStep(step, { post, talk, view, person, event: id });
    const isGiven = step.tell !== undefined && isSecret(view) && (await service.remove(at, posts.signal)).kind === 'changed';
    if (told !== undefined) posts.remark(at.chat, isGiven ? `${told} Your message was deleted.` : told);
  }

  /** The card that was replied to, or the one that waits for a text of this person. */
  function postFor({ at, from, replyTo, kind }: SentText & { readonly kind: string }): Post | undefined {
    if (replyTo !== undefined) return store.post({ chat: at.chat, message: replyTo });
    const here = store.get().posts.filter(({ chat, talk, isOver }) => chat === at.chat && talk !== undefined && !isOver);
    if (kind === 'edited') return here.find(({ talk }) => JSON.stringify(talk?.state).includes(JSON.stringify(at.message)));
    const waiting = here.filter(({ talk }) => talk?.expects === from.id);
    return waiting.length === 1 ? waiting[0] : undefined;
  }

  // ── both ─────────────────────────────────────────────────────────────────────────────────────────────────────────

  type About = {
    readonly post: Post;
    readonly talk: ShownConversation;
    readonly view: AskView;
    readonly person: Paired;
    readonly event: string;
  };

  /** What the person is told, if anything. A verdict is stored before the event counts as handled: repeated, it has the same key. */
  async function applyStep(step: ChatStep, { post, talk, view, person, event }: About): Promise<string | undefined> {
    const decided = step.verdict && (await decideNow(view, step.verdict, person, event));
    const state = decided && !decided.isOver ? talk.state : step.state;
    const next: ShownConversation = {
      state,
      stamp: newStamp(),
      page: conversations.pageOf(state) === conversations.pageOf(talk.state) ? talk.page : newStamp(),
      print: talk.print,
      ...(step.expectsText ? { expects: person.id } : {}),
    };
    store.keep({ ...(store.post(post) ?? post), talk: next, isStale: true }, event);
    void posts.refresh(post);
    return decided ? decided.tell : step.tell;
  }

  async function decideNow(view: AskView, verdict: Verdict, { name }: Paired, event: string) {
    const by = { kind: 'person', name, surface } as const;
    const result = await decide(view, verdictInputOf(verdict), { by, key: `${surface}:${event}` });
    switch (result.kind) {
      case 'won':
        return { isOver: true, tell: undefined };
      case 'taken':
        return { isOver: true, tell: `Too late: ${overLine(result.view)}` };
      case 'refused':
      case 'undeliverable':
        return { isOver: false, tell: `Not sent: ${result.reason}` };
      case 'invalid':
        return { isOver: false, tell: `Not sent: ${result.problems.map(({ message }) => message).join('; ')}` };
      case 'unknown':
        return { isOver: false, tell: 'This ask is gone.' };
    }
  }

  /** A screen may have been read more completely since the card was shown. */
  function current(talk: ShownConversation, view: AskView): ShownConversation {
    return talk.print === printOf(view) ? talk : posts.newConversation(view);
  }

  function handleDeletion(at: MessageRef): void {
    const post = store.post(at);
    if (post && post.message === at.message) store.keep({ ...post, isGone: true });
  }

  function confirmPairing({ id, at }: { readonly id: string; readonly at: MessageRef; readonly from: ChatPerson }, { name }: Paired): void {
    store.markHandled(id);
    posts.remark(at.chat, `Paired with Answerback as ${name}. What your agents ask arrives here. ${HELP}`);
  }
}

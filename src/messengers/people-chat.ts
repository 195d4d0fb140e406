// A chat with people: a notifier that also listens. Messages about asks go out through the outbox of notifications; taps and replies come in.

import { endsAsking, isOpen } from '../ask/lifecycle.ts';
import type { AskView } from '../ask/schema/history.ts';
import type { Block, Button, Card } from '../dialog/card.ts';
import type { Decide } from '../inbox/decide.ts';
import type { Journal } from '../journal/journal.ts';
import type { Message, Notifier, Outdated, Sent } from '../notify/notifier.ts';
import type { Show } from '../notify/settings.ts';
import type { Clock } from '../system/clock.ts';
import { readable } from '../system/readable.ts';
import { dataOf, OPEN } from './buttons.ts';
import type { ChatFailure, ChatService } from './chat-service.ts';
import { createIncomingHandler } from './incoming.ts';
import { createPairing, type Invited, type PairingEnd } from './pairing.ts';
import { createPosts } from './posts.ts';
import { type ChatDataFile, createChatStore, type Paired } from './store.ts';

export type PeopleChatOptions = {
  /** The name of the notifier in the configuration. */
  readonly name: string;
  /** Where a person decided, in the record: the kind of the messenger. */
  readonly surface: string;
  readonly show: Show;
  readonly service: ChatService;
  readonly file: ChatDataFile;
  readonly journal: Pick<Journal, 'get' | 'onCommit'>;
  /** Whether its `about`, `when` and `unless` are met by this ask. */
  readonly isAbout: (view: AskView) => Promise<boolean>;
  readonly decide: Decide;
  readonly clock: Clock;
  readonly random: () => number;
  readonly bytes: (count: number) => Uint8Array;
  /** The connection is there again. */
  readonly onBack: () => void;
  readonly debug: (about: object, what: string) => void;
  readonly onError: (error: unknown) => void;
};

export type PeopleChat = Notifier & {
  /** A one-time code for a person of this name, and where to send it. */
  invite(
    name: string,
    signal: AbortSignal,
  ): Promise<(Invited & { readonly where: string; readonly link?: string | undefined }) | ChatFailure>;
  paired(code: string, signal: AbortSignal): Promise<PairingEnd | undefined>;
  people(): readonly Paired[];
  /** Everybody of this name; those who were removed. */
  unpair(name: string): readonly Paired[];
};

export function openPeopleChat(options: PeopleChatOptions): PeopleChat {
  const { name, show, service, journal, clock, random, onError } = options;
  const store = createChatStore(options.file);
  const newStamp = () => readable(options.bytes(6));
  const ask = (id: string) => journal.get(id);
  const mayShow = async (view: AskView): Promise<boolean> => show === 'full' && (await options.isAbout(view));
  const pairing = createPairing({ store, clock, bytes: options.bytes });
  const posts = createPosts({ service, store, clock, ask, random, newStamp, onError });
  const incoming = createIncomingHandler({ ...options, store, pairing, posts, ask, mayShow, newStamp });
  let problem: string | undefined = 'it is not connected yet';
  const unsubscribe = journal.onCommit((event) => {
    if (!('ask' in event) || !(endsAsking(event.happening) || event.happening.kind === 'reread')) return;
    for (const post of store.get().posts) if (post.ask === event.ask && !post.isOver) void posts.refresh(post);
  });
  service.listen(incoming.receive, (now) => {
    const isBack = problem !== undefined && now === undefined;
    problem = now;
    if (!isBack) return;
    posts.wake();
    options.onBack();
  });
  void refreshChangedPosts().catch(onError);

  return {
    async send(message, signal) {
      const chats = [...new Set(store.get().people.map(({ chat }) => chat))];
      if (chats.length === 0) return { kind: 'failed', reason: problem ?? nobody(), again: true };
      const results = await Promise.all(chats.map((chat) => sendTo(chat, message, signal)));
      const failed = results.filter((each) => each.kind === 'failed');
      const [again] = failed.filter((each) => each.again);
      if (again) return { ...again, afterMs: Math.max(0, ...failed.map(({ afterMs = 0 }) => afterMs)) };
      return failed.length === chats.length ? (failed[0] as Sent) : { kind: 'sent', reference: references(message.key) };
    },

    async withdraw(message: Outdated): Promise<Sent> {
      const all = store.get().posts.filter(({ key, isOver }) => key === message.key && !isOver);
      const results = await Promise.all(
        all.map((post) => {
          store.keep({ ...post, ending: { title: message.title, outcome: message.outcome }, isStale: true });
          return posts.refresh(post);
        }),
      );
      return results.find((each) => each !== undefined) ?? { kind: 'sent' };
    },

    async check() {
      return problem ?? (store.get().people.length === 0 ? nobody() : undefined);
    },

    async invite(person, signal) {
      const known = await service.introduce(signal);
      if (known.kind === 'failed') return known;
      return { ...pairing.invite(person), where: known.name, link: known.link };
    },
    paired: pairing.ended,
    people: () => store.get().people,
    unpair(person) {
      const { people, posts: all } = store.get();
      const gone = people.filter((each) => each.name === person);
      const left = people.filter((each) => each.name !== person);
      store.change({ people: left, posts: all.filter(({ chat }) => left.some((each) => each.chat === chat)) });
      return gone;
    },

    async close() {
      unsubscribe();
      await posts.close();
      await service.close();
    },
  };

  function nobody(): string {
    return `nobody is paired yet: answerback notify pair ${name}`;
  }

  /** A chat that already has the message does not get it again. */
  async function sendTo(chat: string, message: Message, signal: AbortSignal): Promise<Sent> {
    if (store.get().posts.some((post) => post.chat === chat && post.key === message.key)) return { kind: 'sent' };
    const time = AbortSignal.any([signal, posts.signal]);
    const isAsk = message.about === 'ask' || message.about === 'finished';
    const view = isAsk && show === 'full' ? await ask(message.asks[0]?.id ?? '') : undefined;
    const posted =
      view && isOpen(view)
        ? await posts.postCard(chat, message.key, view, time)
        : await posts.postText(chat, message.key, plainCard(message), time);
    return posted.kind === 'posted' ? { kind: 'sent' } : posted;
  }

  function plainCard({ title, body, open, about, asks }: Message): Card {
    const blocks: Block[] = [
      { kind: 'title', text: title },
      ...(body === '' ? [] : [{ kind: 'text', text: body } as const]),
      ...(about === 'test' ? [] : [{ kind: 'aside', text: `Open it with: ${open}` } as const]),
    ];
    return { blocks, buttons: about === 'digest' && show === 'full' ? digestButtons(asks) : [] };
  }

  /** One for each ask, in the order of the digest. */
  function digestButtons(asks: Message['asks']): Card['buttons'] {
    const { rows, perRow, label } = service.limits;
    const width = Math.min(perRow, DIGEST_PER_ROW);
    const shown = asks.slice(0, Math.min(DIGEST_LISTED, rows * width));
    const buttons = shown.map(({ id, project = '' }, i): Button => {
      const text = `${i + 1}. ${
        project
          .replace(/(?<!\/)\/+$/, '')
          .split('/')
          .at(-1) ?? ''
      }`;
      return { label: text.slice(0, label), data: dataOf(id, OPEN.stamp, OPEN.action) };
    });
    return Array.from({ length: Math.ceil(buttons.length / width) }, (_, i) => buttons.slice(i * width, (i + 1) * width));
  }

  function references(key: string): string {
    const all = store.get().posts.filter((post) => post.key === key);
    return all.map(({ chat, message }) => `${chat}/${message}`).join(' ');
  }

  /** After a start: what was decided or changed in the meantime. */
  async function refreshChangedPosts(): Promise<void> {
    for (const post of store.get().posts) {
      if (post.isOver || post.ask === undefined) continue;
      const view = await ask(post.ask);
      if (!view || !isOpen(view)) void posts.refresh(post);
    }
    await posts.refreshStale();
  }
}

/** More would be too many to choose from; the inbox has them all. */
const DIGEST_LISTED = 24;
const DIGEST_PER_ROW = 4;

// The memory of a model behind an API: the latest exchanges of each conversation, sent again with every message.
//
// Invariant: an exchange is kept or dropped as a whole, so that the messages always alternate between user and model.

import { asObject } from '../../../text/json.ts';
import type { Briefing, News } from '../answering-agent.ts';
import type { Conversations } from '../conversation.ts';
import type { Message } from './call.ts';

const MOST_EXCHANGES = 20;
const MOST_CHARACTERS = 100_000;
const MOST_NEWS = 10;

type Exchange = { readonly key: string; readonly user: string; readonly assistant: string };
type NewsItem = { readonly key: string; readonly text: string };
/** `news` waits for the next message. */
type Kept = { readonly exchanges: readonly Exchange[]; readonly news: readonly NewsItem[] };

export function createKeptMessages(conversations: Conversations) {
  const read = async (key: string): Promise<Kept> => {
    const { exchanges, news } = asObject(await conversations.read(key)) ?? {};
    return { exchanges: Array.isArray(exchanges) ? exchanges : [], news: Array.isArray(news) ? news : [] };
  };
  return {
    /** Everything the model is sent. A briefing that was sent before (same key) is sent as if for the first time. */
    async upTo(briefing: Briefing): Promise<readonly Message[]> {
      const { brief, key, conversation } = briefing;
      if (!conversation) return [{ role: 'user', content: brief }];
      const kept = await read(conversation.key);
      return [...kept.exchanges.filter((each) => each.key !== key).flatMap(messagesOf), { role: 'user', content: said(kept, briefing) }];
    },
    async add(briefing: Briefing, assistant: string): Promise<void> {
      const { key, conversation } = briefing;
      if (!conversation) return;
      const kept = await read(conversation.key);
      const exchange = { key, user: said(kept, briefing), assistant: assistant || '(nothing)' };
      const exchanges = [...kept.exchanges.filter((each) => each.key !== key), exchange];
      await conversations.write(conversation.key, { exchanges: latest(exchanges), news: [] } satisfies Kept);
    },
    /** False if there is no conversation. */
    async addNews({ text, key, conversation }: News): Promise<boolean> {
      if (!conversation) return false;
      const kept = await read(conversation.key);
      const news = [...kept.news.filter((each) => each.key !== key), { key, text }].slice(-MOST_NEWS);
      await conversations.write(conversation.key, { ...kept, news } satisfies Kept);
      return true;
    },
  };
}

function messagesOf({ user, assistant }: Exchange): Message[] {
  return [
    { role: 'user', content: user },
    { role: 'assistant', content: assistant },
  ];
}

/** The news since the last message, and the brief. */
function said({ exchanges, news }: Kept, { key, brief, corrects }: Briefing): string {
  const isForgotten = corrects !== undefined && exchanges.every((each) => each.key !== corrects.key);
  const before = exchanges.find((each) => each.key === key)?.user ?? (isForgotten ? corrects.whole : brief);
  return [...news.map(({ text }) => text), before].join('\n\n');
}

function latest(exchanges: readonly Exchange[]): readonly Exchange[] {
  let left = MOST_CHARACTERS;
  const kept: Exchange[] = [];
  for (const exchange of exchanges.slice(-MOST_EXCHANGES).toReversed()) {
    left -= exchange.user.length + exchange.assistant.length;
    if (left < 0) break;
    kept.unshift(exchange);
  }
  return kept;
}

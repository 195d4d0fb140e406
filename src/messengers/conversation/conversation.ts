// A conversation in a chat: the text conversation, and what each message of a person was said to.
import type { Ask } from '../../ask/schema/ask.ts';
import { type Conversation, isTick, openConversation, press, type Step, say } from '../../dialog/conversation/conversation.ts';
import { type CardLimits, conversationCard, overCard } from './card.ts';
import { documentOf } from './text.ts';

/** Plain data, so that it survives a restart of the broker. `said` is for messages that are edited. */
export type ChatConversation = {
  readonly conversation: Conversation;
  readonly said: Readonly<Record<string, Pick<Conversation, 'page' | 'mode'>>>;
};

export const conversations = {
  open: (ask: Ask): ChatConversation => ({ conversation: openConversation(ask, false), said: {} }),
  press(ask: Ask, state: ChatConversation, action: string) {
    const { conversation, said } = state;
    const step = press(ask, conversation, action);
    return step && stepOf(step, said);
  },
  isTick,
  pageOf(state: ChatConversation): string {
    const { page, mode } = state.conversation;
    return `${page} ${mode}`;
  },
  say: (ask: Ask, state: ChatConversation, text: string, message: string) => withText(ask, state, text, message),
  /** As if it had been said like this. Undefined if this conversation has not used the message. */
  reword(ask: Ask, state: ChatConversation, text: string, message: string) {
    const { conversation, said } = state;
    const place = said[message];
    if (!place) return undefined;
    const step = withText(ask, { conversation: { ...conversation, ...place }, said }, text, message);
    const { page, mode } = step.state.conversation;
    if (step.verdict !== undefined || mode !== 'list') return step;
    return { ...step, state: { ...step.state, conversation: { ...step.state.conversation, page: Math.max(page, conversation.page) } } };
  },
  card: (ask: Ask, state: ChatConversation, space: CardLimits, dataOf: (action: string) => string) =>
    conversationCard(ask, state.conversation, space, dataOf),
  document: documentOf,
  over: overCard,
};

function withText(ask: Ask, { conversation, said }: ChatConversation, text: string, message: string) {
  const step = say(ask, conversation, text);
  const isUsed = step.verdict === undefined && step.tell === undefined;
  const { page, mode } = conversation;
  return stepOf(step, isUsed ? { ...said, [message]: { page, mode } } : said);
}

/** `tell` is for the person who tapped or wrote. `expectsText`: the next text of that person belongs here. */
export type ChatStep = ReturnType<typeof stepOf>;

const stepOf = ({ state, verdict, tell }: Step, said: ChatConversation['said']) => ({
  state: { conversation: state, said } satisfies ChatConversation,
  expectsText: state.mode !== 'list',
  verdict,
  tell,
});

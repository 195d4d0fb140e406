// Conversations in chats, as the broker runs them (broker/people-chat/talks.ts).
import type { Ask } from '../../question/words.generated.ts';
import { overCard, type Space, talkCard } from './card.ts';
import { press, reword, say } from './press.ts';
import { openTalk, type Step, type Talk } from './talk.ts';
import { documentOf } from './text.ts';

export const talks = {
  open: (ask: Ask): unknown => openTalk(ask),
  press: (ask: Ask, state: unknown, action: string) => stepOf(press(ask, state as Talk, action)),
  isTick: (action: string): boolean => /^[tu]/.test(action),
  pageOf: (state: unknown): string => `${(state as Talk).page} ${(state as Talk).mode}`,
  say: (ask: Ask, state: unknown, text: string, message: string) => withState(say(ask, state as Talk, text, message)),
  reword: (ask: Ask, state: unknown, text: string, message: string) => stepOf(reword(ask, state as Talk, text, message)),
  card: (ask: Ask, state: unknown, space: Space, dataOf: (action: string) => string) => talkCard(ask, state as Talk, space, dataOf),
  document: documentOf,
  over: overCard,
};

const stepOf = (step: Step | undefined) => (step === undefined ? undefined : withState(step));
const withState = ({ talk, verdict, tell }: Step) => ({
  state: talk as unknown,
  expectsText: ['words', 'note', 'redirect', 'decline'].includes(talk.mode),
  verdict,
  tell,
});

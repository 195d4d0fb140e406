// Conversations about asks as the broker uses them. How they go is a surface (surfaces/chat), so it is passed in; their state is opaque here.
import { createHash } from 'node:crypto';
import type { ChatLimits } from '../../decide/chat-service.ts';
import type { Card, CardDocument } from '../../question/card.ts';
import type { Ask, AskView, Verdict } from '../../question/words.generated.ts';

/** `tell` is for the person who tapped or wrote. `expectsText`: the next text of that person belongs here. */
export type TalkStep = {
  readonly state: unknown;
  readonly expectsText: boolean;
  readonly verdict?: Verdict | undefined;
  readonly tell?: string | undefined;
};

export interface Talks {
  open(ask: Ask): unknown;
  /** Undefined if the card does not offer this. */
  press(ask: Ask, state: unknown, action: string): TalkStep | undefined;
  /** Does what its label says, whatever else has changed on the same page. */
  isTick(action: string): boolean;
  /** The same as long as the buttons mean the same. */
  pageOf(state: unknown): string;
  say(ask: Ask, state: unknown, text: string, message: string): TalkStep;
  /** A message was edited that this conversation has used. Undefined if it has not. */
  reword(ask: Ask, state: unknown, text: string, message: string): TalkStep | undefined;
  card(ask: Ask, state: unknown, limits: ChatLimits, dataOf: (action: string) => string): Card;
  document(ask: Ask, limits: ChatLimits): CardDocument | undefined;
  over(view: AskView, limits: ChatLimits): Card;
}

/** The same as long as an ask asks the same. */
export function printOf({ questions, detail }: Ask): string {
  return createHash('sha256')
    .update(JSON.stringify([questions, detail]))
    .digest('base64url')
    .slice(0, 16);
}

/** What a button carries: which ask, which state of its card, what to do. At most 64 bytes. */
export const dataOf = (ask: string, stamp: string, action: string): string => `${ask}.${stamp}.${action}`;

export function readData(data: string): { readonly ask: string; readonly stamp: string; readonly action: string } | undefined {
  const [, ask, stamp, action] = /^([0-9a-z]{1,32})\.([0-9a-z]{1,16})\.([a-z]\d{0,3})$/.exec(data) ?? [];
  return ask === undefined || stamp === undefined || action === undefined ? undefined : { ask, stamp, action };
}

/** The button of a digest that shows one of its asks. It decides nothing, so it has no state. */
export const OPEN = { stamp: '0', action: 'o' } as const;

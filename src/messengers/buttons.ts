// What the buttons of cards carry, and how it is told whether a card still asks the same.
import { createHash } from 'node:crypto';
import type { Ask } from '../ask/schema/ask.ts';

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
  const [, ask, stamp, action] = /^([0-9a-z]{1,32})\.([0-9a-z]{1,16})\.([a-z]+\d{0,3})$/.exec(data) ?? [];
  return ask === undefined || stamp === undefined || action === undefined ? undefined : { ask, stamp, action };
}

/** The button of a digest that shows one of its asks. It decides nothing, so it has no state. */
export const OPEN = { stamp: '0', action: 'o' } as const;

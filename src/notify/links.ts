// Links in notifications with which one option of an ask can be chosen. Whoever has the link may use it, so it is signed and says nothing else.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Choice } from './notifier.ts';

const PREFIX = '/answer/';

export type Links = ReturnType<typeof createLinks>;

export function createLinks(secret: string) {
  const sign = (what: string) => createHmac('sha256', secret).update(`link:${what}`).digest('base64url');
  return {
    pathTo({ ask, number }: Pick<Choice, 'ask' | 'number'>): string {
      const what = `${ask}-${number}`;
      return `${PREFIX}${what}.${sign(what)}`;
    },
    /** Undefined if it is not one of ours. */
    read(path: string): Pick<Choice, 'ask' | 'number'> | undefined {
      const [, what = '', ask, number, signed = ''] = /^\/answer\/(([0-9a-z]{1,64})-(\d{1,3}))\.([\w-]{43})$/.exec(path) ?? [];
      if (ask === undefined || !timingSafeEqual(Buffer.from(signed), Buffer.from(sign(what)))) return undefined;
      return { ask, number: Number(number) };
    },
  };
}

export const isLink = (path: string): boolean => path.startsWith(PREFIX);

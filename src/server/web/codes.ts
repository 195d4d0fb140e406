// One-time codes that let a browser in. They live in memory only, so a restart ends them.
import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../../system/clock.ts';
import { inHalves, readable } from '../../system/readable.ts';

/** 50 bits. */
const LENGTH = 10;
const LIVES_FOR_MS = 2 * 60_000;
const MOST_CODES = 50;

/**
 * Wrong codes are not counted, so that nobody can be locked out: an address may be shared, and one machine may have many. A limit is not needed either. A broker
 * takes some 2,500 guesses a second; at 40 times as many, whoever guesses during the whole life of a code (12 million of 2^50) finds one in 90 million codes.
 */
export function createCodes({ now }: Pick<Clock, 'now'>) {
  const codes = new Map<string, number>();

  return {
    make(): { readonly code: string; readonly expiresAt: number } {
      forget();
      const code = readable(randomBytes(LENGTH)).toUpperCase();
      const expiresAt = now() + LIVES_FOR_MS;
      codes.set(digest(code), expiresAt);
      const [oldest] = codes.keys();
      if (codes.size > MOST_CODES && oldest !== undefined) codes.delete(oldest);
      return { code: inHalves(code), expiresAt };
    },

    /** Whether it is right. A right code is used up by this. Compared by digest, so that the time it takes says nothing about the code. */
    use(typed: string): boolean {
      forget();
      return codes.delete(digest(normal(typed)));
    },
  };

  function forget(): void {
    for (const [code, expiresAt] of codes) if (expiresAt <= now()) codes.delete(code);
  }
}

/** As people type it: small letters, spaces, and letters that look like digits. */
function normal(typed: string): string {
  return typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
}

const digest = (code: string): string => createHash('sha256').update(code).digest('base64');

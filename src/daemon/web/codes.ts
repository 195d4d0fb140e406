// One-time codes that let a browser in. They live in memory only, so a restart ends them.
import { createHash, randomInt } from 'node:crypto';
import type { Clock } from '../../decide/clock.ts';

/** No look-alikes; 40 bits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 8;
const LIVES_FOR_MS = 2 * 60_000;
const MOST_WRONG = 20;
const LOCKED_FOR_MS = 10 * 60_000;
const MOST_CODES = 50;

export type Used = { readonly kind: 'right' } | { readonly kind: 'wrong' } | { readonly kind: 'locked'; readonly until: number };

/**
 * Wrong codes are counted by where they come from, so that nobody on the network can lock out the person at this computer. A new code starts the count again:
 * whoever makes one has the token, and 20 guesses out of 2^40 are of no use.
 */
export function createCodes({ now }: Pick<Clock, 'now'>) {
  const codes = new Map<string, number>();
  const wrong = new Map<string, { count: number; lockedUntil: number }>();

  return {
    make(): { readonly code: string; readonly expiresAt: number } {
      forget();
      wrong.clear();
      const code = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
      const expiresAt = now() + LIVES_FOR_MS;
      codes.set(digest(code), expiresAt);
      const [oldest] = codes.keys();
      if (codes.size > MOST_CODES && oldest !== undefined) codes.delete(oldest);
      return { code: `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`, expiresAt };
    },

    /** A right code is used up by this. */
    use(typed: string, from: string): Used {
      forget();
      const tries = wrong.get(from) ?? { count: 0, lockedUntil: 0 };
      if (tries.lockedUntil > now()) return { kind: 'locked', until: tries.lockedUntil };
      // Compared by digest, so that the time it takes says nothing about the code.
      if (codes.delete(digest(normal(typed)))) return { kind: 'right' };
      tries.count += 1;
      wrong.set(from, tries);
      if (tries.count < MOST_WRONG) return { kind: 'wrong' };
      wrong.set(from, { count: 0, lockedUntil: now() + LOCKED_FOR_MS });
      codes.clear();
      return { kind: 'locked', until: now() + LOCKED_FOR_MS };
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

// Pairing: whoever sends the one-time code to our bot may answer in that chat, under the name that the code was made for.
//
// A code is for one person, for a few minutes. Everybody may try it a few times; strangers, however many, do not end it for the person it is for. To them we say nothing at all.

import type { Clock } from '../system/clock.ts';
import { inHalves, readable } from '../system/readable.ts';
import type { ChatPerson } from './chat-service.ts';
import type { ChatStore, Paired } from './store.ts';

export const CODE_MINUTES = 10;
/** 40 bits: if a service passed on a thousand messages a second, one such code in two million would be found in its time. */
const CODE_LENGTH = 8;
const MOST_WRONG_EACH = 5;
/** How many of those who tried are remembered. */
const MOST_REMEMBERED = 1_000;

/** `code` is written in two halves: k7q2-m9xd. */
export type Invited = { readonly code: string; readonly until: number };
/** paired: that person did. over: the time is, or there is a newer code. */
export type PairingEnd = { readonly kind: 'paired'; readonly person: Paired } | { readonly kind: 'over' };

export type Pairing = ReturnType<typeof createPairing>;

export function createPairing({ store, clock, bytes }: { store: ChatStore; clock: Clock; bytes: (count: number) => Uint8Array }) {
  const waiting = new Set<{ readonly code: string; readonly end: (how: PairingEnd) => void }>();
  /** For a caller that lost its connection while somebody paired. */
  let lastCode: string | undefined;
  const end = (code: string, how: PairingEnd): void => {
    for (const each of waiting) if (each.code === code) each.end(how);
  };

  return {
    /** A newer code replaces the one before. */
    invite(name: string): Invited {
      const before = store.get().invitation;
      const code = readable(bytes(CODE_LENGTH));
      const until = clock.now() + CODE_MINUTES * 60_000;
      store.change({ invitation: { code, name, until, wrong: {} } });
      if (before) end(before.code, { kind: 'over' });
      return { code: inHalves(code), until };
    },

    /** Undefined if the signal fires first. */
    async ended(shown: string, signal: AbortSignal): Promise<PairingEnd | undefined> {
      const code = plain(shown);
      const done = store.get().invitation;
      if (done?.code !== code) {
        const last = store.get().people.at(-1);
        return lastCode === code && last ? { kind: 'paired', person: last } : { kind: 'over' };
      }
      if (signal.aborted) return undefined;
      return new Promise((resolve) => {
        const cancel = clock.at(done.until, () => finish({ kind: 'over' }));
        const entry = { code, end: (how: PairingEnd) => finish(how) };
        const stop = () => finish(undefined);
        const finish = (how: PairingEnd | undefined) => {
          waiting.delete(entry);
          cancel();
          signal.removeEventListener('abort', stop);
          resolve(how);
        };
        waiting.add(entry);
        signal.addEventListener('abort', stop);
      });
    },

    /** The new pair if this text is the code. A link sends "/start <code>" in some services. */
    tried(text: string, chat: string, from: ChatPerson): Paired | undefined {
      const { invitation, people } = store.get();
      const tried = plain(text.replace(/^\/start(@\w+)?\s+/, ''));
      if (!invitation || tried.length !== CODE_LENGTH) return undefined;
      if (clock.now() >= invitation.until) {
        store.change({ invitation: undefined });
        return undefined;
      }
      const own = invitation.wrong[from.id] ?? 0;
      if (own >= MOST_WRONG_EACH) return undefined;
      if (tried !== invitation.code) {
        const { [from.id]: _, ...others } = invitation.wrong;
        const wrong = [...Object.entries(others).slice(1 - MOST_REMEMBERED), [from.id, own + 1] as const];
        store.change({ invitation: { ...invitation, wrong: Object.fromEntries(wrong) } });
        return undefined;
      }
      const person: Paired = { chat, id: from.id, name: invitation.name, shownAs: from.name, at: clock.now() };
      const others = people.filter((each) => each.chat !== chat || each.id !== from.id);
      store.change({ people: [...others, person], invitation: undefined });
      lastCode = invitation.code;
      end(invitation.code, { kind: 'paired', person });
      return person;
    },
  };
}

const plain = (text: string): string => text.trim().toLowerCase().replaceAll(/[\s-]/g, '');

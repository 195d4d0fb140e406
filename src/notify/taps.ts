// What a person chooses in a notification, with a link or with a button: as the person whose broker this is, and at most once.
import { randomBytes } from 'node:crypto';
import { isOpen } from '../ask/lifecycle.ts';
import type { AskView } from '../ask/schema/history.ts';
import type { Decide } from '../inbox/decide.ts';
import type { Journal } from '../journal/journal.ts';
import { userName } from '../system/user.ts';
import type { Choice, Message, Notifier } from './notifier.ts';
import type { Show } from './settings.ts';
import { choicesOf, notAnswered } from './text.ts';

type Tap = Pick<Choice, 'ask' | 'number'>;

/** `asked`: it can be chosen with one tap. `over`: it was decided or is gone. */
type Tapped = { readonly kind: 'asked' | 'over'; readonly view: AskView } | { readonly kind: 'unknown' };

/** `not-answered`: why it is still open. */
export type Chosen =
  | { readonly kind: 'over'; readonly view: AskView }
  | { readonly kind: 'not-answered'; readonly view: AskView; readonly reason: string }
  | { readonly kind: 'unknown' };

const TOLD_WITHIN_MS = 20_000;

export function createTaps({ journal, decide }: { readonly journal: Journal; readonly decide: Decide }) {
  async function tapped({ ask, number }: Tap): Promise<Tapped> {
    const view = await journal.get(ask);
    if (!view || !choicesOf(view).some((each) => each.number === number)) return { kind: 'unknown' };
    return { kind: isOpen(view) ? 'asked' : 'over', view };
  }

  /** The same tap twice is one decision. */
  async function choose({ ask, number }: Tap, surface: string): Promise<Chosen> {
    const tap = await tapped({ ask, number });
    if (tap.kind === 'unknown') return tap;
    if (tap.kind === 'over') return { kind: 'over', view: tap.view };
    const by = { kind: 'person', name: userName(), surface } as const;
    const decided = await decide(tap.view, { kind: 'answers', answers: [number] }, { by, key: `tap:${ask}:${number}` });
    switch (decided.kind) {
      case 'won':
      case 'taken':
        return { kind: 'over', view: decided.view };
      case 'refused':
      case 'undeliverable':
        return { kind: 'not-answered', view: decided.view, reason: decided.reason };
      case 'invalid':
        return { kind: 'not-answered', view: tap.view, reason: decided.problems.map(({ message }) => message).join('; ') };
      case 'unknown':
        return { kind: 'unknown' };
    }
  }

  return {
    /** What a link is for. What needs a second look has no link, and an old one does nothing. */
    tapped,
    choose,
    /** A desktop closes its message when a button is pressed. So if that did not answer the ask, another one says why. */
    async chooseAndTell(tap: Tap, surface: string, show: Show, notifier: Pick<Notifier, 'send'>): Promise<void> {
      const chosen = await choose(tap, surface);
      if (chosen.kind !== 'not-answered') return;
      const message: Message = notAnswered(chosen.view, chosen.reason, show, `tap:${randomBytes(6).toString('hex')}`);
      await notifier.send(message, AbortSignal.timeout(TOLD_WITHIN_MS));
    },
  };
}

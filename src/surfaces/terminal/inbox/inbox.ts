// The inbox as a screen: a feed in front, a painting behind, keys between them.
import type { Screen } from '../loop.ts';
import type { Feed } from './feed.ts';
import { inboxPainting } from './paint.ts';
import type { InboxPainting } from './painting.ts';

/** Ages are told in seconds at first, and so is what is left until a deadline. */
const SECOND = 1_000;

export function inboxScreen(feed: Feed, now: () => number, onQuit: () => void): Screen<InboxPainting> {
  return {
    everyMs: SECOND,
    paint: (size) => inboxPainting(feed.inbox(), size, now()),
    press(key, painted) {
      if (feed.press(key, painted).some(({ kind }) => kind === 'quit')) onQuit();
    },
  };
}

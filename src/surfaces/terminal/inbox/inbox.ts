// The inbox as a screen: passes keys to the feed, and paints its state.
import type { Screen } from '../loop.ts';
import type { Feed } from './feed.ts';
import { inboxPainting } from './paint.ts';
import type { InboxPainting } from './painting.ts';

/** Ages and remaining times are shown in seconds at first. */
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

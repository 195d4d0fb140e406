// The inbox as a screen: passes keys to the feed, and paints its state.
import type { AgentSession } from '../../ask/schema/session.ts';
import type { Feed } from '../../dialog/inbox/feed.ts';
import type { Screen } from '../loop.ts';
import { inboxPainting } from './paint.ts';
import type { InboxPainting } from './rows.ts';

/** Ages and remaining times are shown in seconds at first. */
const SECOND = 1_000;

/** Resolves with what the person should know: nothing if their terminal now shows the pane. */
export type Go = (session: AgentSession | undefined) => Promise<string | undefined>;

export function inboxScreen(feed: Feed, now: () => number, onQuit: () => void, go: Go): Screen<InboxPainting> {
  return {
    everyMs: SECOND,
    paint: (size) => inboxPainting(feed.inbox(), size, now()),
    press(key, painted) {
      for (const effect of feed.press(key, painted)) {
        if (effect.kind === 'quit') onQuit();
        if (effect.kind !== 'go') continue;
        const session = feed.inbox().sessions.find(({ id }) => id === effect.session);
        void go(session).then((text) => text !== undefined && feed.notice({ tone: 'plain', text }));
      }
    },
  };
}

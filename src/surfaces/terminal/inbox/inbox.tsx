// The inbox on a terminal: a feed in front, a painting behind, keys between them.
import { useRef, useSyncExternalStore } from 'react';
import { useKeys, useNow, useSize } from '../hooks.ts';
import { Screen } from '../screen.tsx';
import type { Feed } from './feed.ts';
import { inboxPainting } from './paint.ts';
import type { InboxPainting } from './painting.ts';

/** Ages are told in seconds at first, and so is what is left until a deadline. */
const TICK_MS = 1_000;

export function InboxScreen({ feed, now, onQuit }: { readonly feed: Feed; readonly now: () => number; readonly onQuit: () => void }) {
  const inbox = useSyncExternalStore(feed.subscribe, feed.inbox);
  const size = useSize();
  const at = useNow(TICK_MS, now);
  const painting = inboxPainting(inbox, size, Math.max(at, now()));
  const painted = useRef<InboxPainting>(painting);
  painted.current = painting;
  useKeys((key) => {
    if (feed.press(key, painted.current).some(({ kind }) => kind === 'quit')) onQuit();
  });
  return <Screen {...painting} />;
}

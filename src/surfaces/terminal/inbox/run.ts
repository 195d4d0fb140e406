// Runs the inbox: takes over the terminal, follows the broker, restores the terminal.
import type { Client } from '../../../client/client.ts';
import type { Answerer } from '../../../question/words.ts';
import { pause } from '../pause.ts';
import { sent } from '../prepare.ts';
import type { Streams } from '../terminal.ts';
import { Feed } from './feed.ts';
import { type Noise, noiseFor } from './notify.ts';
import type { InboxPainting } from './painting.ts';

export type InboxOptions = {
  readonly client: Client;
  readonly by: Answerer;
  readonly noise?: Noise | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly now: () => number;
};

export async function runInbox(streams: Streams, { client, by, noise, env, now }: InboxOptions): Promise<void> {
  const feed = new Feed({
    source: client,
    by,
    now,
    pause,
    onArrival: noise && ((asks) => void streams.output.write(noiseFor(noise, asks, env))),
  });
  feed.follow().catch((bug) => {
    queueMicrotask(() => {
      throw bug;
    });
  });
  // The rest is loaded while the broker is working on the request.
  await sent();
  const [{ runScreen }, { inboxScreen }] = await Promise.all([import('../loop.ts'), import('./inbox.ts')]);
  try {
    await runScreen<void, InboxPainting>(streams, ({ redraw, finish }) => {
      feed.subscribe(redraw);
      return inboxScreen(feed, now, finish);
    });
  } finally {
    feed.close();
  }
}

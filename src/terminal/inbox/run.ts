// Runs the inbox: takes over the terminal, follows the broker, restores the terminal.

import type { Answerer } from '../../ask/schema/decision.ts';
import type { Client } from '../../client/client.ts';
import { sealedFor } from '../../client/seal.ts';
import { Feed } from '../../dialog/inbox/feed.ts';
import { sourceOf } from '../../dialog/inbox/source.ts';
import { goToPane } from '../go-to-pane.ts';
import type { Streams } from '../terminal.ts';
import { pause, sent } from '../wait.ts';
import { type Noise, noiseFor } from './notify.ts';
import type { InboxPainting } from './rows.ts';

export type InboxOptions = {
  readonly client: Client;
  readonly by: Answerer;
  readonly noise?: Noise | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly now: () => number;
  readonly mouse: boolean;
};

export async function runInbox(streams: Streams, { client, by, noise, env, now, mouse }: InboxOptions): Promise<void> {
  const feed = new Feed({
    source: sourceOf(client),
    by,
    now,
    pause,
    sealed: sealedFor,
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
  const over = new AbortController();
  void followConfig(client, feed, over.signal);
  try {
    await runScreen<void, InboxPainting>({ ...streams, mouse }, ({ redraw, finish }) => {
      feed.subscribe(redraw);
      return inboxScreen(feed, now, finish, async (session) => {
        const problem = await goToPane(session, env);
        // A popup would cover the pane.
        if (problem === undefined && env.ANSWERBACK_POPUP) finish();
        return problem;
      });
    });
  } finally {
    over.abort();
    feed.close();
  }
}

const LOOK_AGAIN_MS = 5_000;

/** A change of the file is no event, so somebody has to look; but not before the first screen, which it would delay. */
async function followConfig(client: Client, feed: Feed, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const stop = feed.subscribe(() => {
      stop();
      resolve();
    });
  });
  while (!signal.aborted) {
    const status = await client.call('GET /v1/status').catch(() => undefined);
    if (status && !signal.aborted) feed.warn([...status.configProblems, ...(status.autoAnswerFailures ?? [])]);
    await pause(LOOK_AGAIN_MS, signal);
  }
}

// The inbox as a program: takes the terminal, follows the broker, gives the terminal back.
import type { Client } from '../../../client/client.ts';
import type { Answerer } from '../../../question/words.ts';
import { pause } from '../pause.ts';
import { runOnTerminal } from '../run.tsx';
import type { Streams } from '../terminal.ts';
import { Feed } from './feed.ts';
import { InboxScreen } from './inbox.tsx';
import { type Noise, noiseFor } from './notify.ts';

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
  try {
    await runOnTerminal<void>(streams, (finish) => {
      feed.follow().catch((bug) => {
        queueMicrotask(() => {
          throw bug;
        });
      });
      return <InboxScreen feed={feed} now={now} onQuit={() => finish()} />;
    });
  } finally {
    feed.close();
  }
}

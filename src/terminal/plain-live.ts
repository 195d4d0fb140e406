// One open ask of the broker, answered in plain prompts. The first answer ends it, wherever it comes from.
import type { Readable, Writable } from 'node:stream';
import type { Answerer } from '../ask/schema/decision.ts';
import type { AskView } from '../ask/schema/history.ts';
import type { Client } from '../client/client.ts';
import { newKey } from '../client/key.ts';
import type { Ending } from '../dialog/words/ending.ts';
import { followAsk, sendVerdict } from './dialog/wire.ts';
import type { Lines } from './lines.ts';
import { runPlain } from './plain.ts';

export type PlainLive = {
  readonly client: Client;
  readonly view: AskView;
  readonly by: Answerer;
  readonly reason?: string | undefined;
  readonly input: Readable | Lines;
  readonly output: Writable;
};

export async function answerInPlain({ client, view, by, reason, input, output }: PlainLive): Promise<Ending> {
  const key = newKey();
  const followed = new AbortController();
  const over = new AbortController();
  let ended: AskView | undefined;
  void followAsk(client, view, {
    signal: followed.signal,
    onStale: () => {},
    onOver: (now) => {
      ended = now;
      over.abort();
      output.write('\n');
    },
  });
  const end = await runPlain(view, {
    input,
    output,
    signal: over.signal,
    onVerdict: async (verdict) => {
      const sent = await sendVerdict(client, view, verdict, { by, key, reason });
      if (sent.kind === 'failed') return sent;
      ended = sent.view;
      return { kind: 'sent' };
    },
  });
  followed.abort();
  if (end === 'left' || !ended) return { kind: 'left', interrupted: false };
  return { kind: 'over', view: ended, ours: ended.decision?.key === key };
}

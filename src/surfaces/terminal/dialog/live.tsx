// One open ask of the broker, answered in a dialog on this terminal; whoever answers first ends it.
import { useEffect, useRef, useState } from 'react';
import type { Client } from '../../../client/client.ts';
import type { AskView } from '../../../question/lifecycle.ts';
import type { Answerer, Verdict } from '../../../question/words.ts';
import { runOnTerminal } from '../run.tsx';
import type { Streams } from '../terminal.ts';
import { Dialog } from './dialog.tsx';
import type { Ending } from './ending.ts';
import type { Sent } from './props.ts';
import { followAsk, sendVerdict } from './wire.ts';

type LiveProps = {
  readonly client: Client;
  readonly view: AskView;
  readonly by: Answerer;
  readonly reason?: string | undefined;
  readonly notice?: string | undefined;
  onEnd(ending: Ending): void;
};

export function answerOnTerminal(streams: Streams, live: Omit<LiveProps, 'onEnd'>): Promise<Ending> {
  return runOnTerminal<Ending>(streams, (finish) => <LiveDialog {...live} onEnd={finish} />);
}

export function LiveDialog({ client, view, by, reason, notice, onEnd }: LiveProps) {
  const [stale, setStale] = useState(false);
  // One key for all that is sent from here: a try that seemed to fail may have arrived.
  const key = useRef(crypto.randomUUID()).current;
  useEffect(() => {
    const gone = new AbortController();
    void followAsk(client, view, {
      signal: gone.signal,
      onStale: setStale,
      onOver: (over) => onEnd({ kind: 'over', view: over, ours: over.decision?.key === key }),
    });
    return () => gone.abort();
  }, [client, view, key, onEnd]);
  const send = async (verdict: Verdict): Promise<Sent> => {
    const result = await sendVerdict(client, view, verdict, { by, key, reason });
    if (result.kind === 'failed') return result;
    onEnd({ kind: 'over', view: result.view, ours: result.kind === 'sent' });
    return { kind: 'sent' };
  };
  const leave = (_: unknown, interrupted: boolean) => onEnd({ kind: 'left', interrupted });
  return <Dialog ask={view} onVerdict={send} onLeave={leave} stale={stale} notice={notice} />;
}

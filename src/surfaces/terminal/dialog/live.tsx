// One open ask of the broker, answered in a dialog on this terminal; whoever answers first ends it.
import { useEffect, useState } from 'react';
import type { Client } from '../../../client/client.ts';
import { Refused } from '../../../client/errors.ts';
import { answerInputOf } from '../../../question/dialog/verdict.ts';
import { type AskView, isOpen } from '../../../question/lifecycle.ts';
import type { Answerer, Verdict } from '../../../question/words.ts';
import { runOnTerminal } from '../run.tsx';
import type { Streams } from '../terminal.ts';
import { Dialog } from './dialog.tsx';
import type { Sent } from './props.ts';

/** `over` also when the verdict was ours: the view says who decided. `left` means that the ask is still open. */
export type Ending =
  | { readonly kind: 'over'; readonly view: AskView; readonly ours: boolean }
  | { readonly kind: 'left'; readonly interrupted: boolean };

type LiveProps = { readonly client: Client; readonly view: AskView; readonly by: Answerer; onEnd(ending: Ending): void };

export function answerOnTerminal(streams: Streams, live: Omit<LiveProps, 'onEnd'>): Promise<Ending> {
  return runOnTerminal<Ending>(streams, (finish) => <LiveDialog {...live} onEnd={finish} />);
}

export function LiveDialog({ client, view, by, onEnd }: LiveProps) {
  const [stale, setStale] = useState(false);
  useEffect(() => {
    const gone = new AbortController();
    void follow(client, view, {
      signal: gone.signal,
      onStale: setStale,
      onOver: (over) => onEnd({ kind: 'over', view: over, ours: isBy(over, by) }),
    });
    return () => gone.abort();
  }, [client, view, by, onEnd]);
  const send = async (verdict: Verdict): Promise<Sent> => {
    const result = await sendVerdict(client, view, verdict, by);
    if (result.kind === 'failed') return result;
    onEnd({ kind: 'over', view: result.view, ours: result.kind === 'sent' });
    return { kind: 'sent' };
  };
  return <Dialog ask={view} onVerdict={send} onLeave={(_, interrupted) => onEnd({ kind: 'left', interrupted })} stale={stale} />;
}

type Outcome = { readonly kind: 'sent' | 'taken'; readonly view: AskView } | { readonly kind: 'failed'; readonly message: string };

/** Sends it until a broker takes it: the client's own patience ends, a person's need not, and the key makes it one decision. */
export async function sendVerdict(
  client: Client,
  ask: AskView,
  verdict: Verdict,
  by: Answerer,
  key: string = crypto.randomUUID(),
): Promise<Outcome> {
  const signed = { by, key };
  try {
    if (verdict.kind === 'redirect') return { kind: 'sent', view: await client.redirect(ask.id, verdict.message, signed) };
    if (verdict.kind === 'decline') return { kind: 'sent', view: await client.decline(ask.id, verdict.message, signed) };
    return { kind: 'sent', view: await client.answer(ask.id, verdict.answers.map(answerInputOf), signed) };
  } catch (error) {
    if (!(error instanceof Refused)) return { kind: 'failed', message: `Not sent: ${(error as Error).message}. Press Enter to try again.` };
    const now = await client.show(ask.id).catch(() => undefined);
    return now && !isOpen(now) ? { kind: 'taken', view: now } : { kind: 'failed', message: `${error.message} ${error.fix}` };
  }
}

/** Follows the ask until it is over, across broker restarts. */
async function follow(
  client: Client,
  view: AskView,
  { signal, onStale, onOver }: { signal: AbortSignal; onStale: (stale: boolean) => void; onOver: (view: AskView) => void },
): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const item of client.events({ ask: view.id, signal })) {
        onStale(item.kind === 'lost');
        // Also after connecting: what happened in between came on no stream.
        if (item.kind === 'lost') continue;
        const now = await client.show(view.id);
        if (!isOpen(now) && !signal.aborted) return onOver(now);
      }
    } catch {
      // No broker can be had just now. The ask is on disk, so go on trying.
      onStale(true);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  }
}

function isBy({ decision }: AskView, by: Answerer): boolean {
  return decision?.by.name === by.name && decision.by.surface === by.surface;
}

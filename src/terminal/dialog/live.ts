// One open ask of the broker, answered in a dialog on a screen. The first answer ends it, wherever it comes from.

import type { Answerer } from '../../ask/schema/decision.ts';
import type { AskView } from '../../ask/schema/history.ts';
import type { Client } from '../../client/client.ts';
import { newKey } from '../../client/key.ts';
import type { Ending } from '../../dialog/words/ending.ts';
import { type RunScreen, runScreen } from '../loop.ts';
import type { Streams } from '../terminal.ts';
import { dialogScreen } from './dialog.ts';
import type { DialogPainting } from './paint.ts';
import type { DialogProps } from './props.ts';
import { followAsk, sendVerdict } from './wire.ts';

type LiveAsk = {
  readonly client: Client;
  readonly view: AskView;
  readonly by: Answerer;
  readonly reason?: string | undefined;
  /** One line about the ask that the person should know; shown as soon as it arrives. */
  readonly notice?: Promise<string | undefined>;
  /** Closes the dialog. */
  readonly over?: AbortSignal | undefined;
};

export const answerOnTerminal = (streams: Streams, live: LiveAsk): Promise<Ending> =>
  answerOnScreen((open) => runScreen(streams, open), live);

export async function answerOnScreen(run: RunScreen, { client, view, by, reason, notice, over }: LiveAsk): Promise<Ending> {
  // One key for everything sent from here: an attempt that seemed to fail may have arrived. Created lazily, because loading Node's crypto takes 4 ms.
  let key: string | undefined;
  const gone = new AbortController();
  try {
    return await run<Ending, DialogPainting>(({ redraw, finish }) => {
      let props: DialogProps = {
        ask: view,
        async onVerdict(verdict) {
          key ??= newKey();
          const sent = await sendVerdict(client, view, verdict, { by, key, reason });
          if (sent.kind === 'failed') return sent;
          finish({ kind: 'over', view: sent.view, ours: sent.kind === 'sent' });
          return { kind: 'sent' };
        },
        onLeave: (_, interrupted) => finish({ kind: 'left', interrupted }),
      };
      const tell = (changes: Pick<DialogProps, 'stale' | 'notice'>) => {
        props = { ...props, ...changes };
        redraw();
      };
      // If the broker cannot be reached now, following the ask reports it.
      notice?.then(
        (text) => tell({ notice: text }),
        () => {},
      );
      over?.addEventListener('abort', () => finish({ kind: 'left', interrupted: false }), { once: true });
      void followAsk(client, view, {
        signal: gone.signal,
        onStale: (stale) => tell({ stale }),
        onOver: (over) => finish({ kind: 'over', view: over, ours: key !== undefined && over.decision?.key === key }),
      });
      return dialogScreen(() => props, redraw);
    });
  } finally {
    gone.abort();
  }
}

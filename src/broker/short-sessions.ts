// Sessions that exist only for their asks, such as a script that ran `ask --no-wait`, end when the last of these is over.
import type { Clock } from '../decide/clock.ts';
import type { Journal } from '../decide/journal.ts';
import { endsAsking } from '../question/lifecycle.ts';

type ShortSessionsParts = { readonly journal: Journal; readonly clock: Clock; readonly onError: (error: unknown) => void };

const MOST_RESUMED = 500;

export function createShortSessions({ journal, clock, onError }: ShortSessionsParts) {
  const unsubscribe = journal.onCommit((event) => {
    if ('ask' in event && endsAsking(event.happening)) endAfter(event.ask).catch(onError);
  });

  return {
    /** After a start: those whose last ask ended just before the stop. */
    async resume(): Promise<void> {
      for (const { id } of await journal.sessions({ ended: false, limit: MOST_RESUMED })) await endIfOver(id);
    },
    stop: unsubscribe,
  };

  async function endAfter(ask: string): Promise<void> {
    const view = await journal.get(ask);
    if (view) await endIfOver(view.session);
  }

  async function endIfOver(id: string): Promise<void> {
    if ((await journal.session(id))?.endsWithItsAsks !== true) return;
    const { items } = await journal.list({ session: id, states: ['open'] }, { limit: 1 });
    if (items.length === 0) await journal.endSession(id, clock.now(), 'its last ask is over', 'broker');
  }
}

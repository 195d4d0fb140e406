// Adding to an ask as it stands: worked out from its present state, again if somebody else was quicker, until it is stored or no longer applies.
import type { AskView } from '../question/lifecycle.ts';
import type { Entry, Journal } from './journal.ts';

export type Amended = { readonly kind: 'amended' | 'unchanged'; readonly view: AskView } | { readonly kind: 'unknown' };

/** `entries` says what to add to the ask as it is now; nothing means: leave it. */
export async function amend(journal: Journal, id: string, entries: (current: AskView) => readonly Entry[]): Promise<Amended> {
  for (;;) {
    const view = await journal.get(id);
    if (!view) return { kind: 'unknown' };
    const added = entries(view);
    if (added.length === 0) return { kind: 'unchanged', view };
    const result = await journal.append(id, view.version, added);
    if (result.kind === 'appended') return { kind: 'amended', view: result.view };
  }
}

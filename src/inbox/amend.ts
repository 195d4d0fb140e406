// Appends events to an ask based on its current state. Retries if somebody else was quicker, until it is stored or no longer applies.
import { allows } from '../ask/lifecycle.ts';
import type { AskView, LaterHappening } from '../ask/schema/history.ts';
import type { Entry, Journal } from '../journal/journal.ts';

export type Amended = { readonly kind: 'amended' | 'unchanged'; readonly view: AskView } | { readonly kind: 'unknown' };

/** `entries` returns what to append to the ask in its current state; an empty list leaves it unchanged. */
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

/** Appends these events together if the first of them is allowed now; false if not. */
export async function appendIfAllowed(
  journal: Journal,
  id: string,
  by: { readonly at: number; readonly actor: string },
  ...happenings: readonly LaterHappening[]
): Promise<boolean> {
  const [first] = happenings;
  const result = await amend(journal, id, (current) =>
    first && allows(current.state, first.kind) ? happenings.map((happening) => ({ ...by, happening })) : [],
  );
  return result.kind === 'amended';
}

/** Nobody is left to get the answer. Unchanged if the ask is over, or if `may` says no to its current state. */
export function withdraw(
  journal: Journal,
  id: string,
  reason: string,
  by: { readonly at: number; readonly actor: string },
  may: (current: AskView) => boolean = () => true,
): Promise<Amended> {
  return amend(journal, id, (current) =>
    allows(current.state, 'withdrawn') && may(current) ? [{ ...by, happening: { kind: 'withdrawn', reason } }] : [],
  );
}

// Looks up asks in the journal: one by its id or the beginning of it, and how the same questions were decided before.

import { precedents, probe } from '../ask/precedent.ts';
import type { AskView } from '../ask/schema/history.ts';
import type { Precedent } from '../ask/schema/result.ts';
import type { Journal } from '../journal/journal.ts';

type AskLookup =
  | { readonly kind: 'found'; readonly view: AskView }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'ambiguous'; readonly ids: readonly string[] };

const MOST_NAMED = 6;
/** How many asks with the same words are searched for precedents. */
const CANDIDATES = 50;

/** By id or unique prefix, as in git. */
export async function findAsk(journal: Journal, prefix: string): Promise<AskLookup> {
  const exact = await journal.get(prefix);
  if (exact) return { kind: 'found', view: exact };
  const ids = prefix === '' ? [] : await journal.startingWith(prefix.toLowerCase(), MOST_NAMED);
  const [only, ...others] = ids;
  if (only === undefined) return { kind: 'unknown' };
  if (others.length > 0) return { kind: 'ambiguous', ids };
  const view = await journal.get(only);
  return view ? { kind: 'found', view } : { kind: 'unknown' };
}

/** In this project, latest decision first. */
export async function findPrecedents(journal: Journal, view: AskView, limit: number): Promise<readonly Precedent[]> {
  const { project, kind } = view;
  const pages = await Promise.all(
    view.questions.map((question) => journal.decided({ project, kinds: [kind], text: probe(question) }, { limit: CANDIDATES })),
  );
  const earlier = new Map(pages.flatMap(({ items }) => items.map((item) => [item.id, item] as const)));
  const latest = [...earlier.values()].sort((a, b) => (b.decision?.at ?? 0) - (a.decision?.at ?? 0));
  return precedents(view, latest).slice(0, limit);
}

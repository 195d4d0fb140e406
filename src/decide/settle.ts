// First answer wins: one decision is stored per ask, and whoever comes later is told who was first.
import { type AskView, isOpen } from '../question/lifecycle.ts';
import type { Answerer, Decision } from '../question/words.ts';
import type { Journal } from './journal.ts';

export type Settled =
  | { readonly kind: 'won'; readonly view: AskView }
  | { readonly kind: 'taken'; readonly view: AskView }
  | { readonly kind: 'unknown' };

/** The same decision (same key) sent again after a lost reply is `won` again, and stored once. */
export async function settle(journal: Journal, id: string, decision: Decision): Promise<Settled> {
  for (;;) {
    const view = await journal.get(id);
    if (!view) return { kind: 'unknown' };
    if (!isOpen(view)) return { kind: view.decision?.key === decision.key ? 'won' : 'taken', view };
    const entry = { at: decision.at, actor: actorName(decision.by), happening: { kind: 'settled', decision } } as const;
    const result = await journal.append(id, view.version, [entry]);
    if (result.kind === 'appended') return { kind: 'won', view: result.view };
  }
}

export function actorName(by: Answerer): string {
  return `${by.kind}:${by.name}@${by.surface}`;
}

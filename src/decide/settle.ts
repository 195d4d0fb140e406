// First answer wins: one decision is stored per ask, and whoever comes later is told who was first.
import { type AskView, isOpen } from '../question/lifecycle.ts';
import type { Answerer, Decision } from '../question/words.ts';
import type { Entry, Journal } from './journal.ts';

export type Settled =
  | { readonly kind: 'won'; readonly view: AskView }
  | { readonly kind: 'taken'; readonly view: AskView }
  | { readonly kind: 'unknown' };

/**
 * The same decision (same key) sent again after a lost reply is `won` again, and stored once.
 * `before`: what is stored in the same transaction, just before the decision.
 */
export async function settle(journal: Journal, id: string, decision: Decision, before: readonly Entry[] = []): Promise<Settled> {
  for (;;) {
    const view = await journal.get(id);
    if (!view) return { kind: 'unknown' };
    if (!isOpen(view)) return { kind: view.decision?.key === decision.key ? 'won' : 'taken', view };
    const entry = { at: decision.at, actor: actorName(decision.by), happening: { kind: 'settled', decision } } as const;
    const result = await journal.append(id, view.version, [...before, entry]);
    if (result.kind === 'appended') return { kind: 'won', view: result.view };
  }
}

export function actorName(by: Answerer): string {
  return `${by.kind}:${by.name}@${by.surface}`;
}

// First answer wins: one decision is stored per ask, and later answerers are told who was first.
import { type AskView, isOpen } from '../question/lifecycle.ts';
import type { Answerer, Decision } from '../question/words.ts';
import type { Entry, Journal } from './journal.ts';

export type Settled =
  | { readonly kind: 'won'; readonly view: AskView }
  | { readonly kind: 'taken'; readonly view: AskView }
  | { readonly kind: 'refused'; readonly view: AskView; readonly reason: string }
  | { readonly kind: 'unknown' };

/** Checked right before the decision is stored. */
export type Conditions = {
  /** Why this decision may not be made; undefined if it may. */
  readonly refuses?: ((view: AskView) => string | undefined | Promise<string | undefined>) | undefined;
  /** What is stored in the same transaction, just before the decision. */
  readonly before?: ((view: AskView) => readonly Entry[]) | undefined;
};

/** The same decision (same key) sent again after a lost reply is `won` again, but stored once. */
export async function settle(journal: Journal, id: string, decision: Decision, conditions: Conditions = {}): Promise<Settled> {
  for (;;) {
    const view = await journal.get(id);
    if (!view) return { kind: 'unknown' };
    if (!isOpen(view)) return { kind: view.decision?.key === decision.key ? 'won' : 'taken', view };
    const reason = await conditions.refuses?.(view);
    if (reason !== undefined) return { kind: 'refused', view, reason };
    const entry = { at: decision.at, actor: actorName(decision.by), happening: { kind: 'settled', decision } } as const;
    const result = await journal.append(id, view.version, [...(conditions.before?.(view) ?? []), entry]);
    if (result.kind === 'appended') return { kind: 'won', view: result.view };
  }
}

export function actorName(by: Answerer): string {
  return `${by.kind}:${by.name}@${by.surface}`;
}

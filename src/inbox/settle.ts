// First answer wins: one decision is stored per ask, and later answerers are told who was first. Only people replace a
// decision, and only one that did not arrive.
import { isOpen, isPending } from '../ask/lifecycle.ts';
import type { Answerer, Decision } from '../ask/schema/decision.ts';
import type { AskView } from '../ask/schema/history.ts';
import type { Entry, Journal } from '../journal/journal.ts';

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
    if (view.decision?.key === decision.key) return { kind: 'won', view };
    const mayDecide = decision.by.kind === 'person' ? isPending(view) && !(await isRepeated(journal, view, decision)) : isOpen(view);
    if (!mayDecide) return { kind: 'taken', view };
    const reason = await conditions.refuses?.(view);
    if (reason !== undefined) return { kind: 'refused', view, reason };
    const entry = { at: decision.at, actor: actorName(decision.by), happening: { kind: 'settled', decision } } as const;
    const result = await journal.append(id, view.version, [...(conditions.before?.(view) ?? []), entry]);
    if (result.kind === 'appended') return { kind: 'won', view: result.view };
  }
}

/** Sent again after somebody replaced it. */
async function isRepeated(journal: Journal, view: AskView, { key }: Decision): Promise<boolean> {
  if (isOpen(view)) return false;
  return (await journal.history(view.id)).some(({ happening }) => happening.kind === 'settled' && happening.decision.key === key);
}

export function actorName(by: Answerer): string {
  return `${by.kind}:${by.name}@${by.surface}`;
}

// The risk that an answerer states. Only what it says in its own reply counts.
import type { Risk } from '../../ask/schema/route.ts';
import type { Grounds } from '../../inbox/grounds.ts';

const RISKS: readonly string[] = ['reversible', 'irreversible', 'unsure'] satisfies Risk[];

/** `values`: the risk from every place in one reply where it is required. All must be given and equal. */
export function risked(values: readonly unknown[]): Pick<Grounds, 'risk'> {
  const risks = new Set(values.map(riskOf));
  if (risks.has(undefined) || risks.size === 0) return {};
  const [only] = risks;
  return { risk: risks.size === 1 ? only : 'several' };
}

function riskOf(value: unknown): Grounds['risk'] {
  if (typeof value !== 'string') return undefined;
  const words = new Set(
    value
      .toLowerCase()
      .split(/[^a-z]+/)
      .filter((word) => RISKS.includes(word)),
  );
  if (words.size > 1) return 'several';
  const plain = value.trim().toLowerCase();
  return RISKS.includes(plain) ? (plain as Risk) : undefined;
}

/** Why an answer with these grounds is for people; undefined if it can be accepted. `missing`: the agent can send it again, complete. */
export function groundsProblem({ risk, reason }: Grounds): { readonly why: string; readonly missing: boolean } | undefined {
  const because = reason === undefined ? '' : `: ${reason}`;
  switch (risk) {
    case undefined:
      return { why: 'it did not say how risky its answer is (risk: reversible, irreversible or unsure)', missing: true };
    case 'several':
      return { why: 'it said more than one thing about the risk of its answer', missing: true };
    case 'irreversible':
      return { why: `it says that this cannot be undone${because}`, missing: false };
    case 'unsure':
      return { why: `it is not sure whether this can be undone${because}`, missing: false };
    case 'reversible':
      return !reason?.trim() ? { why: 'it gave no reason for its answer', missing: true } : undefined;
  }
}

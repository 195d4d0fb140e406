// What a step of a route took, in tokens.
import type { Consideration } from './schema/route.ts';

type Effort = Consideration['effort'];

export const tokensIn = (effort: Effort): number => (effort?.inputTokens ?? 0) + (effort?.outputTokens ?? 0);

/** Of the answerer and of its reviewer. */
export const effortTokens = ({ effort, review }: Pick<Consideration, 'effort' | 'review'>): number =>
  tokensIn(effort) + tokensIn(review?.effort);

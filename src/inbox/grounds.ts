// What an answerer says about its own answer.
import type { Category, Risk } from '../ask/schema/route.ts';

/**
 * The reason; the confidence, from 0 to 1; the risk (`several`: it stated more than one); and the category of the question, as it saw it. Absent if it
 * said nothing.
 */
export type Grounds = {
  readonly reason?: string | undefined;
  readonly confidence?: number | undefined;
  readonly risk?: Risk | 'several' | undefined;
  readonly category?: Category | undefined;
};

// The category that an answerer saw in a question. It is for the record: an unknown one is none, and no answer is lost over it.
import type { Category } from '../../ask/schema/route.ts';
import type { Grounds } from '../../inbox/grounds.ts';

export const CATEGORIES: readonly Category[] = ['confirmation', 'style', 'scope', 'architecture', 'open-floor', 'delegation'];

export function categorised(value: unknown): Pick<Grounds, 'category'> {
  const said = typeof value === 'string' ? value.trim().toLowerCase().replace(/[ _]/, '-') : '';
  const category = CATEGORIES.find((each) => each === said);
  return category === undefined ? {} : { category };
}

// Reads a reviewer's output: one JSON object, {"review": "pass" or "hold", "reason": "…"}. If in doubt, there is no review.
import type { Ask } from '../../ask/schema/ask.ts';
import type { Review } from '../answerers/answering-agent.ts';
import { forgeries, isBait } from './forged.ts';
import { objectsIn } from './json.ts';

/** Each is compared with the question. */
const MOST_REVIEWS = 50;

type ReadReview = { readonly kind: 'review'; readonly review: Review } | { readonly kind: 'none'; readonly why: string };

export function readReview(text: string, ask: Ask): ReadReview {
  const found = objectsIn(text).filter(({ value }) => Object.hasOwn(value, 'review'));
  if (found.length > MOST_REVIEWS) return none(`it gave more than ${MOST_REVIEWS} reviews`);
  const bait = isBait(ask);
  const copied = forgeries(ask);
  const own = found.filter(({ raw, value }) =>
    value.ask === undefined || value.ask === null ? !bait && !copied.isReply(raw) : value.ask === ask.id,
  );
  if (own.length === 0)
    return none(
      found.length === 0
        ? 'there is no {"review": …} in what it said'
        : 'its review is about another ask, or stands in the question itself',
    );
  const reviews = own.map(({ value }) => reviewFrom(value));
  const [first] = reviews;
  if (first === undefined || reviews.some((each) => each?.review !== first.review))
    return none('it is neither a plain "pass" nor a plain "hold"');
  return { kind: 'review', review: first };
}

export function reviewFrom(value: unknown): Review | undefined {
  const { review, reason } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  if (review !== 'pass' && review !== 'hold') return undefined;
  return { kind: 'review', review, reason: typeof reason === 'string' && reason.trim() !== '' ? reason : 'it gave no reason' };
}

const none = (why: string): ReadReview => ({ kind: 'none', why });

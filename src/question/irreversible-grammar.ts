// The little grammar needed to judge a verb in its clause: is it negated, proposed, finished, the name of something, and what is done to?

import type { Clause } from './irreversible-clause.ts';
import {
  ACTS,
  AFTER_VERB,
  AGENT,
  BEFORE_PERSONS,
  EASE,
  FILLERS,
  MODALS,
  NAMES_A_THING,
  NEGATORS,
  PASSIVE,
  PAST,
  PERSONS,
  PHRASE_ENDS,
  READY,
  RUNS,
  STARTERS,
  THINGS,
  type Thing,
} from './irreversible-words.ts';

/** The word that negates the act at this place, if one reaches it. */
export function negated(clause: Clause, at: number): string | undefined {
  const [next = '', afterNext = ''] = clause.slice(at + 1, at + 3);
  if (/^(?:nothing|none|neither)$/.test(next) && !/^(?:but|except)$/.test(afterNext)) return next;
  if (next === 'no' && afterNext !== 'longer') return next;
  for (let i = at - 1; i >= 0 && i >= at - 6; i--) {
    const word = clause[i] ?? '';
    if (NEGATORS.has(word)) return word;
    // "Not publish or deploy" denies both; "cancel or delete" offers two things.
    if ((word === 'or' || word === 'nor') && !ACTS.has(clause[i - 1] ?? '')) return undefined;
    if (!FILLERS.has(word) && !ACTS.has(word)) return undefined;
  }
  return undefined;
}

/** The sentence proposes the act ("Delete them?", "Which should I delete?") and does not merely mention it. */
export function proposed(clause: Clause, at: number): boolean {
  if (clause[at - 1] === 'be' && /^(?:what|which|should|shall|can|may)$/.test(clause[0] ?? '')) return true;
  if (isPast(clause[at] ?? '') && ANNOUNCES.test(clause[at - 1] ?? '') && clause[0] !== 'how') return true;
  let i = at - 1;
  while (i >= 0 && STARTERS.has(clause[i] ?? '')) i--;
  if (i < 0) return true;
  if (clause[i] === 'to') return READY.has(clause[i - 1] ?? '');
  if (clause[i] === 'we') return !/^(?:how|where|which|what|when)$/.test(clause[0] ?? '');
  return AGENT.has(clause[i] ?? '');
}

/** "The others are dropped", "it gets deleted": what comes of any answer. */
const ANNOUNCES = /^(?:are|is|gets?|being)$/;

/** "The publish button", "deploy script": a name, unless it is run. Also the participle as adjective: "deleted rows". */
export function names(clause: Clause, at: number): boolean {
  const word = clause[at] ?? '';
  const next = clause[at + 1] ?? '';
  if (clause[at - 1] === 'soft') return true;
  if (!word.endsWith('ing') && NAMES_A_THING.has(next)) return !clause.slice(0, at).some((before) => RUNS.has(before));
  if (!isPast(word) || PASSIVE.has(clause[at - 1] ?? '')) return false;
  return next !== '' && !AFTER_VERB.has(next) && !NEGATORS.has(next);
}

/** "I deleted", "was published": done, whoever answers what. */
export const finished = (clause: Clause, at: number): boolean => isPast(clause[at] ?? '') && PAST.has(clause[at - 1] ?? '');

const isPast = (word: string): boolean => /ed$|^(?:sent|lost|bought|made|overwritten)$/.test(word);

/** "Users can delete their posts", "easy to deploy": said of the product, not done now. */
export function ofTheProduct(clause: Clause, at: number): boolean {
  const verb = clause[at] ?? '';
  if (isPast(verb)) return false;
  if (clause[at - 1] === 'to' && EASE.has(clause[at - 2] ?? '')) return true;
  let i = at - 1;
  while (i >= 0 && MODALS.has(clause[i] ?? '')) i--;
  if (!PERSONS.has(clause[i] ?? '')) return false;
  if (clause[i] === 'you' && !/^(?:can|could)$/.test(clause[at - 1] ?? '')) return false;
  // "Inactive users delete" is rather an order: without a word that makes them the subject, a modal or an ending must.
  return i === 0 ? i < at - 1 || verb.endsWith('s') : BEFORE_PERSONS.has(clause[i - 1] ?? '');
}

/**
 * What the act is done to: the last known noun of each object ("code and data" are two objects), and the worst of them;
 * where none follows (a passive), the last noun before.
 */
export function objectOf(clause: Clause, at: number): Thing | undefined {
  const things: (Thing | undefined)[] = [undefined];
  for (let i = at + 1; i < clause.length && i <= at + 10; i++) {
    const word = clause[i] ?? '';
    if (word === 'and' || word === 'or') things.push(undefined);
    else if (PHRASE_ENDS.has(word) || (things.length > 1 && ACTS.has(word))) break;
    // The commits of a merged branch live on.
    else if (word === 'merged' && /^branch/.test(clause[i + 1] ?? '')) return 'code';
    else things[things.length - 1] = THINGS.get(word.replace(/'s$/, '')) ?? things.at(-1);
  }
  const worst = WORST.find((thing) => things.includes(thing));
  if (worst !== undefined) return worst;
  const before = clause.slice(Math.max(0, at - 8), at).findLast((word) => THINGS.has(word));
  return THINGS.get(before ?? '');
}
const WORST: readonly Thing[] = ['data', 'file', 'code'];

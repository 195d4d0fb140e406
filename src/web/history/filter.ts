// Which asks the history shows, as parameters of the broker.

import type { AskKind } from '../../ask/schema/ask.ts';
import type { State } from '../../ask/schema/history.ts';
import type { Contract } from '../../contract/types.ts';

export type HistoryFilter = {
  readonly text: string;
  readonly outcome: string;
  readonly kind: AskKind | '';
  readonly project: string;
  readonly by: string;
};

export const EVERYTHING: HistoryFilter = { text: '', outcome: '', kind: '', project: '', by: '' };

export const isFiltered = (filter: HistoryFilter): boolean => Object.values(filter).some((value) => value !== '');

/** What became of an ask, as people look for it. */
export const OUTCOMES: readonly (readonly [name: string, words: string, states: readonly State[]])[] = [
  ['verified', 'Verified', ['verified']],
  ['mismatched', 'Recorded differently', ['mismatched']],
  ['undelivered', 'Not delivered', ['undelivered']],
  ['unconfirmed', 'Unconfirmed', ['unconfirmed']],
  ['under-way', 'On its way', ['answered', 'delivering', 'delivered']],
  ['declined', 'Declined', ['declined']],
  ['withdrawn', 'Withdrawn', ['withdrawn']],
  ['expired', 'Expired', ['expired']],
];
const ALL = OUTCOMES.flatMap(([, , states]) => states);

export function queryOf({ text, outcome, kind, project, by }: HistoryFilter): Contract['GET /v1/asks']['query'] {
  return {
    state: OUTCOMES.find(([name]) => name === outcome)?.[2] ?? ALL,
    ...(text.trim() === '' ? {} : { text: text.trim() }),
    ...(kind === '' ? {} : { kind: [kind] }),
    ...(project === '' ? {} : { project }),
    ...(by === '' ? {} : { by }),
  };
}

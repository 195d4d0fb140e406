// Changes to one question's draft, and moving over its rows.
import { isVisible } from '../../../question/visible.ts';
import type { Question } from '../../../question/words.ts';
import type { Key } from './keys.ts';
import type { DialogState, Draft } from './state.ts';

export const questionAt = ({ ask }: DialogState, page: number): Question | undefined => ask.questions[page];

/** The draft of the page in front, changed. */
export function withDraft(state: DialogState, change: Partial<Draft>): DialogState {
  return { ...state, drafts: state.drafts.map((draft, i) => (i === state.page ? { ...draft, ...change } : draft)) };
}

/** An option chosen: instead of all others, or toggled where several may be. What was skipped is not any more. */
export function chosenRow({ chosen, skipped }: Draft, number: number, question: Question): Partial<Draft> {
  if (!question.multiSelect) return { chosen: [number], other: false, skipped: false };
  const without = chosen.filter((n) => n !== number);
  return { chosen: without.length < chosen.length && !skipped ? without : [...without, number], skipped: false };
}

/** Leaving the own words takes them, if there are any: whoever opened the field chose that row. */
export function leftWords(state: DialogState): DialogState {
  const draft = state.drafts[state.page];
  const question = questionAt(state, state.page);
  if (!draft || !question) return state;
  if (!isVisible(draft.words.text)) return withDraft(state, { other: false });
  return withDraft(state, { other: true, skipped: false, ...(question.multiSelect ? {} : { chosen: [] }) });
}

/** The row a key moves to, among `rows`; undefined when it is no key that moves. The first follows the last. */
export function listMove(key: Key, row: number, rows: number): number | undefined {
  if (key.kind === 'down' || (key.kind === 'char' && key.text === 'j')) return (row + 1) % rows;
  if (key.kind === 'up' || (key.kind === 'char' && key.text === 'k')) return (row - 1 + rows) % rows;
  if (key.kind === 'home' || (key.kind === 'char' && key.text === 'g')) return 0;
  if (key.kind === 'end' || (key.kind === 'char' && key.text === 'G')) return rows - 1;
  return undefined;
}

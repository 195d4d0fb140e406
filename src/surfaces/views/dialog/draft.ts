// Changes to one question's draft, and moves over its rows.
import { isVisible } from '../../../question/visible.ts';
import type { Question } from '../../../question/words.ts';
import type { DialogState, Draft } from './state.ts';

export const questionAt = ({ ask }: DialogState, page: number): Question | undefined => ask.questions[page];

/** Changes the draft of the current page. */
export function withDraft(state: DialogState, change: Partial<Draft>): DialogState {
  return { ...state, drafts: state.drafts.map((draft, i) => (i === state.page ? { ...draft, ...change } : draft)) };
}

/** Chooses an option: replaces the others, or toggles it in a multi-select. The question is no longer skipped. */
export function chosenRow({ chosen, skipped }: Draft, number: number, question: Question): Partial<Draft> {
  if (!question.multiSelect) return { chosen: [number], other: false, skipped: false };
  const without = chosen.filter((n) => n !== number);
  return { chosen: without.length < chosen.length && !skipped ? without : [...without, number], skipped: false };
}

/** Leaving the text field keeps the own words as the answer, if there are any: opening the field chose that row. */
export function leftWords(state: DialogState): DialogState {
  const draft = state.drafts[state.page];
  const question = questionAt(state, state.page);
  if (!draft || !question) return state;
  if (!isVisible(draft.words.text)) return withDraft(state, { other: false });
  return withDraft(state, { other: true, skipped: false, ...(question.multiSelect ? {} : { chosen: [] }) });
}

/** The row a command moves to, among `rows`. The last one is followed by the first. */
export function movedRow(command: 'up' | 'down' | 'first' | 'last', row: number, rows: number): number {
  switch (command) {
    case 'down':
      return (row + 1) % rows;
    case 'up':
      return (row - 1 + rows) % rows;
    case 'first':
      return 0;
    case 'last':
      return rows - 1;
  }
}

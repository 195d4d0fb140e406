// The state of a dialog while a person answers one ask: a draft per question, the current page and mode, and the last error.

import type { Ask, Question } from '../../ask/schema/ask.ts';
import { isVisible } from '../../text/visible.ts';
import { fieldOf, type TextField } from './text-field.ts';

/**
 * The draft answer to one question. `words` and `note` are kept even while they are not part of the answer: nothing typed is lost.
 * Invariant: without multiSelect, at most one of the options and the own words is chosen. `skipped` overrides both, but keeps them.
 */
export type Draft = {
  /** 1-based option numbers, in the order they were chosen. */
  readonly chosen: readonly number[];
  /** The own words are (part of) the answer. */
  readonly other: boolean;
  readonly words: TextField;
  readonly note: TextField;
  readonly skipped: boolean;
  /** The row in focus: an option, or (after the last one) the own words. */
  readonly row: number;
};

/**
 * list: rows of a question or of the review page · words, note: a text field of the question · redirect: "this question is wrong, because …" ·
 * decline: the confirmation, with an optional reason · leave: the confirmation before typed answers are lost · help · sending: a verdict is being sent
 */
export type Mode = 'list' | 'words' | 'note' | 'redirect' | 'decline' | 'leave' | 'help' | 'sending';

export type DialogState = {
  readonly ask: Ask;
  readonly drafts: readonly Draft[];
  /** A question's index; the number of questions is the review page, where there is one. */
  readonly page: number;
  readonly mode: Mode;
  /** The row in focus on the review page: a question, or (after the last one) "Submit". */
  readonly reviewRow: number;
  readonly redirect: TextField;
  readonly reason: TextField;
  /** An error about what was just done; shown in place until the next key. */
  readonly complaint?: string | undefined;
  /** How far the texts are scrolled, in lines. */
  readonly scroll: { readonly text: number; readonly pane: number };
};

export function openDialog(ask: Ask): DialogState {
  const state: DialogState = {
    ask,
    drafts: draftsOf(ask),
    page: 0,
    mode: 'list',
    reviewRow: ask.questions.length,
    redirect: fieldOf(''),
    reason: fieldOf(''),
    scroll: { text: 0, pane: 0 },
  };
  return isOpenQuestion(state, 0) ? { ...state, mode: 'words' } : state;
}

/** A draft starts with what the asker suggests: shown selected, never submitted automatically. */
export const draftsOf = (ask: Ask): readonly Draft[] => ask.questions.map((_, index) => draftFrom(ask, index));

function draftFrom(ask: Ask, index: number): Draft {
  const suggested = ask.prefilled?.[index] ?? undefined;
  const options = ask.questions[index]?.options.length ?? 0;
  const chosen = suggested?.kind === 'chosen' ? suggested.chosen : [];
  const words = suggested?.kind === 'chosen' || suggested?.kind === 'words' ? (suggested.words ?? '') : '';
  return {
    chosen,
    other: words !== '',
    words: fieldOf(words),
    note: fieldOf(suggested?.note ?? ''),
    skipped: false,
    row: chosen[0] !== undefined ? chosen[0] - 1 : words === '' ? 0 : options,
  };
}

/** Has no options: the only answer is own words, so the text field opens automatically. */
export function isOpenQuestion({ ask }: DialogState, page: number): boolean {
  return ask.questions[page]?.options.length === 0;
}

/** Several questions are reviewed before they are sent; so is a multi-select, where Enter could mean "this one too". */
export const hasReview = ({ ask }: DialogState): boolean => ask.questions.length > 1 || ask.questions.some((q) => q.multiSelect);

export const pageCount = (state: DialogState): number => state.ask.questions.length + (hasReview(state) ? 1 : 0);

export const onReview = (state: DialogState): boolean => state.page === state.ask.questions.length;

export const questionAt = ({ ask }: DialogState, page: number): Question | undefined => ask.questions[page];

/** Changes the draft of the current page. */
export function withDraft<State extends Pick<DialogState, 'drafts' | 'page'>>(state: State, change: Partial<Draft>): State {
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
  return draft && question ? withDraft(state, answeredInWords(draft.words, question)) : state;
}

/** Own words as (part of) the answer, unless there are none. */
export function answeredInWords(words: TextField, question: Question): Partial<Draft> {
  if (!isVisible(words.text)) return { words, other: false };
  return { words, other: true, skipped: false, ...(question.multiSelect ? {} : { chosen: [] }) };
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

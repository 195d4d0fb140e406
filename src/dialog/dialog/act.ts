// What a person does with a pointer, or in the text fields of a page, on the same state as the keys (press.ts). Pure.
import { closed, done, type Pressed, skip, submit, toPage } from './press.ts';
import { chosenRow, type DialogState, leftWords, type Mode, onReview, questionAt, withDraft } from './state.ts';
import { fieldOf } from './text-field.ts';

type Field = 'words' | 'note' | 'redirect' | 'reason';

export type Action =
  /** Chooses an option, or toggles it where several may be chosen. The row after the last option is the own words. */
  | { readonly kind: 'choose'; readonly row: number }
  | { readonly kind: 'write'; readonly field: Field; readonly text: string }
  | { readonly kind: 'mode'; readonly mode: Extract<Mode, 'list' | 'words' | 'note' | 'redirect' | 'decline' | 'help'> }
  | { readonly kind: 'page'; readonly page: number }
  | { readonly kind: 'skip' }
  /** The next question, the review, or (one question) submit. */
  | { readonly kind: 'go-on' }
  /** Sends the answers, or the message of an opened redirect or decline. */
  | { readonly kind: 'submit' };

export function act(before: DialogState, action: Action): Pressed {
  if (before.mode === 'sending') return { state: before };
  const state: DialogState = { ...before, complaint: undefined };
  switch (action.kind) {
    case 'choose':
      return { state: chosen(state, action.row) };
    case 'write':
      return { state: written(state, action.field, action.text) };
    case 'mode':
      return { state: { ...closed(state), mode: action.mode } };
    case 'page':
      return { state: toPage(closed(state), action.page) };
    case 'skip':
      return skip(closed(state));
    case 'go-on':
      return state.ask.questions.length > 1 && !onReview(state) ? { state: toPage(closed(state), state.page + 1) } : submit(closed(state));
    case 'submit':
      return state.mode === 'redirect' || state.mode === 'decline' ? done(state) : submit(closed(state));
  }
}

function chosen(state: DialogState, row: number): DialogState {
  const question = questionAt(state, state.page);
  const draft = state.drafts[state.page];
  if (!question || !draft) return state;
  const moved = withDraft(state, { row });
  if (row < question.options.length) return withDraft(moved, chosenRow(draft, row + 1, question));
  return question.multiSelect && draft.other && !draft.skipped ? withDraft(moved, { other: false }) : leftWords(moved);
}

function written(state: DialogState, field: Field, text: string): DialogState {
  switch (field) {
    case 'words':
      return leftWords(withDraft(state, { words: fieldOf(text), row: questionAt(state, state.page)?.options.length ?? 0 }));
    case 'note':
      return withDraft(state, { note: fieldOf(text) });
    case 'redirect':
      return { ...state, redirect: fieldOf(text) };
    case 'reason':
      return { ...state, reason: fieldOf(text) };
  }
}

// Press a key → a command (keys.ts) → the next state of a dialog, and perhaps an effect. Pure; the same for terminal and web page.
//
//   list ── Enter ─────▶ chooses and goes on: the next question, the review page, or (one single-select question) submit
//     │ ── Space, 1–9 ─▶ choose, or toggle where several may be chosen; on "Other" they open ──▶ words
//     │ ── Tab ←→ ─────▶ another question; nothing typed is lost
//     ├── n ──▶ note      ── Enter, Esc ──▶ list
//     ├── r ──▶ redirect  ── Enter ──▶ submit a redirect · Esc ──▶ list
//     ├── s ──▶ skips the question (where there are others) and goes on; again: no longer skipped
//     ├── ? ──▶ help      ── any key ──▶ list
//     ├── d ──▶ decline   ── Enter ──▶ submit a decline, with the reason if one was typed · Esc ──▶ list
//     └── Esc, q ──▶ leave the ask open; asks first if something would be lost ──▶ leave ── Enter, y ──▶ leave · any other ──▶ list
//   words ── Enter ──▶ continues with the own words; empty is an error · Esc ──▶ list
//   review (list on the last page) ── Enter ──▶ that question, or submit; an unanswered question is an error
//   sending ── nothing but Ctrl-C, until `failed` puts the list back
//   anywhere ── Ctrl-C ──▶ leaves the ask open
//
// Invariants: whatever is submitted is valid for the ask (resolveAnswers); no key loses text that was typed.

import type { Verdict } from '../../ask/schema/decision.ts';
import { isVisible } from '../../text/visible.ts';
import type { Key } from '../key.ts';
import { type Command, dialogCommand, type Host } from './keys.ts';
import {
  chosenRow,
  type DialogState,
  hasReview,
  isOpenQuestion,
  leftWords,
  type Mode,
  movedRow,
  onReview,
  pageCount,
  questionAt,
  withDraft,
} from './state.ts';
import { edit } from './text-field.ts';
import { cannotSkip, draftState, isTouched, tooLong, verdictOf } from './verdict.ts';

export type Effect =
  | { readonly kind: 'submit'; readonly verdict: Verdict }
  | { readonly kind: 'leave' /** By Ctrl-C. */; readonly interrupted: boolean };

export type Pressed = { readonly state: DialogState; readonly effect?: Effect };

/** How far each text can be scrolled where it is shown, and by how much at a time. Only the painter knows. */
export type ScrollRange = { readonly text: Extent; readonly pane: Extent };
type Extent = { readonly most: number; readonly page: number };
const NO_SCROLLING: ScrollRange = { text: { most: 0, page: 1 }, pane: { most: 0, page: 1 } };

export function press(state: DialogState, key: Key, range: ScrollRange = NO_SCROLLING, host: Host = 'alone'): Pressed {
  const command = dialogCommand(state, key, host);
  if (command === 'interrupt') return { state, effect: { kind: 'leave', interrupted: true } };
  if (state.mode === 'sending' || key.kind === 'redraw') return { state };
  if (key.kind === 'char' && !inField(state) && [...key.text].length > 1) return pressEach(state, [...key.text], range, host);
  const calm: DialogState = { ...state, complaint: undefined };
  return command ? obey(calm, command, key, range) : typed(calm, key);
}

function obey(state: DialogState, command: Exclude<Command, 'interrupt'>, key: Key, range: ScrollRange): Pressed {
  const { page, reviewRow, ask } = state;
  const row = state.drafts[page]?.row ?? 0;
  switch (command) {
    case 'up':
    case 'down':
    case 'first':
    case 'last':
      return { state: moved(state, command) };
    case 'choose':
      return choose(state, row, 'stay');
    case 'choose-number': {
      const number = numberOf(key);
      if (number > (questionAt(state, page)?.options.length ?? 0) + 1) return { state };
      return choose(withDraft(state, { row: number - 1 }), number - 1, 'stay');
    }
    case 'go-on':
      return choose(state, row, questionAt(state, page)?.multiSelect ? 'keep' : 'on');
    case 'open-number': {
      const number = numberOf(key);
      return { state: number <= ask.questions.length ? toPage(state, number - 1) : state };
    }
    case 'submit':
      return reviewRow === ask.questions.length ? submit(state) : { state: toPage(state, reviewRow) };
    case 'next-page':
      return { state: turn(closed(state), 1) };
    case 'previous-page':
      return { state: turn(closed(state), -1) };
    case 'skip':
      return skip(state);
    case 'note':
    case 'redirect':
    case 'decline':
    case 'help':
      return { state: { ...state, mode: command } };
    case 'scroll-down':
      return { state: scrolled(state, range, range.pane.most > 0 ? 'pane' : 'text', 1) };
    case 'scroll-up':
      return { state: scrolled(state, range, range.pane.most > 0 ? 'pane' : 'text', -1) };
    case 'text-down':
      return { state: scrolled(state, range, 'text', 1) };
    case 'text-up':
      return { state: scrolled(state, range, 'text', -1) };
    case 'leave':
      return isTouched(state) ? { state: { ...state, mode: 'leave' } } : { state, effect: { kind: 'leave', interrupted: false } };
    case 'back':
    case 'confirm':
      return { state, effect: { kind: 'leave', interrupted: false } };
    case 'done':
      return done(state);
    case 'close':
      return { state: closed(state) };
    case 'newline':
      return typed(state, key);
    // Only the inbox has more information about an ask, and handles this itself (inbox/press.ts).
    case 'about':
      return { state };
  }
}

/** Sending the verdict failed: the dialog is as it was, and shows the reason. */
export function failed(state: DialogState, complaint: string): DialogState {
  return { ...state, mode: 'list', complaint };
}

export const inField = ({ mode }: DialogState): boolean => ['words', 'note', 'redirect', 'decline'].includes(mode);

// ── a question, or the review page ─────────────────────────────────────────────────────────────────────────────────

function moved(state: DialogState, command: 'up' | 'down' | 'first' | 'last'): DialogState {
  const { ask, page, reviewRow } = state;
  if (onReview(state)) return { ...state, reviewRow: movedRow(command, reviewRow, ask.questions.length + 1) };
  const rows = (questionAt(state, page)?.options.length ?? 0) + 1;
  const row = movedRow(command, state.drafts[page]?.row ?? 0, rows);
  return { ...withDraft(state, { row }), scroll: { ...state.scroll, pane: 0 } };
}

/** `on` chooses and continues, `stay` chooses or toggles, `keep` continues with what is ticked. */
function choose(state: DialogState, row: number, how: 'on' | 'stay' | 'keep'): Pressed {
  const question = questionAt(state, state.page);
  const draft = state.drafts[state.page];
  if (!question || !draft) return { state };
  if (row === question.options.length) {
    const toggles = question.multiSelect && how === 'stay' && isVisible(draft.words.text);
    if (!toggles) return { state: { ...state, mode: 'words' } };
    return { state: withDraft(state, { other: draft.skipped || !draft.other, skipped: false }) };
  }
  if (how === 'keep')
    return draftState(draft) === 'missing'
      ? complain(state, 'Nothing is ticked. Space ticks an option, then Enter continues.')
      : goOn(state);
  const next = withDraft(state, chosenRow(draft, row + 1, question));
  return how === 'stay' ? { state: next } : goOn(next);
}

export function skip(state: DialogState): Pressed {
  const skipped = state.drafts[state.page]?.skipped ?? false;
  const reason = cannotSkip(state.ask);
  if (reason !== undefined) return complain(state, reason);
  const next = withDraft(state, { skipped: !skipped });
  return skipped ? { state: next } : goOn(next);
}

function goOn(state: DialogState): Pressed {
  return hasReview(state) ? { state: toPage(state, state.page + 1) } : submit(state);
}

export function submit(state: DialogState): Pressed {
  const result = verdictOf(state);
  if (result.kind === 'ok') return send(state, result.verdict);
  return { state: { ...state, complaint: result.message, reviewRow: onReview(state) ? result.page : state.reviewRow } };
}

function send(state: DialogState, verdict: Verdict): Pressed {
  return { state: { ...state, mode: 'sending' }, effect: { kind: 'submit', verdict } };
}

// ── scrolling and turning pages ────────────────────────────────────────────────────────────────────────────────────

function scrolled(state: DialogState, range: ScrollRange, which: 'text' | 'pane', direction: 1 | -1): DialogState {
  const { most, page } = range[which];
  const to = Math.min(most, Math.max(0, Math.min(most, state.scroll[which]) + direction * page));
  return { ...state, scroll: { ...state.scroll, [which]: to } };
}

/** The last page is followed by the first. */
function turn(state: DialogState, by: 1 | -1): DialogState {
  const pages = pageCount(state);
  return pages === 1 ? state : toPage(state, (state.page + by + pages) % pages);
}

export function toPage(state: DialogState, page: number): DialogState {
  const mode: Mode = isOpenQuestion(state, page) && !state.drafts[page]?.skipped ? 'words' : 'list';
  return { ...state, page, mode, scroll: { text: 0, pane: 0 }, reviewRow: state.ask.questions.length };
}

// ── text fields ────────────────────────────────────────────────────────────────────────────────────────────────────

/** Enter in a text field completes it. */
export function done(state: DialogState): Pressed {
  const text = textOf(state);
  const long = tooLong(text);
  switch (state.mode) {
    case 'words':
      if (!isVisible(text)) return complain(state, 'Nothing typed yet. Type something, or press Esc to go back.');
      return long ? complain(state, long) : goOn(closed(state));
    case 'redirect':
      if (!isVisible(text)) return complain(state, 'Say what is wrong with the question, or press Esc to go back.');
      return long ? complain(state, long) : send(state, { kind: 'redirect', message: text });
    case 'decline':
      return long ? complain(state, long) : send(state, { kind: 'decline', ...(isVisible(text) ? { message: text } : {}) });
    default:
      return { state: closed(state) };
  }
}

/** Back to the list, keeping what was typed. */
export const closed = (state: DialogState): DialogState => ({ ...(state.mode === 'words' ? leftWords(state) : state), mode: 'list' });

/** Keys without a command: text goes into an open field, a paste in a list goes into the own words, and any key answers a confirmation. */
function typed(state: DialogState, key: Key): Pressed {
  const draft = state.drafts[state.page];
  switch (state.mode) {
    case 'list':
      return key.kind === 'paste' && !onReview(state) ? typed({ ...state, mode: 'words' }, key) : { state };
    case 'words': {
      const words = draft && edit(draft.words, key);
      return { state: words ? withDraft(state, { words }) : state };
    }
    case 'note': {
      const note = draft && edit(draft.note, key);
      return { state: note ? withDraft(state, { note }) : state };
    }
    case 'redirect':
      return { state: { ...state, redirect: edit(state.redirect, key) ?? state.redirect } };
    case 'decline':
      return { state: { ...state, reason: edit(state.reason, key) ?? state.reason } };
    case 'help':
      return { state: { ...state, mode: 'list', scroll: { ...state.scroll, pane: 0 } } };
    case 'leave':
      return { state: { ...state, mode: 'list' } };
    case 'sending':
      return { state };
  }
}

function textOf({ mode, drafts, page, redirect, reason }: DialogState): string {
  if (mode === 'words') return drafts[page]?.words.text ?? '';
  return mode === 'redirect' ? redirect.text : mode === 'decline' ? reason.text : '';
}

// ── helpers ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** A fast typist's keys arrive in one piece. They are pressed one by one until one has an effect. */
function pressEach(state: DialogState, characters: readonly string[], range: ScrollRange, host: Host): Pressed {
  let pressed: Pressed = { state };
  for (const text of characters) {
    if (pressed.effect) break;
    pressed = press(pressed.state, { kind: 'char', text }, range, host);
  }
  return pressed;
}

const complain = (state: DialogState, complaint: string): Pressed => ({ state: { ...state, complaint } });
const numberOf = (key: Key): number => (key.kind === 'char' ? Number(key.text) : 0);

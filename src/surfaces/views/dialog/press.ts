// Press a key → the next state of a dialog, and perhaps an effect on the world. Pure; the same for terminal and web page.
//
//   list ── Enter ─────▶ chooses and goes on: the next question, the review page, or (one single-select question) submit
//     │ ── Space, 1–9 ─▶ choose, or toggle where several may be chosen; on "Other" they open ──▶ words
//     │ ── Tab ←→ ─────▶ another question; nothing typed is lost
//     ├── n ──▶ note      ── Enter, Esc ──▶ list
//     ├── r ──▶ redirect  ── Enter ──▶ submit a redirect · Esc ──▶ list
//     ├── s ──▶ skips the question (where there are others) and goes on; again: no longer skipped
//     ├── ? ──▶ help      ── any key ──▶ list
//     ├── Esc ▶ decline   ── Enter ──▶ submit a decline, with the reason if one was typed · Esc ──▶ list
//     └── q ──▶ leave the ask open; asks first ──▶ leave ── Enter, y ──▶ leave · any other ──▶ list
//   words ── Enter ──▶ goes on with the own words; empty is a complaint · Esc ──▶ list
//   review (list on the last page) ── Enter ──▶ that question, or submit; what is missing is a complaint
//   sending ── nothing but Ctrl-C, until `failed` puts the list back
//   anywhere ── Ctrl-C ──▶ leaves the ask open
//
// Invariants: whatever is submitted is valid against the ask (resolveAnswers); no key loses a text that was typed.
import { isVisible } from '../../../question/visible.ts';
import type { Verdict } from '../../../question/words.ts';
import { chosenRow, leftWords, listMove, questionAt, withDraft } from './draft.ts';
import type { Key } from './keys.ts';
import { type DialogState, type Draft, hasReview, isOpenQuestion, type Mode, onReview, pageCount } from './state.ts';
import { edit, type TextField } from './text-field.ts';
import { isTouched, standing, tooLong, verdictOf } from './verdict.ts';

export type Effect =
  | { readonly kind: 'submit'; readonly verdict: Verdict }
  | { readonly kind: 'leave' /** By Ctrl-C. */; readonly interrupted: boolean };

export type Pressed = { readonly state: DialogState; readonly effect?: Effect };

/** How far each text can be scrolled where it is shown, and by how much at a time. Only whoever painted it knows. */
export type Room = { readonly text: Extent; readonly pane: Extent };
export type Extent = { readonly most: number; readonly page: number };
const NO_ROOM: Room = { text: { most: 0, page: 1 }, pane: { most: 0, page: 1 } };

export function press(state: DialogState, key: Key, room: Room = NO_ROOM): Pressed {
  if (key.kind === 'interrupt') return { state, effect: { kind: 'leave', interrupted: true } };
  if (state.mode === 'sending' || key.kind === 'redraw') return { state };
  if (key.kind === 'char' && !inField(state) && [...key.text].length > 1) return pressEach(state, [...key.text], room);
  const calm: DialogState = { ...state, complaint: undefined };
  switch (state.mode) {
    case 'list':
      return onReview(state) ? inReview(calm, key, room) : inList(calm, key, room);
    case 'words':
      return inWords(calm, key, room);
    case 'note':
      return inNote(calm, key);
    case 'redirect':
      return inRedirect(calm, key);
    case 'decline':
      return inDecline(calm, key);
    case 'leave':
      return isYes(key) ? { state: calm, effect: { kind: 'leave', interrupted: false } } : { state: { ...calm, mode: 'list' } };
    case 'help':
      if (key.kind === 'page-down' || key.kind === 'page-up') return inAnyList(calm, key, room);
      return { state: { ...calm, mode: 'list', scroll: { ...calm.scroll, pane: 0 } } };
  }
}

/** The verdict did not arrive: everything is as it was, and the reason is shown. */
export function failed(state: DialogState, complaint: string): DialogState {
  return { ...state, mode: 'list', complaint };
}

export const inField = ({ mode }: DialogState): boolean => ['words', 'note', 'redirect', 'decline'].includes(mode);

// ── a question ─────────────────────────────────────────────────────────────────────────────────────────────────────

function inList(state: DialogState, key: Key, room: Room): Pressed {
  const question = questionAt(state, state.page);
  const draft = state.drafts[state.page];
  if (!question || !draft) return { state };
  const moved = listMove(key, draft.row, question.options.length + 1);
  if (moved !== undefined) return { state: { ...withDraft(state, { row: moved }), scroll: { ...state.scroll, pane: 0 } } };
  if (key.kind === 'paste') return write({ ...state, mode: 'words' }, key);
  if (key.kind === 'enter') return choose(state, draft.row, question.multiSelect ? 'keep' : 'on');
  if (key.kind !== 'char') return inAnyList(state, key, room);
  const number = /^[1-9]$/.test(key.text) ? Number(key.text) : 0;
  if (number >= 1 && number <= question.options.length + 1) return choose(withDraft(state, { row: number - 1 }), number - 1, 'stay');
  if (key.text === ' ') return choose(state, draft.row, 'stay');
  if (key.text === 'n') return { state: { ...state, mode: 'note' } };
  if (key.text === 's') return skip(state, draft);
  return inAnyList(state, key, room);
}

/** `on` chooses and goes on, `stay` chooses or toggles, `keep` goes on with what is ticked, or with this row where nothing is. */
function choose(state: DialogState, row: number, how: 'on' | 'stay' | 'keep'): Pressed {
  const question = questionAt(state, state.page);
  const draft = state.drafts[state.page];
  if (!question || !draft) return { state };
  if (row === question.options.length) {
    const toggles = question.multiSelect && how === 'stay' && isVisible(draft.words.text);
    if (!toggles) return { state: { ...state, mode: 'words' } };
    return { state: withDraft(state, { other: draft.skipped || !draft.other, skipped: false }) };
  }
  if (how === 'keep' && standing(draft) === 'answered') return goOn(state);
  const next = withDraft(state, chosenRow(draft, row + 1, question));
  return how === 'stay' ? { state: next } : goOn(next);
}

function skip(state: DialogState, draft: Draft): Pressed {
  if (state.ask.questions.length === 1) return complain(state, 'This is the only question: it cannot be skipped, but declined.');
  const next = withDraft(state, { skipped: !draft.skipped });
  return draft.skipped ? { state: next } : goOn(next);
}

function goOn(state: DialogState): Pressed {
  return hasReview(state) ? { state: toPage(state, state.page + 1) } : submit(state);
}

function submit(state: DialogState): Pressed {
  const result = verdictOf(state);
  if (result.kind === 'ok') return send(state, result.verdict);
  return { state: { ...state, complaint: result.message, reviewRow: onReview(state) ? result.page : state.reviewRow } };
}

function send(state: DialogState, verdict: Verdict): Pressed {
  return { state: { ...state, mode: 'sending' }, effect: { kind: 'submit', verdict } };
}

// ── what is the same on every page ─────────────────────────────────────────────────────────────────────────────────

function inAnyList(state: DialogState, key: Key, room: Room): Pressed {
  switch (key.kind) {
    case 'tab':
    case 'right':
      return { state: turn(state, 1) };
    case 'back-tab':
    case 'left':
      return { state: turn(state, -1) };
    case 'page-down':
      return { state: scrolled(state, room, room.pane.most > 0 ? 'pane' : 'text', 1) };
    case 'page-up':
      return { state: scrolled(state, room, room.pane.most > 0 ? 'pane' : 'text', -1) };
    case 'escape':
      return { state: { ...state, mode: 'decline' } };
    case 'char':
      return letter(state, key.text, room);
    default:
      return { state };
  }
}

function letter(state: DialogState, text: string, room: Room): Pressed {
  if (text === 'r') return { state: { ...state, mode: 'redirect' } };
  if (text === '?') return { state: { ...state, mode: 'help' } };
  if (text === ']' || text === '[') return { state: scrolled(state, room, 'text', text === ']' ? 1 : -1) };
  if (text !== 'q') return { state };
  return isTouched(state) ? { state: { ...state, mode: 'leave' } } : { state, effect: { kind: 'leave', interrupted: false } };
}

function scrolled(state: DialogState, room: Room, which: 'text' | 'pane', direction: 1 | -1): DialogState {
  const { most, page } = room[which];
  const to = Math.min(most, Math.max(0, Math.min(most, state.scroll[which]) + direction * page));
  return { ...state, scroll: { ...state.scroll, [which]: to } };
}

/** Round and round: after the last page comes the first. */
function turn(state: DialogState, by: 1 | -1): DialogState {
  const pages = pageCount(state);
  return pages === 1 ? state : toPage(state, (state.page + by + pages) % pages);
}

function toPage(state: DialogState, page: number): DialogState {
  const mode: Mode = isOpenQuestion(state, page) && !state.drafts[page]?.skipped ? 'words' : 'list';
  return { ...state, page, mode, scroll: { text: 0, pane: 0 }, reviewRow: state.ask.questions.length };
}

// ── the review page ────────────────────────────────────────────────────────────────────────────────────────────────

function inReview(state: DialogState, key: Key, room: Room): Pressed {
  const questions = state.ask.questions.length;
  const moved = listMove(key, state.reviewRow, questions + 1);
  if (moved !== undefined) return { state: { ...state, reviewRow: moved } };
  if (key.kind === 'enter') return state.reviewRow === questions ? submit(state) : { state: toPage(state, state.reviewRow) };
  const number = key.kind === 'char' && /^[1-9]$/.test(key.text) ? Number(key.text) : 0;
  if (number >= 1 && number <= questions) return { state: toPage(state, number - 1) };
  return inAnyList(state, key, room);
}

// ── text fields ────────────────────────────────────────────────────────────────────────────────────────────────────

function inWords(state: DialogState, key: Key, room: Room): Pressed {
  if (key.kind === 'page-up' || key.kind === 'page-down') return inAnyList(state, key, room);
  if (key.kind === 'enter') {
    const { text = '' } = state.drafts[state.page]?.words ?? {};
    if (!isVisible(text)) return complain(state, 'Nothing is written yet. Write something, or press Esc to go back.');
    const long = tooLong(text);
    return long ? complain(state, long) : goOn({ ...leftWords(state), mode: 'list' });
  }
  if (key.kind === 'escape') return { state: { ...leftWords(state), mode: 'list' } };
  if (key.kind === 'tab' || key.kind === 'back-tab') return turned(leftWords(state), key);
  return write(state, key);
}

function write(state: DialogState, key: Key): Pressed {
  const field = state.drafts[state.page]?.words;
  const words = field && edit(field, key);
  return { state: words ? withDraft(state, { words }) : state };
}

function inNote(state: DialogState, key: Key): Pressed {
  if (key.kind === 'enter' || key.kind === 'escape') return { state: { ...state, mode: 'list' } };
  if (key.kind === 'tab' || key.kind === 'back-tab') return turned(state, key);
  const field = state.drafts[state.page]?.note;
  const note = field && edit(field, key);
  return { state: note ? withDraft(state, { note }) : state };
}

function turned(state: DialogState, key: Key): Pressed {
  return { state: turn({ ...state, mode: 'list' }, key.kind === 'tab' ? 1 : -1) };
}

function inRedirect(state: DialogState, key: Key): Pressed {
  const { text } = state.redirect;
  if (key.kind === 'escape') return { state: { ...state, mode: 'list' } };
  if (key.kind !== 'enter') return typed(state, 'redirect', key);
  if (!isVisible(text)) return complain(state, 'Say what is wrong with the question, or press Esc to go back.');
  const long = tooLong(text);
  return long ? complain(state, long) : send(state, { kind: 'redirect', message: text });
}

function inDecline(state: DialogState, key: Key): Pressed {
  const { text } = state.reason;
  if (key.kind === 'escape') return { state: { ...state, mode: 'list' } };
  if (key.kind !== 'enter') return typed(state, 'reason', key);
  const long = tooLong(text);
  if (long) return complain(state, long);
  return send(state, { kind: 'decline', ...(isVisible(text) ? { message: text } : {}) });
}

function typed(state: DialogState, name: 'redirect' | 'reason', key: Key): Pressed {
  const field: TextField | undefined = edit(state[name], key);
  return { state: field ? { ...state, [name]: field } : state };
}

// ── small words ────────────────────────────────────────────────────────────────────────────────────────────────────

/** A fast typist's keys come in one piece. The first that has an effect ends it. */
function pressEach(state: DialogState, characters: readonly string[], room: Room): Pressed {
  let pressed: Pressed = { state };
  for (const text of characters) {
    if (pressed.effect) break;
    pressed = press(pressed.state, { kind: 'char', text }, room);
  }
  return pressed;
}

const complain = (state: DialogState, complaint: string): Pressed => ({ state: { ...state, complaint } });
const isYes = (key: Key): boolean => key.kind === 'enter' || (key.kind === 'char' && key.text.toLowerCase() === 'y');

// Decides the next step in a question dialog. It depends on what the screen shows now, so typing can start or resume anywhere.

import type { Answer, Question as Asked } from '../../../ask/schema/ask.ts';
import type { Verdict } from '../../../ask/schema/decision.ts';
import { normalised } from '../../../text/visible.ts';
import { bare } from '../screen/join.ts';
import { type OptionRow, type Pointer, QUESTION_NOT_SHOWN, type Question, type ScreenState, type Tab } from '../screen/state.ts';
import type { Goal } from './goal.ts';
import { submittable } from './prompt-text.ts';
import { couldBe, type Expectation, endsLike, looksLike, moves, press, type Step, stop } from './step.ts';

/** What the screen may not show at the moment. The numbers are indexes of questions. */
export type Memory = {
  /** Ticks seen in a list that does not fit on the screen, by `question.option`. */
  readonly ticks: Map<string, boolean>;
  /** Questions where we typed the text or note. Only then do we know what a partly hidden text says. */
  readonly typed: Set<number>;
  readonly done: Set<number>;
  /** Questions with an option that was ticked above the top of the pane. Only the review shows whether it worked. */
  readonly unseen: Set<number>;
  /** Questions whose answer was wrong in the review. Each is answered again, once. */
  readonly redo: Set<number>;
};

export const newMemory = (): Memory => ({ ticks: new Map(), typed: new Set(), done: new Set(), unseen: new Set(), redo: new Set() });

export function questionStep(seen: Question, goal: Goal, memory: Memory): Step {
  const { verdict, ask } = goal;
  const index = indexOf(seen, ask.questions);
  const asked = ask.questions[index];
  if (seen.rows.length === 0 && seen.question.text === '' && !memory.typed.has(index))
    return stop('the pane is too small: no option is on the screen');
  if (!asked) return stop('another question is on the screen');
  const difference = differs(seen, asked, index === ask.questions.length - 1);
  if (difference) return stop(difference);
  if (seen.notes?.open && !memory.typed.has(index)) return stop('somebody is typing a note');
  const missing = notOffered(seen, verdict, index);
  if (missing !== undefined) return stop(missing);
  if (verdict.kind === 'decline') return press('Escape', isGone);
  if (verdict.kind === 'redirect') return towards(seen, asked.options.length, { on: 'chat' }, () => press('Enter', isGone));
  const answer = verdict.answers[index];
  if (!answer) return stop('there is no answer to this question');
  const form = ask.questions.length > 1 || asked.multiSelect;
  const hasLeft = (after: ScreenState) => (form ? hasMoved(index, ask.questions, after) : isGone(after));
  if ([...memory.redo].some((wrong) => wrong < index && !memory.done.has(wrong))) return back(seen, hasLeft);
  if (answer.kind === 'skipped') {
    if (isAnswered(seen, index)) return stop('somebody has answered a question that should be skipped');
    memory.done.add(index);
  }
  if (answer.kind === 'skipped' || (form && memory.done.has(index) && !asked.multiSelect)) return press('Tab', hasLeft);
  const note = noteStep(seen, asked, answer, memory, index);
  if (note) return note;
  if (seen.layout === 'multi') return multiStep(seen, asked, answer, index, memory, hasLeft);
  return singleStep(seen, asked, answer, hasLeft, memory, index);
}

/** What a dialog with a detail that we do not know may not do as we know it. Choosing, typing and Esc show at once whether they worked. */
function notOffered({ unfamiliar, offers }: Question, verdict: Verdict, index: number): string | undefined {
  if (unfamiliar === undefined) return undefined;
  const why = `the question on the screen has a detail that Answerback does not know (${unfamiliar})`;
  if (verdict.kind === 'redirect' && !offers.chat) return `${why}; answer it, decline it with words, or answer it in its pane`;
  if (verdict.kind !== 'answers') return undefined;
  const skips = verdict.answers.length > 1 && verdict.answers.some(({ kind }) => kind === 'skipped');
  if (skips && !offers.tab) return `${why}; answer all of its questions, decline it, or answer it in its pane`;
  const hasNote = verdict.answers[index]?.note !== undefined;
  return hasNote && !offers.notes ? `${why}; answer without a note, decline it, or answer it in its pane` : undefined;
}

/** To the question before. In the text row, Left moves the cursor. */
function back({ pointer }: Question, hasLeft: (after: ScreenState) => boolean): Step {
  if (pointer?.on !== 'text') return press('Left', hasLeft);
  return press('Up', (after) => after.kind === 'question' && after.pointer?.on !== 'text');
}

/** Whether the question on the screen is one of these, as far as the screen shows it. */
export function isOneOf(seen: Question, questions: readonly Asked[]): boolean {
  const index = indexOf(seen, questions);
  const asked = questions[index];
  // Of a question that was not on the screen yet, only the tab is known.
  return asked !== undefined && (asked.unseen === true || differs(seen, asked, index === questions.length - 1) === undefined);
}

// ── which question it is ───────────────────────────────────────────────────────────────────────────────────────────

/** -1 when it is none of them. The footer shows whether this is a form, even when the tabs are scrolled away, unless it is in other words. */
function indexOf(seen: Question, questions: readonly Asked[]): number {
  if (seen.form !== undefined && seen.form !== questions.length > 1) return -1;
  // A single question has no tabs, unless it is multi-select.
  if (seen.tabs.length > 0 && questions.length === 1 && !questions[0]?.multiSelect) return -1;
  if (seen.currentTab !== undefined) return areTabs(seen.tabs, questions) ? seen.currentTab : -1;
  if (seen.header !== undefined && !isHeader(seen.header, questions[0]?.header)) return -1;
  const fitting = questions.flatMap((asked, i) => (differs(seen, asked, i === questions.length - 1) ? [] : [i]));
  return fitting.length === 1 ? (fitting[0] as number) : -1;
}

export const areTabs = (tabs: readonly Tab[], questions: readonly Asked[]): boolean =>
  tabs.length === questions.length && tabs.every((tab, i) => isHeader(tab.header, questions[i]?.header));

/** An empty header is drawn as `Q1`. One that was read from the screen may be cut, too. */
export const isHeader = (shown: string, asked: string | undefined): boolean =>
  asked === undefined || (asked === '' ? /^Q\d$/.test(shown) : sameHeader(shown, asked));

/** A header that does not fit is cut, and less of it is cut while its tab is the current one. */
export function sameHeader(a: string, b: string): boolean {
  if (looksLike(a, b)) return true;
  const [one, other] = [a, b].map((header) => ({ text: bare(header.replace(/…$/u, '')), cut: header.endsWith('…') })) as [Cut, Cut];
  const begins = (short: Cut, long: Cut) => short.cut && short.text !== '' && long.text.startsWith(short.text);
  return begins(one, other) || begins(other, one);
}

type Cut = { readonly text: string; readonly cut: boolean };

/** Whether this text is that of a question, of which perhaps only the end was on the screen. */
export const isTextOf = (shown: string, { text, cut }: Pick<Asked, 'text'> & { readonly cut?: boolean }): boolean =>
  couldBe(shown, text) || (cut === true && (text === QUESTION_NOT_SHOWN || endsLike(shown, text)));

const isAnswered = (seen: Question, index: number): boolean =>
  seen.tabs[index]?.answered ?? (seen.textRow?.answered === true || seen.rows.some((row) => row.answered || row.ticked));

/** How the question on the screen differs from the one that was asked; undefined when everything visible is the same. */
function differs(seen: Question, asked: Asked, last: boolean): string | undefined {
  const { text, cut } = seen.question;
  if (!(cut ? endsLike(asked.text, text) || isTextOf(text, asked) : isTextOf(text, asked))) return 'another question is on the screen';
  if ((seen.layout === 'multi') !== asked.multiSelect) return 'the question on the screen is of another kind';
  if (seen.submit && seen.submit !== (last ? 'Submit' : 'Next')) return 'the form on the screen has more or fewer questions';
  const count = seen.chatNumber === undefined ? seen.rows.at(-1)?.number : seen.chatNumber - 2;
  if (count !== asked.options.length) return 'the question on the screen has more or fewer options';
  const wrong = seen.rows.find((row) => !isOption(row, asked));
  if (wrong) return `option ${wrong.number} on the screen is not what was asked`;
  const isProved = text !== '' && asked.text !== QUESTION_NOT_SHOWN;
  return isProved || seen.rows.length === 0 || seen.rows.some((row) => !isUnseen(row, asked))
    ? undefined
    : 'nothing on the screen shows that it is this question';
}

/** It was not on the screen when the question was read, so it may be any. */
const isUnseen = ({ number }: OptionRow, { options }: Asked): boolean => options[number - 1]?.unseen === true;

/** Two labels may differ only in white space, and must not be confused then. */
function isOption(row: OptionRow, asked: Asked): boolean {
  if (isUnseen(row, asked)) return true;
  const { label, number } = row;
  const { options } = asked;
  const own = options[number - 1]?.label;
  if (own === undefined || !couldBe(label, own)) return false;
  const same = (other: string) => normalised(other) === normalised(label);
  return same(own) || !options.some((option) => same(option.label));
}

// ── moving ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The row that the pointer is on. From the top: options, the text row (not with previews), Submit or Next (multi-select only), chat. */
function placeOf(pointer: Pointer, seen: Question, options: number): number {
  const text = seen.layout === 'preview' ? 0 : 1;
  const submit = seen.layout === 'multi' ? 1 : 0;
  switch (pointer.on) {
    case 'option':
      return pointer.number;
    case 'text':
      return options + text;
    case 'submit':
      return options + text + submit;
    case 'chat':
      return options + text + submit + 1;
  }
}

/** Moves the pointer in the shorter direction. When it is on the target, returns `atTarget()`. */
export function towards<T>(seen: Question, options: number, target: Pointer, atTarget: () => T): Step | T {
  const pointer = pointerIn(seen);
  const isHidden = target.on === 'option' && (isCutOff(seen, target.number) || (seen.layout === 'preview' && !rowOf(seen, target.number)));
  if (isHidden && !isOnlyHidden(seen, target.number)) return stop(`the pane is too small: option ${target.number} is not on the screen`);
  if (!pointer) return press('Down', (after) => after.kind === 'question' && after.pointer !== undefined);
  const [from, to] = [placeOf(pointer, seen, options), placeOf(target, seen, options)];
  if (from === to) return atTarget();
  const textRow = options + 1;
  const wraps = seen.layout !== 'preview' && from <= options;
  const overTheTop = from + Math.abs(textRow - to);
  const up = to < from || (wraps && overTheTop < to - from);
  // Over the top, it goes from the first option to the text row.
  const times = !up ? to - from : to < from ? from - to : from + Math.max(0, textRow - to);
  const place = (pressed: number) => (!up ? from + pressed : pressed < from ? from - pressed : textRow - (pressed - from));
  return moves(up ? 'Up' : 'Down', times, (after, pressed) => {
    const now = after.kind === 'question' && sameTab(seen, after) ? pointerIn(after) : undefined;
    return now !== undefined && placeOf(now, seen, options) === place(pressed);
  });
}

/** A pointer that is not on the screen is on an option above the top of it. If there is only one, we know which. */
function pointerIn(seen: Question): Pointer | undefined {
  return seen.pointer ?? (isOnlyHidden(seen, 1) ? { on: 'option', number: 1 } : undefined);
}

const isOnlyHidden = ({ rows, scrolled, layout }: Question, number: number): boolean =>
  number === 1 && rows[0]?.number === 2 && (scrolled.cut === true || (layout === 'preview' && scrolled.above));

/** The top of the dialog, with this option, is above the top of the pane, and no key brings it back. A scrolled list is different: it has an arrow. */
const isCutOff = (seen: Question, number: number): boolean => seen.scrolled.cut === true && number < (seen.rows[0]?.number ?? 0);

/** The move itself may have scrolled the tabs away, or back. */
const sameTab = (a: Question, b: Question): boolean =>
  a.layout === b.layout && (a.currentTab === b.currentTab || a.currentTab === undefined || b.currentTab === undefined);

// ── answering ──────────────────────────────────────────────────────────────────────────────────────────────────────

type GivenAnswer = Exclude<Answer, { kind: 'skipped' }>;

function singleStep(seen: Question, asked: Asked, answer: GivenAnswer, hasLeft: Expectation, memory: Memory, index: number): Step {
  const finish = () => {
    memory.done.add(index);
    return press('Enter', hasLeft);
  };
  if (answer.kind === 'words') {
    if (seen.layout === 'preview') return stop('this dialog does not accept own words; choose an option');
    return towards(seen, asked.options.length, { on: 'text' }, () => textStep(seen, answer.words, memory, index) ?? finish());
  }
  const [number = 0] = answer.chosen;
  return towards(seen, asked.options.length, { on: 'option', number }, finish);
}

function multiStep(seen: Question, asked: Asked, answer: GivenAnswer, index: number, memory: Memory, hasLeft: Expectation): Step {
  const wanted = (number: number) => answer.kind === 'chosen' && answer.chosen.includes(number);
  for (const row of seen.rows) memory.ticks.set(`${index}.${row.number}`, row.ticked === true);
  // The review shows whether an option that is above the top of the pane was ticked.
  const isTicked = (number: number) => memory.ticks.get(`${index}.${number}`) ?? (isCutOff(seen, number) ? false : undefined);
  const toChange = asked.options.findIndex((_, i) => isTicked(i + 1) !== wanted(i + 1)) + 1;
  if (toChange > 0)
    return towards(seen, asked.options.length, { on: 'option', number: toChange }, () =>
      tick(seen, toChange, wanted(toChange), memory, index),
    );
  const { words } = answer;
  if (words !== undefined && !isTyped(seen, words, memory.typed.has(index)))
    return towards(
      seen,
      asked.options.length,
      { on: 'text' },
      () => textStep(seen, words, memory, index) ?? stop('the typed text is there, but it is not ticked'),
    );
  if (words === undefined && seen.textRow && (seen.textRow.ticked || seen.textRow.content !== ''))
    return stop('somebody has typed into the text row');
  return towards(seen, asked.options.length, { on: 'submit' }, () => {
    if (words === undefined && !seen.textRow) return stop('the text row is not on the screen');
    memory.done.add(index);
    return press('Enter', hasLeft);
  });
}

function tick(seen: Question, number: number, wanted: boolean, memory: Memory, index: number): Step {
  const now = rowOf(seen, number)?.ticked;
  if (now === undefined && isOnlyHidden(seen, number)) {
    memory.ticks.set(`${index}.${number}`, wanted);
    memory.unseen.add(index);
    return { ...press('Space', (after) => after.kind === 'question' && sameTab(seen, after)), repeatable: false } as Step;
  }
  if (now === undefined) return stop(`option ${number} is not on the screen`);
  return now === wanted
    ? stop('the ticks on the screen keep changing')
    : press('Space', (after) => after.kind === 'question' && rowOf(after, number)?.ticked === wanted);
}

const rowOf = (seen: Question, number: number): OptionRow | undefined => seen.rows.find((row) => row.number === number);

/**
 * Whether the text row has these words and is ticked. A long text may be scrolled away, and its tick with it; if we typed it, we rely on
 * the review to show it.
 */
function isTyped({ textRow }: Question, words: string, byUs: boolean): boolean {
  if (!textRow || textRow.cut) return byUs && (!textRow || showsEnd(words, textRow.content));
  return textRow.ticked !== false && isText(textRow.content, words, byUs);
}

const isText = (shown: string, expected: string, byUs: boolean): boolean =>
  byUs ? looksLike(shown, expected) : normalised(shown) === normalised(expected);

/** Undefined when the text is there already. */
function textStep(seen: Question, words: string, memory: Memory, index: number): Step | undefined {
  const { textRow } = seen;
  const byUs = memory.typed.has(index);
  if (!textRow) return stop('the text row is not on the screen');
  if (isText(textRow.content, words, byUs)) return undefined;
  if (textRow.content !== '')
    return byUs && textRow.cut && showsEnd(words, textRow.content) ? undefined : stop('somebody has typed into the text row');
  memory.typed.add(index);
  return {
    kind: 'enter-text',
    text: submittable(words),
    expect: (after) =>
      after.kind === 'question' &&
      after.textRow !== undefined &&
      (looksLike(after.textRow.content, words) || (after.textRow.cut && showsEnd(words, after.textRow.content))),
  };
}

/** Of a long text, the screen shows only the end. */
const showsEnd = (whole: string, shown: string): boolean => shown.length > 20 && endsLike(whole, shown);

/** While it is typed, a long note scrolls, so that the screen shows only its end. When the field is left, all of it is shown. */
const isTypedNote = (shown: string, note: string, byUs: boolean): boolean => looksLike(shown, note) || (byUs && showsEnd(note, shown));

/** Only the preview layout accepts notes. Undefined when there is nothing left to do about the note. */
function noteStep(seen: Question, asked: Asked, answer: GivenAnswer, memory: Memory, index: number): Step | undefined {
  if (answer.note === undefined) {
    return seen.notes && seen.notes.content !== '' ? stop('somebody has typed a note') : undefined;
  }
  if (seen.layout !== 'preview' || answer.kind !== 'chosen') return stop('this dialog does not accept notes');
  const { note } = answer;
  const [number = 0] = answer.chosen;
  if (seen.notes?.open) {
    if (isTypedNote(seen.notes.content, note, memory.typed.has(index)))
      return press('Escape', (after) => after.kind === 'question' && after.notes?.open === false && looksLike(after.notes.content, note));
    if (seen.notes.content !== '') return stop('somebody has typed a note');
    return {
      kind: 'enter-text',
      text: note,
      expect: (after) => after.kind === 'question' && isTypedNote(after.notes?.content ?? '', note, true),
    };
  }
  // A note that we did not type is never trusted, even if it looks right: a half-drawn screen may still show the previous question's note.
  if (seen.notes?.content)
    return memory.typed.has(index) && looksLike(seen.notes.content, note) ? undefined : stop('somebody has typed a note');
  return towards(seen, asked.options.length, { on: 'option', number }, () => {
    memory.typed.add(index);
    return press('n', (after) => after.kind === 'question' && after.notes?.open === true);
  });
}

// ── where a key led to ───────────────────────────────────────────────────────────────────────────────────────────────

/** Whether the dialog is closed. An `unknown` screen does not count: it may be half-drawn. */
export function isGone(after: ScreenState): boolean {
  return after.kind === 'idle' || after.kind === 'busy';
}

function hasMoved(index: number, questions: readonly Asked[], after: ScreenState): boolean {
  if (after.kind === 'review') return true;
  if (after.kind !== 'question') return false;
  const now = indexOf(after, questions);
  return now !== -1 && now !== index;
}

// The next step at a question: derived from what is on screen, so that it can be begun, resumed and repeated anywhere.
import { normalised } from '../../../question/visible.ts';
import type { Answer, Question as Asked } from '../../../question/words.ts';
import type { OptionRow, Pointer, Question, ScreenState, Tab } from '../screen/state.ts';
import type { Goal } from './goal.ts';
import { couldBe, endsLike, looksLike, press, type Step, stop } from './step.ts';

/** What was seen of ticks while walking a list that does not fit the screen, and what was done by us, by the index of the question. */
export type Memory = {
  readonly ticks: Map<string, boolean>;
  /** Texts and notes that are ours: what we typed is known exactly, what somebody else did only as far as it shows. */
  readonly typed: Set<number>;
  readonly done: Set<number>;
  /** Questions that the review showed wrong; each is answered again once. */
  readonly redo: Set<number>;
};

export const newMemory = (): Memory => ({ ticks: new Map(), typed: new Set(), done: new Set(), redo: new Set() });

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
  if (verdict.kind === 'decline') return press('Escape', isGone);
  if (verdict.kind === 'redirect') return towards(seen, asked, { on: 'chat' }, () => press('Enter', isGone));
  const answer = verdict.answers[index];
  if (!answer) return stop('there is no answer to this question');
  const form = ask.questions.length > 1 || asked.multiSelect;
  const leaves = (after: ScreenState) => (form ? hasMoved(index, ask.questions, after) : isGone(after));
  if ([...memory.redo].some((wrong) => wrong < index && !memory.done.has(wrong))) return press('BTab', leaves);
  if (answer.kind === 'skipped') {
    if (isAnswered(seen, index)) return stop('somebody has answered a question that was to be skipped');
    memory.done.add(index);
  }
  if (answer.kind === 'skipped' || (form && memory.done.has(index) && !asked.multiSelect)) return press('Tab', leaves);
  const note = noteStep(seen, asked, answer, memory, index);
  if (note) return note;
  if (seen.layout === 'multi') return multiStep(seen, asked, answer, index, memory, leaves);
  return singleStep(seen, asked, answer, leaves, memory, index);
}

/** Whether the question on the screen is one of these, as far as it can be seen. */
export function isOneOf(seen: Question, questions: readonly Asked[]): boolean {
  const index = indexOf(seen, questions);
  const asked = questions[index];
  return asked !== undefined && differs(seen, asked, index === questions.length - 1) === undefined;
}

// ── which question it is ───────────────────────────────────────────────────────────────────────────────────────────

/** The footer tells a form from a lone question even when the tabs are scrolled away. */
function indexOf(seen: Question, questions: readonly Asked[]): number {
  if (seen.footer.includes('Tab') !== questions.length > 1) return -1;
  // A lone question has no tabs, unless several options can be ticked.
  if (seen.tabs.length > 0 && questions.length === 1 && !questions[0]?.multiSelect) return -1;
  if (seen.currentTab !== undefined) return areTabs(seen.tabs, questions) ? seen.currentTab : -1;
  if (seen.header !== undefined && !isHeader(seen.header, questions[0]?.header)) return -1;
  const fitting = questions.flatMap((asked, i) => (differs(seen, asked, i === questions.length - 1) ? [] : [i]));
  return fitting.length === 1 ? (fitting[0] as number) : -1;
}

export const areTabs = (tabs: readonly Tab[], questions: readonly Asked[]): boolean =>
  tabs.length === questions.length && tabs.every((tab, i) => isHeader(tab.header, questions[i]?.header));

/** An empty header is drawn as `Q1`. */
const isHeader = (shown: string, asked: string | undefined): boolean =>
  asked === undefined || (asked === '' ? /^Q\d$/.test(shown) : couldBe(shown, asked, 1));

const isAnswered = (seen: Question, index: number): boolean =>
  seen.tabs[index]?.answered ?? (seen.textRow?.answered === true || seen.rows.some((row) => row.answered || row.ticked));

/** Undefined when everything that can be seen is as asked. */
function differs(seen: Question, asked: Asked, last: boolean): string | undefined {
  const { text, cut } = seen.question;
  if (!(cut ? endsLike(asked.text, text) : couldBe(text, asked.text))) return 'another question is on the screen';
  if ((seen.layout === 'multi') !== asked.multiSelect) return 'the question on the screen is of another kind';
  if (seen.submit && seen.submit !== (last ? 'Submit' : 'Next')) return 'the form on the screen has more or fewer questions';
  const count = seen.chatNumber === undefined ? seen.rows.at(-1)?.number : seen.chatNumber - 2;
  if (count !== asked.options.length) return 'the question on the screen has more or fewer options';
  const wrong = seen.rows.find((row) => !isOption(row, asked));
  return wrong ? `option ${wrong.number} on the screen is not what was asked` : undefined;
}

/** Labels may differ in white space alone; then the one must not be taken for the other. */
function isOption({ label, number }: OptionRow, { options }: Asked): boolean {
  const own = options[number - 1]?.label;
  if (own === undefined || !couldBe(label, own)) return false;
  const same = (other: string) => normalised(other) === normalised(label);
  return same(own) || !options.some((option) => same(option.label));
}

// ── moving ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Rows from the top: options, the text row (not with previews), Submit or Next (multi-select only), chat. */
function placeOf(pointer: Pointer, seen: Question, asked: Asked): number {
  const options = asked.options.length;
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

/** One move of the pointer, the shorter way round; at the target, whatever comes next. */
function towards(seen: Question, asked: Asked, target: Pointer, there: () => Step): Step {
  if (seen.layout === 'preview' && target.on === 'option' && !rowOf(seen, target.number))
    return stop(`the pane is too small: option ${target.number} is not on the screen`);
  if (!seen.pointer) return press('Down', (after) => after.kind === 'question' && after.pointer !== undefined);
  const [from, to] = [placeOf(seen.pointer, seen, asked), placeOf(target, seen, asked)];
  if (from === to) return there();
  const textRow = asked.options.length + 1;
  const wraps = seen.layout !== 'preview' && from <= asked.options.length;
  const overTheTop = from + Math.abs(textRow - to);
  const up = to < from || (wraps && overTheTop < to - from);
  const next = up ? (from === 1 ? textRow : from - 1) : from + 1;
  const expected = (after: ScreenState) =>
    after.kind === 'question' && after.pointer !== undefined && placeOf(after.pointer, seen, asked) === next && sameTab(seen, after);
  return press(up ? 'Up' : 'Down', expected);
}

/** The tabs may have been scrolled away or back by the very move. */
const sameTab = (a: Question, b: Question): boolean =>
  a.layout === b.layout && (a.currentTab === b.currentTab || a.currentTab === undefined || b.currentTab === undefined);

// ── answering ──────────────────────────────────────────────────────────────────────────────────────────────────────

type Given = Exclude<Answer, { kind: 'skipped' }>;
type Leaves = (after: ScreenState) => boolean;

function singleStep(seen: Question, asked: Asked, answer: Given, leaves: Leaves, memory: Memory, index: number): Step {
  const finished = () => {
    memory.done.add(index);
    return press('Enter', leaves);
  };
  if (answer.kind === 'words') {
    if (seen.layout === 'preview') return stop('this dialog takes no own words');
    return towards(seen, asked, { on: 'text' }, () => textStep(seen, answer.words, memory, index) ?? finished());
  }
  const [number = 0] = answer.chosen;
  return towards(seen, asked, { on: 'option', number }, finished);
}

function multiStep(seen: Question, asked: Asked, answer: Given, index: number, memory: Memory, leaves: Leaves): Step {
  const wanted = (number: number) => answer.kind === 'chosen' && answer.chosen.includes(number);
  for (const row of seen.rows) memory.ticks.set(`${index}.${row.number}`, row.ticked === true);
  const open = asked.options.findIndex((_, i) => memory.ticks.get(`${index}.${i + 1}`) !== wanted(i + 1)) + 1;
  if (open > 0) return towards(seen, asked, { on: 'option', number: open }, () => tick(seen, open, wanted(open)));
  const { words } = answer;
  if (words !== undefined && !holds(seen, words, memory.typed.has(index)))
    return towards(
      seen,
      asked,
      { on: 'text' },
      () => textStep(seen, words, memory, index) ?? stop('what was typed is there, but it is not ticked'),
    );
  if (words === undefined && seen.textRow && (seen.textRow.ticked || seen.textRow.content !== ''))
    return stop('somebody has typed into the text row');
  return towards(seen, asked, { on: 'submit' }, () => {
    if (words === undefined && !seen.textRow) return stop('the text row is not on the screen');
    memory.done.add(index);
    return press('Enter', leaves);
  });
}

function tick(seen: Question, number: number, wanted: boolean): Step {
  const now = rowOf(seen, number)?.ticked;
  if (now === undefined) return stop(`option ${number} is not on the screen`);
  return now === wanted
    ? stop('the ticks on the screen are not steady')
    : press('Space', (after) => after.kind === 'question' && rowOf(after, number)?.ticked === wanted);
}

const rowOf = (seen: Question, number: number): OptionRow | undefined => seen.rows.find((row) => row.number === number);
/** What we typed may be so long that its beginning, and the tick with it, is scrolled away; then the review shows it. */
function holds({ textRow }: Question, words: string, ours: boolean): boolean {
  if (!textRow || textRow.cut) return ours && (!textRow || bareEnd(words, textRow.content));
  return textRow.ticked !== false && isText(textRow.content, words, ours);
}

const isText = (shown: string, meant: string, ours: boolean): boolean =>
  ours ? looksLike(shown, meant) : normalised(shown) === normalised(meant);

/** Undefined when the text is there already. */
function textStep(seen: Question, words: string, memory: Memory, index: number): Step | undefined {
  const { textRow } = seen;
  const ours = memory.typed.has(index);
  if (!textRow) return stop('the text row is not on the screen');
  if (isText(textRow.content, words, ours)) return undefined;
  if (textRow.content !== '')
    return ours && textRow.cut && bareEnd(words, textRow.content) ? undefined : stop('somebody has typed into the text row');
  memory.typed.add(index);
  // Behind a backslash, Enter would break the line instead of sending it.
  const text = words.endsWith('\\') ? `${words} ` : words;
  return {
    kind: 'enter-text',
    text,
    expect: (after) =>
      after.kind === 'question' &&
      after.textRow !== undefined &&
      (looksLike(after.textRow.content, words) || (after.textRow.cut && bareEnd(words, after.textRow.content))),
  };
}

/** A long text shows only its end. */
const bareEnd = (whole: string, shown: string): boolean => shown.length > 20 && endsLike(whole, shown);

/** Notes are taken by the preview layout alone. */
function noteStep(seen: Question, asked: Asked, answer: Given, memory: Memory, index: number): Step | undefined {
  if (answer.note === undefined) {
    return seen.notes && seen.notes.content !== '' ? stop('somebody has typed a note') : undefined;
  }
  if (seen.layout !== 'preview' || answer.kind !== 'chosen') return stop('this dialog takes no notes');
  const { note } = answer;
  const [number = 0] = answer.chosen;
  if (seen.notes?.open) {
    if (looksLike(seen.notes.content, note))
      return press('Escape', (after) => after.kind === 'question' && after.notes?.open === false && looksLike(after.notes.content, note));
    if (seen.notes.content !== '') return stop('somebody has typed a note');
    return { kind: 'enter-text', text: note, expect: (after) => after.kind === 'question' && looksLike(after.notes?.content ?? '', note) };
  }
  // Not ours, even the same note is not trusted: a half-drawn screen may still show that of the question before.
  if (seen.notes?.content)
    return memory.typed.has(index) && looksLike(seen.notes.content, note) ? undefined : stop('somebody has typed a note');
  return towards(seen, asked, { on: 'option', number }, () => {
    memory.typed.add(index);
    return press('n', (after) => after.kind === 'question' && after.notes?.open === true);
  });
}

// ── what comes after ───────────────────────────────────────────────────────────────────────────────────────────────

/** The dialog is no longer there. `unknown` is not enough: half a repaint is unknown too. */
export function isGone(after: ScreenState): boolean {
  return after.kind === 'idle' || after.kind === 'busy';
}

function hasMoved(index: number, questions: readonly Asked[], after: ScreenState): boolean {
  if (after.kind === 'review') return true;
  if (after.kind !== 'question') return false;
  const now = indexOf(after, questions);
  return now !== -1 && now !== index;
}

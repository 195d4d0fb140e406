// The next step at a question: derived from what is on screen, so that it can be begun, resumed and repeated anywhere.
import type { Answer, Question as Asked } from '../../../question/words.ts';
import type { OptionRow, Pointer, Question, ScreenState } from '../screen/state.ts';
import type { Goal } from './goal.ts';
import { couldBe, looksLike, press, type Step, stop } from './step.ts';

/** What was seen of ticks while walking a list that does not fit the screen; and which tabs were answered by us. */
export type Memory = { readonly ticks: Map<string, boolean>; readonly done: Set<number>; readonly redo: Set<number> };

export const newMemory = (): Memory => ({ ticks: new Map(), done: new Set(), redo: new Set() });

export function questionStep(seen: Question, goal: Goal, memory: Memory): Step {
  const { verdict, ask } = goal;
  const index = indexOf(seen, ask.questions);
  const asked = ask.questions[index];
  if (!asked) return stop('another question is on the screen');
  const difference = differs(seen, asked);
  if (difference) return stop(difference);
  if (verdict.kind === 'decline') return press('Escape', isGone);
  if (verdict.kind === 'redirect') return towards(seen, asked, { on: 'chat' }, () => press('Enter', isGone));
  const answer = verdict.answers[index];
  if (!answer) return stop('there is no answer to this question');
  const form = ask.questions.length > 1 || asked.multiSelect;
  const leaves = (after: ScreenState) => (form ? hasMoved(seen, index, ask.questions, after) : isGone(after));
  if (form && seen.tabs[index]?.answered && !memory.redo.has(index) && !asked.multiSelect) return press('Tab', leaves);
  if (answer.kind === 'skipped') return press('Tab', leaves);
  const note = noteStep(seen, asked, answer);
  if (note) return note;
  if (seen.layout === 'multi') return multiStep(seen, asked, answer, index, memory, leaves);
  return singleStep(seen, asked, answer, leaves, memory, index);
}

// ── which question it is ───────────────────────────────────────────────────────────────────────────────────────────

function indexOf(seen: Question, questions: readonly Asked[]): number {
  if (seen.currentTab !== undefined) return seen.tabs.length === questions.length ? seen.currentTab : -1;
  const fitting = questions.flatMap((asked, i) => (differs(seen, asked) ? [] : [i]));
  return fitting.length === 1 ? (fitting[0] as number) : -1;
}

/** Undefined when everything that can be seen is as asked. */
function differs(seen: Question, asked: Asked): string | undefined {
  if (!seen.question.cut && !couldBe(seen.question.text, asked.text)) return 'another question is on the screen';
  if ((seen.layout === 'multi') !== asked.multiSelect) return 'the question on the screen is of another kind';
  const wrong = seen.rows.find((row) => !couldBe(row.label, asked.options[row.number - 1]?.label ?? '\u0000'));
  return wrong ? `option ${wrong.number} on the screen is not what was asked` : undefined;
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
  if (!seen.pointer) return press('Down', (after) => after.kind === 'question' && after.pointer !== undefined);
  const [from, to] = [placeOf(seen.pointer, seen, asked), placeOf(target, seen, asked)];
  if (from === to) return there();
  const textRow = asked.options.length + 1;
  const wraps = seen.layout !== 'preview' && to <= textRow && from <= asked.options.length;
  const overTheTop = from + (textRow - to);
  const up = to < from ? true : wraps && overTheTop < to - from;
  const next = up ? (from === 1 && wraps ? textRow : from - 1) : from + 1;
  const expected = (after: ScreenState) =>
    after.kind === 'question' && after.pointer !== undefined && placeOf(after.pointer, seen, asked) === next && sameTab(seen, after);
  return press(up ? 'Up' : 'Down', expected);
}

const sameTab = (a: Question, b: Question): boolean => a.currentTab === b.currentTab && a.layout === b.layout;

// ── answering ──────────────────────────────────────────────────────────────────────────────────────────────────────

type Given = Exclude<Answer, { kind: 'skipped' }>;
type Leaves = (after: ScreenState) => boolean;

function singleStep(seen: Question, asked: Asked, answer: Given, leaves: Leaves, memory: Memory, index: number): Step {
  const finished = () => {
    memory.done.add(index);
    memory.redo.delete(index);
    return press('Enter', leaves);
  };
  if (answer.kind === 'words') {
    if (seen.layout === 'preview') return stop('this dialog takes no own words');
    return towards(seen, asked, { on: 'text' }, () => textStep(seen, answer.words) ?? finished());
  }
  const [number = 0] = answer.chosen;
  return towards(seen, asked, { on: 'option', number }, finished);
}

function multiStep(seen: Question, asked: Asked, answer: Given, index: number, memory: Memory, leaves: Leaves): Step {
  const wanted = (number: number) => answer.kind === 'chosen' && answer.chosen.includes(number);
  for (const row of seen.rows) memory.ticks.set(`${index}.${row.number}`, row.ticked === true);
  const open = asked.options.findIndex((_, i) => memory.ticks.get(`${index}.${i + 1}`) !== wanted(i + 1)) + 1;
  if (open > 0) return towards(seen, asked, { on: 'option', number: open }, () => tick(seen, open, wanted(open)));
  if (answer.words !== undefined && !holds(seen, answer.words))
    return towards(seen, asked, { on: 'text' }, () => textStep(seen, answer.words as string) ?? stop('what was typed does not show'));
  if (answer.words === undefined && seen.textRow && (seen.textRow.ticked || seen.textRow.content !== ''))
    return stop('somebody has typed into the text row');
  return towards(seen, asked, { on: 'submit' }, () => {
    memory.done.add(index);
    memory.redo.delete(index);
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
const holds = (seen: Question, words: string): boolean =>
  seen.textRow !== undefined && !seen.textRow.cut && seen.textRow.ticked !== false && looksLike(seen.textRow.content, words);

/** Undefined when the text is there already. */
function textStep(seen: Question, words: string): Step | undefined {
  const { textRow } = seen;
  if (!textRow) return stop('the text row is not on the screen');
  if (looksLike(textRow.content, words)) return undefined;
  if (textRow.content !== '')
    return textRow.cut && bareEnd(words, textRow.content) ? undefined : stop('somebody has typed into the text row');
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
const bareEnd = (whole: string, shown: string): boolean => {
  const end = shown.replace(/\s/gu, '');
  return end.length > 20 && whole.replace(/\s/gu, '').endsWith(end);
};

/** Notes are taken by the preview layout alone. */
function noteStep(seen: Question, asked: Asked, answer: Given): Step | undefined {
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
  if (looksLike(seen.notes?.content ?? '', note)) return undefined;
  return towards(seen, asked, { on: 'option', number }, () =>
    press('n', (after) => after.kind === 'question' && after.notes?.open === true),
  );
}

// ── what comes after ───────────────────────────────────────────────────────────────────────────────────────────────

/** The dialog is no longer there. `unknown` is not enough: half a repaint is unknown too. */
export function isGone(after: ScreenState): boolean {
  return after.kind === 'idle' || after.kind === 'busy';
}

function hasMoved(before: Question, index: number, questions: readonly Asked[], after: ScreenState): boolean {
  if (after.kind === 'review') return true;
  if (after.kind !== 'question') return false;
  if (after.currentTab !== undefined) return after.currentTab !== before.currentTab;
  const now = indexOf(after, questions);
  return now !== -1 && now !== index;
}

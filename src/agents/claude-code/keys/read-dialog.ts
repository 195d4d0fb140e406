// Reads a question dialog that the screen shows only in part: goes through the tabs of a form and the rows of a list, and back. Chooses nothing.
import type { Question as AskQuestion } from '../../../ask/schema/ask.ts';
import { askedOn, optionCount } from '../screen/capture.ts';
import type { OptionRow, Question, ScreenState } from '../screen/state.ts';
import type { Quirks } from './goal.ts';
import { sameHeader, towards } from './question.ts';
import { looksLike, press, type Step, stop } from './step.ts';
import { carryOut, type Pane } from './type-decision.ts';

export type Reading =
  | { readonly kind: 'read'; readonly questions: readonly AskQuestion[] }
  | { readonly kind: 'stopped'; readonly reason: string };

/** `isExpected` says whether the first question on the screen is that of the dialog to be read. */
export async function readDialog(pane: Pane, version: Quirks, isExpected: (seen: Question) => boolean): Promise<Reading> {
  let questions: readonly AskQuestion[] = [];
  const next = (state: ScreenState, reading: Pages): Step => {
    if (state.kind !== 'question' || (reading.pages.size === 0 && !isExpected(state)))
      return stop('the question is no longer on the screen');
    const step = readStep(state, reading);
    if (isRead(reading)) questions = questionsIn(reading);
    return step;
  };
  const typed = await carryOut(pane, { next, memory: { pages: new Map() }, version });
  // What was read counts, even if the way back to the first tab did not work.
  return questions.length > 0 || typed.kind === 'typed' ? { kind: 'read', questions } : typed;
}

/** What was read so far. The screen may have scrolled the tabs away, so it remembers which one is current. */
type Pages = { tabs?: Question['tabs']; start?: number; current?: number; next?: number; readonly pages: Map<number, Page> };
type Page = { question: Question; readonly pointer: number; readonly rows: Map<number, OptionRow> };

function readStep(seen: Question, reading: Pages): Step {
  const tab = seen.currentTab ?? scrolledAway(seen, reading);
  if (tab === undefined) return stop('the tabs of the form are not on the screen');
  if (!reading.tabs?.length) reading.tabs = seen.tabs;
  reading.start ??= tab;
  reading.current = tab;
  if (seen.tabs.length > 0 && !isSameForm(seen.tabs, reading.tabs)) return stop('another form is on the screen');
  if (isTouched(seen)) return stop('somebody has begun to answer');
  if (seen.pointer?.on !== 'option' && seen.pointer?.on !== 'text') return stop('the pointer is not on the screen');
  const page = reading.pages.get(tab) ?? {
    question: seen,
    pointer: seen.pointer.on === 'option' ? seen.pointer.number : 1,
    rows: new Map(),
  };
  if (!isSamePage(page, seen)) return stop('another question is on the screen');
  reading.pages.set(tab, page);
  return pageStep(seen, page) ?? tabStep(seen, tab, reading);
}

function isSamePage({ question, rows }: Page, seen: Question): boolean {
  const isCut = question.question.cut || seen.question.cut;
  if (question.layout !== seen.layout || !(isCut || looksLike(question.question.text, seen.question.text))) return false;
  return (
    optionCount(question) === optionCount(seen) &&
    seen.rows.every(({ number, label }) => looksLike(rows.get(number)?.label ?? label, label))
  );
}

/** Moves the pointer to what was not on the screen yet, and then back. Undefined when the whole question was read. */
function pageStep(seen: Question, page: Page): Step | undefined {
  if (page.question.question.cut && !seen.question.cut) page.question = seen;
  // The row with the pointer is on the screen as a whole.
  for (const row of seen.rows) if (row.pointer || !page.rows.has(row.number)) page.rows.set(row.number, row);
  const numbers = Array.from({ length: optionCount(seen) }, (_, i) => i + 1);
  const missing = numbers.find((number) => !page.rows.has(number));
  const go = (number: number, arrived: () => Step | undefined) => towards(seen, numbers.length, { on: 'option', number }, arrived);
  if (missing !== undefined) return go(missing, () => stop(`option ${missing} is not on the screen`));
  if (page.question.question.cut && seen.pointer?.on === 'option' && seen.pointer.number !== 1) return go(1, () => undefined);
  return go(page.pointer, () => undefined);
}

function tabStep(seen: Question, tab: number, reading: Pages): Step {
  const { pages, start = 0, tabs = [] } = reading;
  const unread = tabs.findIndex((_, i) => !pages.has(i));
  const target = unread === -1 ? start : unread;
  if (target === tab) return { kind: 'done' };
  const next = target > tab ? tab + 1 : tab - 1;
  reading.next = next;
  return press(target > tab ? 'Tab' : 'Left', (after) => {
    if (after.kind !== 'question') return false;
    return after.currentTab === undefined ? after.question.text !== seen.question.text : after.currentTab === next;
  });
}

/** The tabs are not on the screen: it is still the last one, or the one that Tab or Left led to. */
function scrolledAway(seen: Question, { current, next, pages }: Pages): number | undefined {
  const page = current === undefined ? undefined : pages.get(current);
  if (page) return isSamePage(page, seen) ? current : next;
  return seen.form === false ? 0 : undefined;
}

const isSameForm = (a: Question['tabs'], b: Question['tabs']): boolean =>
  a.length === b.length && a.every(({ header }, i) => sameHeader(header, b[i]?.header ?? ''));

const isTouched = ({ tabs, rows, textRow, notes }: Question): boolean =>
  tabs.some(({ answered }) => answered) ||
  rows.some((row) => row.ticked || row.answered) ||
  Boolean(textRow?.content || textRow?.ticked || notes?.open || notes?.content);

const isRead = ({ pages, tabs = [] }: Pages): boolean =>
  pages.size >= tabs.length && [...pages.values()].every(({ question, rows }) => rows.size === optionCount(question));

function questionsIn({ pages, tabs = [] }: Pages): readonly AskQuestion[] {
  return [...pages]
    .sort(([a], [b]) => a - b)
    .map(([tab, { question, rows }]) => {
      const all = [...rows.values()].sort((a, b) => a.number - b.number);
      const whole = askedOn({ ...question, rows: all, scrolled: { above: false, below: false } });
      return tabs.length < 2 ? whole : { ...whole, header: question.header ?? tabs[tab]?.header };
    });
}

// Reads a question dialog: its layout, what is visible of it, and where the pointer is.
import { type Bottom, type Footer, footerOf, isParked } from './bottom.ts';
import { colourAt, hasPointer, rowAt, slice, styleAt } from './cells.ts';
import { type Look, optionRow, textRow, texts, unusualPlaceholder } from './entry.ts';
import { type Header, headerAbove, questionBelow } from './header.ts';
import { joinedLines } from './join.ts';
import { contentColumn, type Entry, type List, readList } from './list.ts';
import { readPreview } from './preview.ts';
import { type OptionRow, type Pointer, type Question, type Screen, type ScreenState, type TextRow, unreadDialog } from './state.ts';

export function readQuestion(screen: Screen, bottom: Bottom): ScreenState | undefined {
  const footer = footerOf(screen, bottom);
  if (footer === undefined) return undefined;
  const state = typeof footer === 'string' ? footer : read(screen, bottom, footer);
  // With neither the hints nor the chat row that we know, only what can be read as a question is one.
  if (typeof state === 'string' && typeof footer !== 'string' && footer.unfamiliar.length > 1) return undefined;
  return typeof state === 'string' ? unreadDialog('question', state, screen, headerAbove(screen, bottom.last)?.y ?? 0) : state;
}

function read(screen: Screen, bottom: Bottom, footer: Footer): Question | string {
  if (screen.cursor.shown === true) return 'the cursor is visible, so this is not Claude Code but a copy of its dialog';
  const header = headerAbove(screen, footer.rule);
  const asked = questionBelow(screen, header, footer.rule);
  if (typeof asked === 'string') return asked;
  const common = {
    kind: 'question' as const,
    tabs: header?.tabs ?? [],
    currentTab: header?.current,
    header: header?.header,
    question: { text: asked.text, cut: asked.cut },
    ...(bottom.countdown === undefined ? {} : { countdown: bottom.countdown }),
    footer: footer.text,
  };
  const body: Body | string =
    footer.chat.number === undefined
      ? readPreview(screen, bottom, footer, asked.end, header !== undefined)
      : readNumbered(screen, bottom, footer, asked.end, header, footer.chat.number, header === undefined && asked.text === '');
  if (typeof body === 'string') return body;
  const { placeholder, ...rest } = body;
  const unfamiliar = [...footer.unfamiliar, ...(placeholder === undefined ? [] : [`its text row says “${placeholder}”`])].join('; ');
  const form = formOf(footer, header);
  return {
    ...common,
    ...rest,
    offers: { ...footer.offers, chat: footer.chat.name === undefined },
    ...(form === undefined ? {} : { form }),
    ...(unfamiliar === '' ? {} : { unfamiliar }),
  };
}

/** The footer of a form mentions the Tab key. In other words, only its tabs show that it is one. */
function formOf({ offers, unfamiliar }: Footer, header: Header | undefined): boolean | undefined {
  if (offers.tab || unfamiliar.length === 0) return offers.tab;
  return header === undefined ? undefined : header.tabs.length > 1;
}

type Body = Pick<Question, 'layout' | 'rows' | 'pointer' | 'textRow' | 'submit' | 'chatNumber' | 'scrolled' | 'notes'> & {
  /** What an empty text row says, if it is not the usual. */
  readonly placeholder?: string;
};

function readNumbered(
  screen: Screen,
  bottom: Bottom,
  footer: Footer,
  from: number,
  header: Header | undefined,
  chatNumber: number,
  cut: boolean,
): Body | string {
  if (footer.offers.notes) return 'the footer offers notes, but the layout has none';
  const submit = submitRow(screen, footer.rule - 1);
  if (submit !== undefined && header !== undefined && header.tabs.length === 0) return 'a multi-select question without a tab bar';
  const look: Look = { multi: submit !== undefined, grey: footer.grey, columns: screen.columns };
  const to = submit === undefined ? footer.rule : footer.rule - 1;
  const list = readList(screen, { from, to, multi: look.multi, grey: look.grey });
  if (typeof list === 'string') return list;
  // A multi-select question always has a tab bar. A header without tabs means that labels like "[ ] x" are just labels.
  const isSingle = header !== undefined && header.tabs.length === 0;
  if (!look.multi && !isSingle && list.entries.length > 0 && list.entries.every(hasBox))
    return 'there are boxes to tick, but no row to submit';
  const problem = gapIn(list, chatNumber, cut);
  if (problem !== undefined) return problem;

  const pointer = pointerOf(list, chatNumber, submit?.pointer === true, footer.chat.pointer);
  if (typeof pointer === 'string') return pointer;
  const found = pointer ?? hiddenPointer(screen, list, to, look);
  const misplaced = cursorProblem(screen, bottom, list, found, look, to);
  if (misplaced !== undefined) return misplaced;

  const options: OptionRow[] = [];
  let text: TextRow | undefined = orphanText(list, found, chatNumber, look);
  let placeholder: string | undefined;
  for (const entry of list.entries) {
    const row = entry.number === chatNumber - 1 ? textRow(entry, look, found?.on === 'text') : optionRow(entry, look);
    if (typeof row === 'string') return row;
    if ('content' in row) {
      text = row;
      placeholder = row.content === '' ? unusualPlaceholder(entry, look) : undefined;
    } else options.push(row);
  }
  const last = list.entries.at(-1)?.number ?? (found?.on === 'text' ? chatNumber - 1 : 0);
  return {
    layout: look.multi ? 'multi' : 'single',
    rows: options,
    pointer: found,
    ...(text === undefined ? {} : { textRow: text }),
    ...(placeholder === undefined ? {} : { placeholder }),
    ...(submit === undefined ? {} : { submit: submit.text }),
    chatNumber,
    scrolled: { above: list.entries[0]?.number !== 1, below: last !== chatNumber - 1, ...(isCutAbove(list) ? { cut: true } : {}) },
  };
}

/** The row that ends a multi-select list is bold; the same word in typed text is not. */
function submitRow(screen: Screen, y: number): { text: 'Submit' | 'Next'; pointer: boolean } | undefined {
  const row = rowAt(screen, y);
  const match = /^[❯ ] {4}(Submit|Next)$/.exec(row.text);
  if (match === null || !styleAt(row, 5).bold) return undefined;
  return { text: match[1] as 'Submit' | 'Next', pointer: hasPointer(row, 0) };
}

/** Rows may only be missing when they are scrolled away. Then the first or last visible row has an arrow or the pointer. */
function gapIn({ entries, orphans }: List, chatNumber: number, cut: boolean): string | undefined {
  const [first, last] = [entries[0], entries.at(-1)];
  if (orphans.length > 0 && !cut) return 'there are rows above the first option';
  if (first === undefined || last === undefined) return orphans.length === 0 ? 'there are no options' : undefined;
  if (last.number >= chatNumber) return 'there are more rows than the number of the chat row allows';
  if (first.number > 1 && !isCutAbove({ entries, orphans }) && !atEdge(first, '↑')) return `options above ${first.number} are missing`;
  if (last.number < chatNumber - 1 && !atEdge(last, '↓')) return `options below ${last.number} are missing`;
  const misplaced = entries.some(({ mark }, index) => (mark === '↑' && index > 0) || (mark === '↓' && index < entries.length - 1));
  if (misplaced || (first.mark === '↑' && first.number === 1) || (last.mark === '↓' && last.number === chatNumber - 1))
    return 'an arrow is not at the edge';
  return undefined;
}

function hasBox({ rows }: Entry): boolean {
  return /^[❯↑↓ ] [1-9]\. \[[ ✔]\] /.test(rows[0]?.text ?? '');
}

/** Whether the list begins above the top of the screen. */
function isCutAbove({ entries, orphans }: List): boolean {
  return orphans.length > 0 || (entries[0]?.y === 0 && entries[0].number > 1);
}

function atEdge(entry: Entry, arrow: '↑' | '↓'): boolean {
  return entry.mark === arrow || entry.mark === '❯';
}

function pointerOf({ entries }: List, chatNumber: number, submit: boolean, chat: boolean): Pointer | string | undefined {
  const found: Pointer[] = entries
    .filter(({ mark }) => mark === '❯')
    .map(({ number }) => (number === chatNumber - 1 ? { on: 'text' } : { on: 'option', number }));
  // 2.1.200 leaves the pointer at the row that submits when it moves on to the chat row.
  if (submit && !chat) found.push({ on: 'submit' });
  if (chat) found.push({ on: 'chat' });
  return found.length > 1 ? 'there are several pointers' : found[0];
}

/** A long text row may have its beginning and the pointer scrolled away. The cursor is still in it. */
function hiddenPointer({ cursor }: Screen, { entries }: List, to: number, { multi }: Look): Pointer | undefined {
  const inText = entries.length === 0 && cursor.y < to && cursor.x >= contentColumn(multi);
  return inText ? { on: 'text' } : undefined;
}

function orphanText({ entries, orphans }: List, pointer: Pointer | undefined, chatNumber: number, look: Look): TextRow | undefined {
  if (entries.length > 0 || pointer?.on !== 'text') return undefined;
  const column = contentColumn(look.multi);
  return { number: chatNumber - 1, content: joinedLines(texts(orphans, column), look.columns - column), cut: true, focused: true };
}

/** The position of the (invisible) cursor tells a dialog from a copy of one: on the pointer, in the text field, or parked below. */
function cursorProblem(
  screen: Screen,
  bottom: Bottom,
  list: List,
  pointer: Pointer | undefined,
  look: Look,
  to: number,
): string | undefined {
  const { x, y } = screen.cursor;
  const pointed = list.entries.find(({ mark }) => mark === '❯');
  if (pointer === undefined) return x === 0 && y === 0 && isCutAbove(list) ? undefined : 'there is no pointer, and it is not scrolled away';
  if (pointer.on === 'submit' || pointer.on === 'chat')
    return isParked(screen, bottom) ? undefined : 'the cursor is not parked below the dialog';
  if (pointer.on === 'option') return x === 0 && y === pointed?.y ? undefined : 'the cursor is not on the pointer';
  const inside = x >= contentColumn(look.multi) && y >= (pointed?.y ?? 0) && y < to;
  return inside && drawsCursor(screen) ? undefined : 'the cursor is not in the text row';
}

/** Claude Code draws its own cursor as an inverse cell at the position of the terminal's cursor, unless the terminal lost focus. */
function drawsCursor(screen: Screen): boolean {
  const row = rowAt(screen, screen.cursor.y);
  return styleAt(row, screen.cursor.x).inverse || slice(row, screen.cursor.x) === '' || colourAt(row, screen.cursor.x) === '';
}

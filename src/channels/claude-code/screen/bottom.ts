// Reads the last rows of a screen: where the content ends, and the chat row and footer of a question.
import { colourAt, hasPointer, isBlank, isRule, rowAt, slice, styleAt } from './cells.ts';
import type { Row, Screen } from './state.ts';
import { columnsOf } from './width.ts';

/** `end` is the last row that is not blank; `last` is the same, but without a countdown. */
export type Bottom = { readonly last: number; readonly end: number; readonly countdown?: number };

export function bottomOf(screen: Screen): Bottom | undefined {
  const end = screen.rows.findLastIndex((row) => !isBlank(row));
  if (end < 0) return undefined;
  const { text } = rowAt(screen, end);
  const countdown = /^ +auto-continue in (\d+)s · any key to stay$/.exec(text);
  if (countdown === null || columnsOf(text) !== screen.columns || end === 0) return { last: end, end };
  return { last: end - 1, end, countdown: Number(countdown[1]) };
}

/** Whether the cursor is below the dialog: on the last row of the pane or, with the classic renderer, right below the dialog. */
export function isParked({ cursor, rows }: Screen, { end }: Bottom): boolean {
  return cursor.x === 0 && (cursor.y === rows.length - 1 || cursor.y === end + 1);
}

export type Footer = {
  readonly text: string;
  /** The colour of secondary text: numbers, descriptions, placeholders. */
  readonly grey: string;
  readonly rule: number;
  readonly chat: { readonly pointer: boolean; readonly number?: number };
  readonly notes: boolean;
};

const FOOTER =
  /^(?:-- [A-Z]+ -- · Enter to select · (?:↑\/↓|Tab\/Arrow keys) to navigate|Enter to select · (?:↑\/↓|Tab\/Arrow keys) to navigate(?=.* · Esc to cancel$))( · n to add notes)?( · Tab to switch questions)?( · ctrl[+-]g to edit in \S.*?)?( · Esc to cancel)?$/;

/** Undefined when this is not the footer of a question. A string says what is wrong with something that looks like one. */
export function footerOf(screen: Screen, { last }: Bottom): Footer | string | undefined {
  const top = topOfBlock(screen, last);
  if (top === undefined) return undefined;
  const rows = screen.rows.slice(top, last + 1);
  // Older versions may wrap before a blank.
  const text = rows.map((row, i) => (i === 0 ? row.text : row.text.replace(/^ /, ''))).join(' ');
  const match = FOOTER.exec(text);
  if (match === null) return undefined;
  const grey = colourAt(rowAt(screen, top), 0);
  if (grey === '') return 'the footer has no colour of its own: not drawn by Claude Code, or colours are off';
  if (!rows.every((row) => isOneColour(row, grey))) return 'the footer has more than one colour';
  const chat = chatRow(rowAt(screen, top - 2));
  if (!isBlank(rowAt(screen, top - 1)) || chat === undefined) return 'there is no chat row above the footer';
  if (!isRule(rowAt(screen, top - 3), screen.columns)) return 'there is no rule above the chat row';
  return { text, grey, rule: top - 3, chat, notes: match[1] !== undefined };
}

/** On a narrow screen, the footer takes up to four rows. */
function topOfBlock(screen: Screen, last: number): number | undefined {
  for (let y = last; y > last - 4 && y >= 3; y--) if (isBlank(rowAt(screen, y - 1))) return y;
  return undefined;
}

function isOneColour(row: Row, colour: string): boolean {
  return row.spans.every((span) => span.text.trim() === '' || (span.style.foreground === colour && span.style.background === ''));
}

function chatRow(row: Row): Footer['chat'] | undefined {
  const match = /^[❯ ] (?:([3-6])\. )?Chat about this$/.exec(row.text);
  if (match === null) return undefined;
  const pointer = row.text.startsWith('❯');
  const inColour = colourAt(row, 2) !== '' && styleAt(row, 2).foreground === colourAt(row, 0);
  if (pointer !== hasPointer(row, 0) || pointer !== inColour || slice(row, 0, 1) === '↓') return undefined;
  return { pointer, ...(match[1] === undefined ? {} : { number: Number(match[1]) }) };
}

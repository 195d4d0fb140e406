// The lowest rows of a screen: where its content ends, and the footer and chat row that end a question.
import { colourAt, hasPointer, isBlank, isRule, rowAt, slice, styleAt } from './cells.ts';
import type { Row, Screen } from './state.ts';
import { columnsOf } from './width.ts';

/** `last` is the last row of the dialog proper, `end` the last row with anything on it. */
export type Bottom = { readonly last: number; readonly end: number; readonly countdown?: number };

export function bottomOf(screen: Screen): Bottom | undefined {
  const end = screen.rows.findLastIndex((row) => !isBlank(row));
  if (end < 0) return undefined;
  const { text } = rowAt(screen, end);
  const countdown = /^ +auto-continue in (\d+)s · any key to stay$/.exec(text);
  if (countdown === null || columnsOf(text) !== screen.columns || end === 0) return { last: end, end };
  return { last: end - 1, end, countdown: Number(countdown[1]) };
}

/** The cursor has no place in the dialog and waits below it: on the last row of the pane, or (classic renderer) right below the dialog. */
export function isParked({ cursor, rows }: Screen, { end }: Bottom): boolean {
  return cursor.x === 0 && (cursor.y === rows.length - 1 || cursor.y === end + 1);
}

export type Footer = {
  readonly text: string;
  /** The colour of everything that is not the point: numbers, descriptions, placeholders. */
  readonly grey: string;
  readonly rule: number;
  readonly chat: { readonly pointer: boolean; readonly number?: number };
  readonly notes: boolean;
};

const FOOTER =
  /^(?:-- [A-Z]+ -- · Enter to select · (?:↑\/↓|Tab\/Arrow keys) to navigate|Enter to select · (?:↑\/↓|Tab\/Arrow keys) to navigate(?=.* · Esc to cancel$))( · n to add notes)?( · Tab to switch questions)?( · ctrl[+-]g to edit in \S.*?)?( · Esc to cancel)?$/;

/** Undefined when no question ends here; a text when one seems to, but what belongs above the footer is not there. */
export function footerOf(screen: Screen, { last }: Bottom): Footer | string | undefined {
  const top = topOfBlock(screen, last);
  if (top === undefined) return undefined;
  const rows = screen.rows.slice(top, last + 1);
  const text = rows.map((row) => row.text).join(' ');
  const match = FOOTER.exec(text);
  if (match === null) return undefined;
  const grey = colourAt(rowAt(screen, top), 0);
  if (grey === '') return 'the footer has no colour of its own: not drawn by Claude Code, or colours are off';
  if (!rows.every((row) => isOneColour(row, grey))) return 'the footer is not of one colour';
  const chat = chatRow(rowAt(screen, top - 2));
  if (!isBlank(rowAt(screen, top - 1)) || chat === undefined) return 'there is no chat row above the footer';
  if (!isRule(rowAt(screen, top - 3), screen.columns)) return 'there is no rule above the chat row';
  return { text, grey, rule: top - 3, chat, notes: match[1] !== undefined };
}

/** A footer takes up to four rows on a narrow screen. */
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

// Reads the last rows of a screen: where the content ends, and the chat row and footer of a question.
import { colourAt, hasPointer, isBlank, isRule, rowAt, slice, styleAt } from './cells.ts';
import { hintsIn } from './hints.ts';
import type { Row, Screen } from './state.ts';
import { columnsOf } from './width.ts';

/** `end` is the last row that is not blank; `last` is the same, but without a countdown. */
export type Bottom = { readonly last: number; readonly end: number; readonly countdown?: number };

export function bottomOf(screen: Screen): Bottom | undefined {
  const end = screen.rows.findLastIndex((row) => !isBlank(row));
  if (end < 0) return undefined;
  const { text } = rowAt(screen, end);
  const countdown = COUNTDOWN.exec(text);
  if (countdown === null || columnsOf(text) !== screen.columns || end === 0) return { last: end, end };
  return { last: end - 1, end, countdown: Number(countdown[1]) };
}

/** `auto-continue in 14s · any key to stay`, at the right edge: nothing else below a dialog is there. */
const COUNTDOWN = /^ {8,}\S.*?\b(\d+) ?s\b.*$/;

/** Whether the cursor is below the dialog, at the left edge. The classic renderer leaves it where a taller dialog before this one ended. */
export function isParked({ cursor, rows }: Screen, { end }: Bottom): boolean {
  return cursor.x === 0 && (cursor.y > end || cursor.y === rows.length - 1);
}

export type Footer = {
  readonly text: string;
  /** The colour of secondary text: numbers, descriptions, placeholders. */
  readonly grey: string;
  readonly rule: number;
  readonly chat: Chat;
  /** What the footer says can be done with keys. Of a footer in other words, only what it says in ours. */
  readonly offers: { readonly notes: boolean; readonly tab: boolean };
  /** What is worded differently, though its shape is that of a question. */
  readonly unfamiliar: readonly string[];
};

/** `name` is absent when it is the usual one. */
type Chat = { readonly pointer: boolean; readonly number?: number; readonly name?: string };

const FOOTER =
  /^(?:-- [A-Z]+ -- · Enter to select · (?:↑\/↓|Tab\/Arrow keys) to navigate|Enter to select · (?:↑\/↓|Tab\/Arrow keys) to navigate(?=.* · Esc to cancel$))(?: · n to add notes)?(?: · Tab to switch questions)?(?: · ctrl[+-]g to edit in \S.*?)?(?: · Esc to cancel)?$/;
const HINT =
  /^(?:-- [A-Z]+ --|Enter to select|(?:↑\/↓|Tab\/Arrow keys) to navigate|n to add notes|Tab to switch questions|ctrl[+-]g to edit in \S.*|Esc to cancel)$/;

/** Undefined when this is not the footer of a question. A string says what is wrong with something that looks like one. */
export function footerOf(screen: Screen, { last }: Bottom): Footer | string | undefined {
  const top = topOfBlock(screen, last);
  if (top === undefined) return undefined;
  const rows = screen.rows.slice(top, last + 1);
  // Older versions may wrap before a blank.
  const text = rows.map((row, i) => (i === 0 ? row.text : row.text.replace(/^ /, ''))).join(' ');
  const hints = hintsIn(text, FOOTER, HINT);
  if (hints === undefined) return undefined;
  const footer = framed(screen, top, rows);
  // Other menus have hints, too.
  if (typeof footer === 'string') return hints.unfamiliar === undefined ? footer : undefined;
  const { name } = footer.chat;
  return {
    text,
    ...footer,
    offers: { notes: hints.all.includes('n to add notes'), tab: hints.all.some((hint) => /^Tab\b/.test(hint)) },
    unfamiliar: [
      ...(hints.unfamiliar === undefined ? [] : [hints.unfamiliar]),
      ...(name === undefined ? [] : [`the row below its options is “${name}”`]),
    ],
  };
}

/** What surrounds the footer: a rule, the chat row, a blank row. */
function framed(screen: Screen, top: number, rows: readonly Row[]): Pick<Footer, 'grey' | 'rule' | 'chat'> | string {
  const grey = colourAt(rowAt(screen, top), 0);
  if (grey === '') return 'the footer has no colour of its own: not drawn by Claude Code, or colours are off';
  if (!rows.every((row) => isOneColour(row, grey))) return 'the footer has more than one colour';
  const chat = chatRow(rowAt(screen, top - 2));
  if (!isBlank(rowAt(screen, top - 1)) || chat === undefined) return 'there is no chat row above the footer';
  if (!isRule(rowAt(screen, top - 3), screen.columns)) return 'there is no rule above the chat row';
  return { grey, rule: top - 3, chat };
}

/** On a narrow screen, the footer takes up to four rows. */
function topOfBlock(screen: Screen, last: number): number | undefined {
  for (let y = last; y > last - 4 && y >= 3; y--) if (isBlank(rowAt(screen, y - 1))) return y;
  return undefined;
}

function isOneColour(row: Row, colour: string): boolean {
  return row.spans.every((span) => span.text.trim() === '' || (span.style.foreground === colour && span.style.background === ''));
}

function chatRow(row: Row): Chat | undefined {
  const match = /^[❯ ] (?:([3-6])\. )?(\S.*)$/.exec(row.text);
  if (match === null) return undefined;
  const pointer = row.text.startsWith('❯');
  const inColour = colourAt(row, 2) !== '' && styleAt(row, 2).foreground === colourAt(row, 0);
  if (pointer !== hasPointer(row, 0) || pointer !== inColour || slice(row, 0, 1) === '↓') return undefined;
  const [, number, name = ''] = match;
  return { pointer, ...(number === undefined ? {} : { number: Number(number) }), ...(name === CHAT ? {} : { name }) };
}

const CHAT = 'Chat about this';

// Reads the input box: the text in it, and whether the agent is working.
import { isRule, rowAt, slice } from './cells.ts';
import { isPlaceholder } from './entry.ts';
import { joinedLines } from './join.ts';
import type { Row, Screen, ScreenState } from './state.ts';

/** The cursor is always in the box, which is between two rules and starts with a pointer and a no-break space. */
export function readBox(screen: Screen): ScreenState | undefined {
  const { cursor, columns } = screen;
  if (cursor.x < 2 || cursor.shown === true) return undefined;
  const top = screen.rows.findLastIndex((row, y) => y < cursor.y && isRule(row, columns));
  const bottom = screen.rows.findIndex((row, y) => y > cursor.y && isRule(row, columns));
  if (top < 0 || bottom < 0) return undefined;
  const rows = screen.rows.slice(top + 1, bottom);
  const first = rows[0];
  if (first === undefined || !/^[❯!]\u00a0/.test(rawStart(first))) return undefined;
  if (rows.slice(1).some((row) => !/^(?: {2}|$)/.test(row.text))) return undefined;
  const box = { draft: draftIn(rows, columns), shell: first.text.startsWith('!') };
  const doing = workAbove(screen, top) ?? (isInterruptible(screen, bottom) ? 'working' : undefined);
  return doing === undefined ? { kind: 'idle', ...box } : { kind: 'busy', ...box, doing };
}

function rawStart(row: Row): string {
  return row.spans
    .map((span) => span.text)
    .join('')
    .slice(0, 2);
}

function draftIn(rows: readonly Row[], columns: number): string {
  const first = rows[0];
  if (first === undefined || isPlaceholder(first, 2)) return '';
  const texts = rows.map((row) => slice(row, 2));
  return joinedLines(texts, columns - 3);
}

/** Finds a spinner at the left edge, whose text ends in an ellipsis. A finished one has the time it took instead. */
function workAbove(screen: Screen, top: number): string | undefined {
  for (let y = top - 1; y >= Math.max(0, top - 20); y--) {
    const row = rowAt(screen, y);
    if (/^ {2}Waiting for permission…$/.test(row.text)) return 'Waiting for permission…';
    const match = /^[·✢✳✶✻✽*] (.+)$/.exec(row.text);
    if (match === null) continue;
    return /^[^(]*…/.exec(match[1] ?? '')?.[0];
  }
  return undefined;
}

function isInterruptible(screen: Screen, bottom: number): boolean {
  return screen.rows.slice(bottom + 1).some((row) => / · esc to (?:interrupt|[a-z]*…)/.test(row.text));
}

// Computes the output that turns one screen into the next: only changed rows, and nothing that could scroll, wrap or erase the scrollback.
export type Frame = { readonly rows: readonly string[]; readonly cursor?: { readonly x: number; readonly y: number } | undefined };

const CSI = '\u001b[';
/** Synchronized output: terminals that support it show the whole change at once; the others ignore it. */
const AT_ONCE = [`${CSI}?2026h`, `${CSI}?2026l`] as const;
const HIDE = `${CSI}?25l`;
const SHOW = `${CSI}?25h`;

/** Without `before`, the current screen content is unknown. */
export function repaint(before: Frame | undefined, after: Frame): string {
  const changed = after.rows.flatMap((row, y) => (before?.rows[y] === row ? [] : [`${at(0, y)}${CSI}2K${row}${CSI}0m`]));
  const gone = before && before.rows.length > after.rows.length ? `${at(0, after.rows.length)}${CSI}J` : '';
  const cursor = after.cursor ? at(after.cursor.x, after.cursor.y) + SHOW : '';
  if (before && changed.length === 0 && gone === '' && same(before.cursor, after.cursor)) return '';
  const all = before ? '' : `${CSI}0m${CSI}2J`;
  return AT_ONCE[0] + HIDE + all + changed.join('') + gone + cursor + AT_ONCE[1];
}

const at = (x: number, y: number): string => `${CSI}${y + 1};${x + 1}H`;

const same = (a: Frame['cursor'], b: Frame['cursor']): boolean => a?.x === b?.x && a?.y === b?.y;

// Fits blocks of lines into fewer rows than they need, scrolled by hand or kept around the focus, and shares out rows between blocks.
import { type Line, line } from '../canvas.ts';

type Scrolled = { readonly lines: readonly Line[]; readonly most: number; readonly page: number };

/** As much as fits, starting at `offset`; the last row then shows the position. */
export function scrolledBlock(lines: readonly Line[], height: number, offset: number, keys: string): Scrolled {
  if (lines.length <= height) return { lines, most: 0, page: 1 };
  if (height <= 0) return { lines: [], most: 0, page: 1 };
  if (height === 1) return { lines: lines.slice(0, 1), most: 0, page: 1 };
  const shown = height - 1;
  const most = lines.length - shown;
  const from = Math.min(most, Math.max(0, offset));
  const place = `┄┄ lines ${from + 1}–${from + shown} of ${lines.length} · ${keys} ┄┄`;
  return { lines: [...lines.slice(from, from + shown), line(place, 'dim')], most, page: Math.max(1, shown - 1) };
}

export type Focus = { readonly from: number; readonly to: number };

/** As much as fits around the focus, whose first line is always visible. The outermost rows say how many lines are hidden. */
export function focusedBlock(lines: readonly Line[], height: number, { from, to }: Focus): { lines: readonly Line[]; top: number } {
  if (lines.length <= height) return { lines, top: 0 };
  if (height <= 0) return { lines: [], top: 0 };
  const marks = height >= 5 ? 1 : 0;
  const last = lines.length - height;
  // The focus goes in the middle so that the next lines are visible, but never at the cost of the focus itself.
  const middle = Math.round((from + Math.min(to, from + height - 2 * marks)) / 2 - height / 2);
  const top = Math.max(
    0,
    Math.min(last, Math.min(from - marks, Math.max(middle, Math.min(to, from + height - 1 - marks) - height + 1 + marks))),
  );
  const shown = lines.slice(top, top + height);
  if (marks === 1) {
    if (top > 0) shown[0] = line(`    ↑ ${top + 1} more lines`, 'dim');
    if (top < last) shown[height - 1] = line(`    ↓ ${lines.length - top - height + 1} more lines`, 'dim');
  }
  return { lines: shown, top };
}

/** Shares out rows among parts that want more than there are: each wish [part, up to] is granted in order, as long as rows are left. */
export function sharedRows(available: number, parts: number, wishes: readonly (readonly [part: number, upTo: number])[]): number[] {
  const rows = Array.from({ length: parts }, () => 0);
  let left = Math.max(0, available);
  for (const [part, upTo] of wishes) {
    const more = Math.min(left, Math.max(0, Math.floor(upTo) - (rows[part] ?? 0)));
    rows[part] = (rows[part] ?? 0) + more;
    left -= more;
  }
  return rows;
}

// Blocks of lines fitted into less room than they need: scrolled by hand, or kept around what is in focus; and how rows are shared out.
import { blank, type Line, line } from '../canvas.ts';

export type Scrolled = { readonly lines: readonly Line[]; readonly most: number; readonly page: number };

/** As much as fits, from `offset` on; the last row then says where one is. */
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

/** As much as fits around the focus; its first line is always there. The outermost rows say how many are hidden. */
export function focusedBlock(lines: readonly Line[], height: number, { from, to }: Focus): { lines: readonly Line[]; top: number } {
  if (lines.length <= height) return { lines, top: 0 };
  if (height <= 0) return { lines: [], top: 0 };
  const marks = height >= 5 ? 1 : 0;
  const last = lines.length - height;
  // In the middle, so that one sees what comes; never at the price of the focus itself.
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

/** Rows for parts that want more than there is: each wish [part, up to] is granted in order, as far as rows are left. */
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

export const filledTo = (lines: readonly Line[], height: number): Line[] => [
  ...lines,
  ...Array.from({ length: Math.max(0, height - lines.length) }, () => blank),
];

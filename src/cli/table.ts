// Aligned columns that fit the width: one flexible column takes the space that the others leave.
import { cut, pad, width } from '../text/width.ts';
import type { Ink, Paper } from './paper.ts';

export type Cell = { readonly text: string; readonly ink?: readonly Ink[] };
type Layout = {
  readonly gap?: number;
  readonly indent?: number;
  readonly most?: readonly (number | undefined)[] /** The column that is shortened. */;
  readonly flexible: number;
};

const NARROWEST = 12;

export function printTable(paper: Paper, rows: readonly (readonly Cell[])[], { gap = 2, indent = 0, most = [], flexible }: Layout): void {
  const count = rows[0]?.length ?? 0;
  const widths = Array.from({ length: count }, (_, column) =>
    Math.min(most[column] ?? Number.POSITIVE_INFINITY, Math.max(0, ...rows.map((row) => width(row[column]?.text ?? '')))),
  );
  const others = widths.reduce((sum, w, column) => (column === flexible ? sum : sum + w + (w > 0 ? gap : 0)), indent);
  widths[flexible] = Math.max(NARROWEST, Math.min(widths[flexible] ?? 0, paper.columns - others));
  for (const row of rows) {
    const cells = row.map(({ text, ink = [] }, column) => {
      const room = widths[column] ?? 0;
      if (room === 0) return '';
      const last = column === row.length - 1;
      return `${paper.ink(last ? cut(text, room) : pad(text, room), ...ink)}${last ? '' : ' '.repeat(gap)}`;
    });
    paper.line(`${' '.repeat(indent)}${cells.join('')}`.trimEnd());
  }
}

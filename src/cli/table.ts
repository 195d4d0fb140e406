// Aligned columns that fit the width: one flexible column takes the space that the others leave.
import { cut, pad, width } from '../text/width.ts';
import type { Output, Style } from './output.ts';

export type Cell = { readonly text: string; readonly style?: readonly Style[] };
type Layout = {
  readonly gap?: number;
  readonly indent?: number;
  readonly most?: readonly (number | undefined)[] /** The column that is shortened. */;
  readonly flexible: number;
};

const NARROWEST = 12;

export function printTable(out: Output, rows: readonly (readonly Cell[])[], { gap = 2, indent = 0, most = [], flexible }: Layout): void {
  const count = rows[0]?.length ?? 0;
  const widths = Array.from({ length: count }, (_, column) =>
    Math.min(most[column] ?? Number.POSITIVE_INFINITY, Math.max(0, ...rows.map((row) => width(row[column]?.text ?? '')))),
  );
  const others = widths.reduce((sum, w, column) => (column === flexible ? sum : sum + w + (w > 0 ? gap : 0)), indent);
  widths[flexible] = Math.max(NARROWEST, Math.min(widths[flexible] ?? 0, out.columns - others));
  for (const row of rows) {
    const cells = row.map(({ text, style = [] }, column) => {
      const columnWidth = widths[column] ?? 0;
      if (columnWidth === 0) return '';
      const last = column === row.length - 1;
      return `${out.style(last ? cut(text, columnWidth) : pad(text, columnWidth), ...style)}${last ? '' : ' '.repeat(gap)}`;
    });
    out.line(`${' '.repeat(indent)}${cells.join('')}`.trimEnd());
  }
}

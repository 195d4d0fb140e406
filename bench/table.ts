// The table of results: one row per target, each with its floor (docs/PERFORMANCE.md).
export type Row = {
  readonly what: string;
  readonly floor: string;
  readonly p50: string;
  readonly p99: string;
  readonly target: string;
  readonly verdict: string;
};

/** Milliseconds, measured and at best. A row without limits is for information. */
export type Timing = {
  readonly what: string;
  readonly floor: readonly number[];
  readonly measured: readonly number[];
  readonly p50AtMost?: number;
  readonly p99AtMost?: number;
  /** For what the machine's own speed decides: at most so many times the floor. */
  readonly floorsAtMost?: number;
};

export function timingRow({ what, floor, measured, p50AtMost, p99AtMost, floorsAtMost }: Timing): Row {
  const [p50, p99, best] = [percentile(measured, 50), percentile(measured, 99), percentile(floor, 50)];
  const limits = [
    p50AtMost === undefined ? [] : [`p50 ≤ ${p50AtMost} ms`],
    p99AtMost === undefined ? [] : [`p99 ≤ ${p99AtMost} ms`],
    floorsAtMost === undefined ? [] : [`p50 ≤ ${floorsAtMost} × floor`],
  ].flat();
  const met =
    limits.length === 0
      ? undefined
      : p50 <= (p50AtMost ?? Infinity) && p99 <= (p99AtMost ?? Infinity) && p50 / best <= (floorsAtMost ?? Infinity);
  return { what, floor: ms(best), p50: ms(p50), p99: ms(p99), target: limits.join(', ') || '–', verdict: verdict(met, p50 / best) };
}

/** `timesFloor`: the measured value divided by the floor. */
export function verdict(met: boolean | undefined, timesFloor: number): string {
  const word = met === undefined ? 'info' : met ? 'met' : 'MISSED';
  return `${word} (${timesFloor.toFixed(timesFloor < 10 ? 1 : 0)} × floor)`;
}

/** The smallest sample that is at least as large as this percentage of all samples. */
export function percentile(samples: readonly number[], percent: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
}

export const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} ms`;
export const mb = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;
export const count = (value: number): string => Math.round(value).toLocaleString('en-GB');

export function markdown(rows: readonly Row[]): string {
  const head: Row = { what: 'what', floor: 'floor', p50: 'measured p50', p99: 'p99', target: 'target', verdict: 'verdict' };
  const columns = Object.keys(head) as (keyof Row)[];
  const widths = columns.map((column) => Math.max(...[head, ...rows].map((row) => row[column].length)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [line(columns.map((c) => head[c])), rule, ...rows.map((row) => line(columns.map((c) => row[c])))].join('\n');
}

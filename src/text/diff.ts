// A unified diff with secrets masked.
import { structuredPatch } from 'diff';

export type DiffLine = { readonly kind: 'head' | 'hunk' | 'same' | 'added' | 'removed'; readonly text: string };

const CONTEXT = 3;
const LONGEST_LINE = 300;

/** Undefined stands for a file that does not exist. No lines if nothing differs. */
export function diff(file: string, before: string | undefined, after: string | undefined): readonly DiffLine[] {
  if (before === after) return [];
  const { hunks } = structuredPatch(file, file, unmarked(before), unmarked(after), '', '', { context: CONTEXT });
  return [
    { kind: 'head', text: `--- ${before === undefined ? '/dev/null' : file}` },
    { kind: 'head', text: `+++ ${after === undefined ? '/dev/null' : file}` },
    ...hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }): DiffLine[] => [
      { kind: 'hunk', text: `@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@` },
      ...lines.map((line) => ({ kind: KINDS[line[0] as keyof typeof KINDS], text: shortened(masked(line.replace(/\r$/, ''))) })),
    ]),
  ];
}

export const diffText = (lines: readonly DiffLine[]): string => lines.map(({ text }) => `${text}\n`).join('');

/** Tokens in headers, and the values of names such as API_KEY: the lines around a change may be somebody else's. */
export function masked(line: string): string {
  return line
    .replaceAll(/(Bearer\s+)(?!\$)[^"\\\s]+/g, '$1•••')
    .replaceAll(/((?:key|token|secret|password)["']?\s*[:=]\s*["'])(?!\$)[^"'\s]+/gi, '$1•••');
}

/** The first character of a line; a backslash begins the remark that the last line has no newline. */
const KINDS = { ' ': 'same', '+': 'added', '-': 'removed', '\\': 'same' } as const;

/** An empty range is given by the line before it. */
const range = (start: number, length: number): string => `${length === 0 ? start - 1 : start},${length}`;

const unmarked = (text = ''): string => text.replace(/^\ufeff/, '');

function shortened(line: string): string {
  const most = LONGEST_LINE + 1;
  return line.length <= most ? line : `${line.slice(0, most)}… (${line.length - most} more characters)`;
}

// Adds answerers to our YAML configuration as marked lines, and removes them again. As text, with the positions that yaml's `Document` gives: when
// a `Document` is written, all of the file gets its spacing, quotes and line widths.
import { isMap, isScalar, LineCounter, parseDocument } from 'yaml';

/** Marks each of our entries. Do not change it: existing configurations contain it. */
const MARK = '# added by: answerback setup openclaw; taken out with --undo';

export type Entry = { readonly name: string; readonly fields: Readonly<Record<string, string>> };
export type Entered = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'by hand'; readonly reason: string };

/** Changes nothing else. `by hand` when the file is written in a way that we cannot add to. */
export function withEntries(text: string, entries: readonly Entry[]): Entered {
  const rest = withoutEntries(text);
  const lines = new LineCounter();
  const document = parseDocument(rest, { lineCounter: lines });
  if (document.errors.length > 0) return { kind: 'by hand', reason: 'it is not valid YAML' };
  if (document.contents !== null && !isMap(document.contents)) return { kind: 'by hand', reason: 'it is not a YAML mapping' };
  const pair = document.contents?.items.find(({ key }) => isScalar(key) && key.value === 'answerers');
  const eol = rest.includes('\r\n') ? '\r\n' : '\n';
  if (!pair && document.contents?.flow) return { kind: 'by hand', reason: 'it is written in braces' };
  if (!pair) {
    const gap = rest === '' ? '' : rest.endsWith('\n') ? eol : `${eol}${eol}`;
    return { kind: 'text', text: `${rest}${gap}${linesOf('answerers:', entries, '  ', eol)}` };
  }
  const { value } = pair;
  if (!isMap(value) || value.flow || value.items.length === 0)
    return { kind: 'by hand', reason: 'its answerers are not written one per line' };
  const taken = entries.find(({ name }) => value.has(name));
  if (taken) return { kind: 'by hand', reason: `it has an answerer "${taken.name}" already` };
  const [{ key: firstKey } = { key: undefined }] = value.items;
  const [first = 0] = (isScalar(firstKey) && firstKey.range) || [];
  const { line, col } = lines.linePos(first);
  const start = lines.lineStarts[line - 1] ?? 0;
  return { kind: 'text', text: `${rest.slice(0, start)}${linesOf(undefined, entries, ' '.repeat(col - 1), eol)}${rest.slice(start)}` };
}

/** Returns the text unchanged when no entry of ours is in it. */
export function withoutEntries(text: string): string {
  const less = withoutOne(text);
  return less === text ? text : withoutEntries(less);
}

function withoutOne(text: string): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = text.split(eol);
  const mark = lines.findIndex((line) => line.trim() === MARK);
  if (mark < 0) return text;
  const indent = lines[mark]?.search(/\S/) ?? 0;
  const after = lines.findIndex((line, index) => index > mark + 1 && line.trim() !== '' && line.search(/\S/) <= indent);
  let end = after < 0 ? lines.length - (lines.at(-1) === '' ? 1 : 0) : after;
  while (end > mark && lines[end - 1]?.trim() === '') end -= 1;
  const others = lines.slice(end).find((line) => line.trim() !== '');
  const alone = lines[mark - 1]?.trim() === 'answerers:' && (others === undefined || others.search(/\S/) === 0);
  const head = lines.slice(0, alone ? mark - 1 : mark);
  if (!alone || others !== undefined) return [...head, ...lines.slice(end)].join(eol);
  // At the end of the file, the blank line that we added is removed too.
  const rest = head.join(eol).trimEnd();
  return rest === '' ? '' : `${rest}${eol}`;
}

export const hasEntries = (text: string): boolean => withoutOne(text) !== text;

/** For the user to paste when we cannot write the file. */
export function entriesText(entries: readonly Entry[]): string {
  return linesOf('answerers:', entries, '  ', '\n', false);
}

function linesOf(head: string | undefined, entries: readonly Entry[], indent: string, eol: string, marked = true): string {
  const lines = entries.flatMap(({ name, fields }) => [
    ...(marked ? [`${indent}${MARK}`] : []),
    `${indent}${name}:`,
    ...Object.entries(fields).map(([key, value]) => `${indent}  ${key}: ${value}`),
  ]);
  return [...(head ? [head] : []), ...lines, ''].join(eol);
}

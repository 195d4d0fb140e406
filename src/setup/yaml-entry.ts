// Adds a named entry to a section of our YAML configuration, and removes one. As text, with the positions that yaml's `Document` gives: when a
// `Document` is written, all of the file gets its spacing, quotes and line widths.
import { type Document, isMap, isScalar, LineCounter, type Pair, parseDocument, type YAMLMap } from 'yaml';

export type Entered =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'by hand'; readonly reason: string; readonly is?: 'taken' | 'absent' };
export type Fields = Readonly<Record<string, unknown>>;

/** Changes nothing else. `by hand` if the file is written in a way that we cannot add to. */
export function withEntry(text: string, section: string, name: string, fields: Fields): Entered {
  const read = readSection(text, section);
  if (read.kind === 'by hand') return read;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const { map, lines } = read;
  if (map === undefined) {
    const gap = text === '' ? '' : text.endsWith('\n') ? eol : `${eol}${eol}`;
    return { kind: 'text', text: `${text}${gap}${entryText(section, name, fields).replaceAll('\n', eol)}` };
  }
  if (map.flow || map.items.length === 0) return { kind: 'by hand', reason: `its ${section} section is not written one entry per line` };
  if (map.has(name)) return { kind: 'by hand', reason: `it has a "${name}" in ${section} already`, is: 'taken' };
  const { line, col } = lines.linePos(startOf(map.items[0]));
  const at = lines.lineStarts[line - 1] ?? 0;
  const added = entryLines(name, fields, ' '.repeat(col - 1)).join(eol);
  return { kind: 'text', text: `${text.slice(0, at)}${added}${eol}${text.slice(at)}` };
}

/** With its last entry, the section goes too. */
export function withoutEntry(text: string, section: string, name: string): Entered {
  const read = readSection(text, section);
  if (read.kind === 'by hand') return read;
  const { map, lines, key } = read;
  const index = map?.items.findIndex((pair) => isScalar(pair.key) && pair.key.value === name) ?? -1;
  if (!map || index < 0) return { kind: 'by hand', reason: `it has no "${name}" in ${section}`, is: 'absent' };
  if (map.flow) return { kind: 'by hand', reason: `its ${section} section is not written one entry per line` };
  const lineStart = (offset: number) => lines.lineStarts[lines.linePos(offset).line - 1] ?? 0;
  const isOnly = map.items.length === 1;
  const from = lineStart(isOnly && key !== undefined ? key : startOf(map.items[index]));
  const next = map.items[index + 1];
  const to = next ? lineStart(startOf(next)) : contentEnd(text, map.items[index]);
  return { kind: 'text', text: `${text.slice(0, from)}${text.slice(to)}` };
}

/** For the user to read, or to paste when we cannot write the file. */
export function entryText(section: string, name: string, fields: Fields): string {
  return [`${section}:`, ...entryLines(name, fields, '  '), ''].join('\n');
}

type Section =
  | { readonly kind: 'read'; readonly map?: YAMLMap | undefined; readonly key?: number; readonly lines: LineCounter }
  | { readonly kind: 'by hand'; readonly reason: string };

function readSection(text: string, section: string): Section {
  const lines = new LineCounter();
  const document: Document = parseDocument(text, { lineCounter: lines });
  if (document.errors.length > 0) return { kind: 'by hand', reason: 'it is not valid YAML' };
  if (document.contents === null) return { kind: 'read', lines };
  if (!isMap(document.contents)) return { kind: 'by hand', reason: 'it is not a YAML mapping' };
  const pair = document.contents.items.find(({ key }) => isScalar(key) && key.value === section);
  if (!pair && document.contents.flow) return { kind: 'by hand', reason: 'it is written in braces' };
  if (!pair) return { kind: 'read', lines };
  if (!isMap(pair.value)) return { kind: 'by hand', reason: `its ${section} section has no entries` };
  return { kind: 'read', map: pair.value, key: startOf(pair), lines };
}

const startOf = (pair: Pair | undefined): number => (pair && isScalar(pair.key) && pair.key.range?.[0]) || 0;

/** After the line on which the value ends. */
function contentEnd(text: string, pair: Pair | undefined): number {
  const value = (pair?.value as { range?: readonly [number, number, number] } | undefined)?.range?.[1] ?? startOf(pair);
  if (text[value - 1] === '\n') return value;
  const end = text.indexOf('\n', value);
  return end < 0 ? text.length : end + 1;
}

/** JSON is YAML, and its quotes keep any text what it is. */
function entryLines(name: string, fields: Fields, indent: string): string[] {
  const shown = (value: unknown) =>
    typeof value === 'string' && /^[a-z][\w/.~-]*$/i.test(value) && !RESERVED.test(value) ? value : JSON.stringify(value);
  return [`${indent}${name}:`, ...Object.entries(fields).map(([key, value]) => `${indent}  ${key}: ${shown(value)}`)];
}
const RESERVED = /^(y|n|yes|no|on|off|true|false|null)$/i;

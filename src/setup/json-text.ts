// Edits a JSON text and leaves every other character alone: indentation, line endings and comments. jsonc-parser's `modify` cannot do that: with
// formatting options it also reformats the neighbours of what it adds (`[1, 2]` becomes four lines), and without them it adds one long line.
import { createScanner, type Node } from 'jsonc-parser';

export type Layout = { readonly eol: string; readonly indent: string; readonly oneLine: boolean };

const USUAL_INDENT = '  ';

export function layoutOf(text: string, root: Node): Layout {
  const first = root.children?.[0];
  const inside = text.slice(root.offset, root.offset + root.length);
  const own = first && text.slice(root.offset, first.offset).includes('\n') ? indentAt(text, first.offset) : '';
  return {
    eol: text.includes('\r\n') ? '\r\n' : '\n',
    indent: own || USUAL_INDENT,
    oneLine: first !== undefined && !inside.includes('\n'),
  };
}

export function addProperty(text: string, layout: Layout, object: Node, key: string, value: unknown): string {
  return add(text, layout, object, (at) => {
    const gap = at === undefined && !followsColon(text, object) ? '' : ' ';
    return `${JSON.stringify(key)}:${gap}${rendered(value, layout, at)}`;
  });
}

export function addItem(text: string, layout: Layout, array: Node, value: unknown): string {
  return add(text, layout, array, (at) => rendered(value, layout, at));
}

export function replace(text: string, layout: Layout, node: Node, value: unknown): string {
  const inside = text.slice(node.offset, node.offset + node.length);
  const at = inside.includes('\n') ? indentAt(text, node.offset) : undefined;
  return splice(text, node.offset, node.offset + node.length, rendered(value, layout, at));
}

/** Removes a property or an item with its comma, and its lines if it has them to itself. */
export function remove(text: string, node: Node): string {
  const siblings = node.parent?.children ?? [];
  const before = siblings[siblings.indexOf(node) - 1];
  const end = node.offset + node.length;
  const comma = commaAfter(text, end);
  if (siblings.length === 1 && node.parent) return emptied(text, node.parent, node.offset, comma ?? end);
  if (comma !== undefined) return cut(text, node.offset, comma + 1);
  const theirs = before ? commaAfter(text, before.offset + before.length) : undefined;
  const rest = cut(text, node.offset, end);
  return theirs === undefined ? rest : splice(rest, theirs, theirs + 1, '');
}

// ── inside ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/** `piece` gets the indentation it is placed at, or nothing if it shares a line with others. */
function add(text: string, layout: Layout, container: Node, piece: (at?: string) => string): string {
  const [first, last] = [container.children?.[0], container.children?.at(-1)];
  if (!first || !last) return addFirst(text, layout, container, piece);
  const end = last.offset + last.length;
  if (text.slice(container.offset, first.offset).includes('\n')) {
    const at = indentAt(text, last.offset);
    const comma = commaAfter(text, end);
    const from = comma === undefined ? end : comma + 1;
    // A comment at the end of the line belongs to what is before it.
    const remark = /^[ \t]*(?:\/\/[^\r\n]*|\/\*[\s\S]*?\*\/[ \t]*)(?=\r?\n)/.exec(text.slice(from))?.[0] ?? '';
    const line = `${remark}${layout.eol}${at}${piece(at)}`;
    return splice(text, from, from + remark.length, comma === undefined ? `,${line}` : `${line},`);
  }
  const gap = layout.oneLine && !followsColon(text, container) ? '' : ' ';
  return splice(text, end, end, `,${gap}${piece()}`);
}

function addFirst(text: string, layout: Layout, container: Node, piece: (at?: string) => string): string {
  const [from, to] = [container.offset + 1, container.offset + container.length - 1];
  if (layout.oneLine) return splice(text, from, to, piece());
  const outer = indentAt(text, container.offset);
  const at = outer + layout.indent;
  return splice(text, from, to, `${layout.eol}${at}${piece(at)}${layout.eol}${outer}`);
}

function rendered(value: unknown, { eol, indent }: Layout, at: string | undefined): string {
  return at === undefined ? JSON.stringify(value) : JSON.stringify(value, null, indent).replaceAll('\n', eol + at);
}

/** Whether this one-line text has a space after the colon: `"key": value`. */
function followsColon(text: string, container: Node): boolean {
  const value = container.children?.[0]?.children?.[1] ?? container.parent?.children?.[1];
  return value !== undefined && text[value.offset - 1] === ' ';
}

function indentAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, offset), offset))?.[0] ?? '';
}

const lineStart = (text: string, offset: number): number => text.lastIndexOf('\n', offset - 1) + 1;

function commaAfter(text: string, offset: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset);
  scanner.scan();
  const at = scanner.getTokenOffset();
  return text[at] === ',' ? at : undefined;
}

/** A container that becomes empty is written as `{}`, unless it still contains comments. */
function emptied(text: string, container: Node, from: number, to: number): string {
  const [start, end] = [container.offset + 1, container.offset + container.length - 1];
  const after = text[to] === ',' ? to + 1 : to;
  return text.slice(start, from).trim() + text.slice(after, end).trim() === '' ? splice(text, start, end, '') : cut(text, from, after);
}

function cut(text: string, from: number, to: number): string {
  const start = lineStart(text, from);
  const after = /^[ \t]*(\r?\n)?/.exec(text.slice(to))?.[0] ?? '';
  const alone = text.slice(start, from).trim() === '' && after.endsWith('\n');
  if (alone) return splice(text, start, to + after.length, '');
  if (after.endsWith('\n') || /[}\]]/.test(text[to + after.length] ?? '')) return splice(text, from - spacesBefore(text, from), to, '');
  return splice(text, from, to + after.length, '');
}

function spacesBefore(text: string, offset: number): number {
  return /[ \t]*$/.exec(text.slice(lineStart(text, offset), offset))?.[0].length ?? 0;
}

function splice(text: string, from: number, to: number, content: string): string {
  return text.slice(0, from) + content + text.slice(to);
}

// Parses the output of `tmux capture-pane -e -p` into rows of styled spans.
import type { Cursor, Row, Screen, Span, Style } from './state.ts';
import { columnsOf } from './width.ts';

export function parseScreen(ansi: string, cursor: Cursor, columns: number, alternate?: boolean): Screen {
  const lines = ansi.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const rows: Row[] = [];
  // tmux prints only changes of style, so a style carries over to the next row.
  let style = PLAIN;
  for (const line of lines) {
    const spans: Span[] = [];
    style = parseLine(line, style, spans);
    rows.push({ text: textOf(spans), spans });
  }
  return { rows, columns, cursor, ...(alternate === undefined ? {} : { alternate }) };
}

/** For a look at a pane, which has no line feed at its end, unlike the output of tmux. */
export function screenOf(look: { ansi: string; cursor: Cursor; columns: number; alternate: boolean }): Screen {
  return parseScreen(`${look.ansi}\n`, look.cursor, look.columns, look.alternate);
}

export const PLAIN: Style = { foreground: '', background: '', bold: false, dim: false, inverse: false };

// CSI and OSC sequences, other two-character escapes, and stray control characters. Only SGR (CSI … m) is interpreted.
// biome-ignore lint/suspicious/noControlCharactersInRegex: escapes are what this is about
const ESCAPE = /\x1b\[([0-9;:]*)m|\x1b\[[0-?]*[ -/]*[@-~]?|\x1b[\]P_^X][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b[ -/]*[0-~]?|[\x00-\x1f\x7f]/g;

function parseLine(line: string, before: Style, spans: Span[]): Style {
  let style = before;
  let x = 0;
  let from = 0;
  const add = (text: string) => {
    if (text === '') return;
    const columns = columnsOf(text);
    const last = spans.at(-1);
    if (last !== undefined && last.style === style)
      spans[spans.length - 1] = { ...last, columns: last.columns + columns, text: last.text + text };
    else spans.push({ x, columns, text, style });
    x += columns;
  };
  if (line.includes('\x1b') || CONTROL.test(line)) {
    for (const match of line.matchAll(ESCAPE)) {
      add(line.slice(from, match.index));
      from = match.index + match[0].length;
      if (match[1] !== undefined) style = shared(restyled(style, match[1]));
    }
  }
  add(line.slice(from));
  return style;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about
const CONTROL = /[\x00-\x1f\x7f]/;

function textOf(spans: readonly Span[]): string {
  let text = '';
  for (const span of spans) text += span.text;
  return text.trimEnd();
}

/** Equal styles share one object, so that spans can be compared and merged cheaply. */
const known = new Map<string, Style>();

function shared(style: Style): Style {
  const key = `${style.foreground}|${style.background}|${style.bold}${style.dim}${style.inverse}`;
  if (key === '||falsefalsefalse') return PLAIN;
  const same = known.get(key);
  if (same !== undefined) return same;
  if (known.size > 500) known.clear();
  known.set(key, style);
  return style;
}

function restyled(before: Style, parameters: string): Style {
  const codes = parameters.split(/[;:]/).map(Number);
  let style = before;
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i] ?? 0;
    if (code === 38 || code === 48) {
      const { colour, used } = extended(codes, i + 1);
      i += used;
      if (colour !== undefined) style = { ...style, [code === 38 ? 'foreground' : 'background']: colour };
    } else style = simple(style, code);
  }
  return style;
}

function extended(codes: readonly number[], at: number): { colour: string | undefined; used: number } {
  if (codes[at] === 5) return { colour: String(codes[at + 1] ?? 0), used: 2 };
  if (codes[at] !== 2) return { colour: undefined, used: 0 };
  const rgb = codes.slice(at + 1, at + 4);
  return { colour: `#${rgb.map((part) => (part & 255).toString(16).padStart(2, '0')).join('')}`, used: 4 };
}

function simple(style: Style, code: number): Style {
  if (code === 0) return PLAIN;
  if (code === 1) return { ...style, bold: true };
  if (code === 2) return { ...style, dim: true };
  if (code === 7) return { ...style, inverse: true };
  if (code === 22) return { ...style, bold: false, dim: false };
  if (code === 27) return { ...style, inverse: false };
  if (code >= 30 && code <= 37) return { ...style, foreground: String(code - 30) };
  if (code === 39) return { ...style, foreground: '' };
  if (code >= 40 && code <= 47) return { ...style, background: String(code - 40) };
  if (code === 49) return { ...style, background: '' };
  if (code >= 90 && code <= 97) return { ...style, foreground: String(code - 82) };
  if (code >= 100 && code <= 107) return { ...style, background: String(code - 92) };
  return style;
}

// Makes foreign text safe to print on a terminal: allowed characters pass unchanged, all others are replaced by a visible form.

const BASE = String.raw`(?!\p{DI})[\p{L}\p{N}\p{P}\p{S}]`;
const MARK = String.raw`(?!\p{DI})\p{M}`;
const JOINER = String.raw`[\u200C\u200D]`;
// Elsewhere a selector has no visible effect, so it could carry a hidden message.
const SELECTOR = String.raw`(?:(?<=\p{ExtPict})[\uFE0E\uFE0F]|\uFE0F(?=\u20E3))`;
// No script joins ASCII to ASCII; there a joiner would only make two words that look the same different.
const LINK = `${JOINER}(?=${BASE})(?<![!-~]${JOINER}(?=[!-~]))`;
const CLUSTER = `${BASE}${SELECTOR}?(?:${JOINER}?${MARK}){0,8}(?:${LINK})?`;
// Marks without a base, or too many of them ("zalgo").
const ORPHANS = `${MARK}(?:${JOINER}?${MARK}){0,7}(?:${LINK})?`;

// The last character of a plain run may be the base of a cluster. Bounded, because V8 overflows its stack on runs of megabytes.
const RUN = '[ -~]{1,999}(?![^ -~])';

const screenTokens = compiledOnce(String.raw`(${RUN}|${CLUSTER}|\p{Zs})|(${ORPHANS})|\r?\n|.`);
// Quotes and escapes belong to JSON: a mark of the text must not combine with them.
const jsonTokens = compiledOnce(String.raw`(["\n]|\\(?:u.{4}|.)|${CLUSTER}|\p{Zs})|.`);

/** Plain text and the signs of our own screens, which stand for themselves: most screens never compile the rest. */
const PLAIN = /^[ -~·–“”…•‖←↑→↓─│●○✓✗❯]*$/;

/** The text on one line. Idempotent. */
export function printable(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(screenTokens(), (token: string, allowed?: string, orphans?: string) => {
    return allowed ?? (orphans ? `◌${orphans}` : shown(token));
  });
}

/** The text line by line. A carriage return that is not followed by a newline is made visible. */
export function printableLines(text: string): string[] {
  return text.split(/\r?\n/).map((line) => printable(line.replaceAll('\t', '  ')));
}

/** JSON that parses to the same data as `JSON.stringify` would give; what JSON leaves out altogether (undefined) is `null`. */
export function printableJson(value: unknown, indent?: number): string {
  const json = JSON.stringify(value, null, indent) ?? 'null';
  if (!/[^\n -~]/.test(json)) return json;
  return json.replace(jsonTokens(), (token: string, allowed?: string) => allowed ?? escaped(token));
}

function shown(token: string): string {
  if (token.endsWith('\n')) return ' ⏎ ';
  if (token === '\t') return ' ';
  if (token === '\x7f') return '␡';
  const code = token.codePointAt(0) ?? 0;
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : `<U+${hex(code).toUpperCase()}>`;
}

function escaped(token: string): string {
  return token.replace(/./gs, (unit) => `\\u${hex(unit.charCodeAt(0))}`);
}

function hex(code: number): string {
  return code.toString(16).padStart(4, '0');
}

/** Property escapes take a millisecond to compile, which a start without foreign text avoids. */
function compiledOnce(pattern: string): () => RegExp {
  let compiled: RegExp | undefined;
  return () => {
    compiled ??= new RegExp(pattern, 'gsu');
    return compiled;
  };
}

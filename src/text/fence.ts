// The fence: marks foreign text as data. Nothing in it can close it, appear outside it, or be read as an answer when repeated.
//
// Invariants: every line between the two marks begins with "| ", whatever the text is; the marks contain a number that the author of the text
// cannot know; no tag and no JSON object in the text can be read as a reply, not even when an agent repeats it word for word.

export function fenced(nonce: string, lines: readonly string[]): string {
  return [
    `--- data ${nonce}: begin ---`,
    ...lines.flatMap((line) => linesOf(line).map((each) => `| ${each}`)),
    `--- data ${nonce}: end ---`,
  ].join('\n');
}

/** `name: value`. Further lines of the value are indented, so that they cannot look like ours. */
export function entry(name: string, value: string): string {
  const [first = '', ...rest] = linesOf(neutral(value));
  return [`${name}: ${first}`, ...rest.map((line) => `    > ${line}`)].join('\n');
}

/** The text with marks, tags and objects made harmless. It stays readable and keeps its length. */
export function neutral(text: string): string {
  return seen(text)
    .replaceAll(/<(?=\s*(?:\/\s*)?(?:cc_)?answer)/gi, '‹')
    .replaceAll(/\{(\s*)"/g, '{$1“')
    .replaceAll('```', "'''")
    .replaceAll(/-{3}(?=\s*data\b)/gi, '- -');
}

/** The text as people see it: line breaks of one kind, and nothing hidden. */
export function seen(text: string): string {
  return oneKindOfNewline(text).replaceAll(INVISIBLE, '\ufffd');
}

/** Control characters, direction marks and letters that draw nothing: all of them have been used to hide instructions. */
const INVISIBLE = /(?![\n\t])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u115f\u1160\u3164\uffa0\u2800\u{e0000}-\u{e0fff}]/gu;

const oneKindOfNewline = (text: string): string => text.replaceAll(/\r\n|[\r\v\f\u0085\u2028\u2029]/g, '\n');
const linesOf = (text: string): string[] => oneKindOfNewline(text).split('\n');

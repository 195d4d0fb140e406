// What the keys do.
import { pad } from '../../../text/width.ts';
import { type Line, line, span } from '../canvas.ts';

const KEYS: readonly (readonly [keys: string, meaning: string])[] = [
  ['↑ ↓  j k', 'move; Home and End: first and last'],
  ['Space  1…9', 'choose or tick, and stay'],
  ['Enter', 'choose and go on, or send'],
  ['Tab ⇧Tab ← →', 'other questions; nothing is lost'],
  ['n', 'a note for the agent, beside the answer'],
  ['s', 'skip this question, if there are others'],
  ['r', 'the question is wrong: say why instead'],
  ['PgUp PgDn  [ ]', 'scroll the preview · the text'],
  ['Esc', 'out of a text; else decline, after asking'],
  ['q  Ctrl-C', 'leave; the question stays open'],
  ['Alt-Enter', 'new line in a text; also Ctrl-J'],
];

const KEY_COLUMNS = 16;

/** What is different inside the inbox. */
const IN_INBOX: typeof KEYS = [
  ['Esc  q', 'out of a text; else back to the list'],
  ['d', 'decline, after asking'],
  ['i', 'more about this ask, and earlier answers'],
  ['Ctrl-C', 'quit; the question stays open'],
];

export function helpLines(columns: number, inInbox = false): Line[] {
  const keys = inInbox ? KEYS.flatMap((each) => (each[0] === 'Esc' ? IN_INBOX : each[0].startsWith('q') ? [] : [each])) : KEYS;
  if (columns < 40) return keys.flatMap(([key, meaning]) => [line(key, 'bold'), line(`  ${meaning}`)]);
  return keys.map(([key, meaning]) => [span(pad(key, KEY_COLUMNS), 'bold'), span(meaning)]);
}

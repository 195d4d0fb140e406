// What the keys do.
import { pad } from '../../../text/width.ts';
import { blank, type Line, line, span } from '../canvas.ts';

const KEYS: readonly (readonly [keys: string, meaning: string])[] = [
  ['↑ ↓  j k', 'move; Home and End go to the first and the last row'],
  ['1 … 9', 'choose that row, or tick it where several may be chosen'],
  ['Space', 'choose, or tick, and stay'],
  ['Enter', 'choose and go on; answers a single question at once'],
  ['Tab  ⇧Tab  ← →', 'the other questions; nothing typed is lost'],
  ['n', 'a note beside the answer, for the agent to read'],
  ['s', 'skip this question (where there are several)'],
  ['r', 'the question is wrong: tell the agent why instead of answering'],
  ['PgUp PgDn', 'scroll the preview, or the text where there is none'],
  ['[ ]', 'scroll the text of the question'],
  ['Esc', 'out of a text field; else decline, after asking'],
  ['q  Ctrl-C', 'leave; the question stays open'],
  ['', ''],
  ['in a text', 'Enter is done; Alt-Enter, Shift-Enter or Ctrl-J is a new line'],
];

const KEY_COLUMNS = 16;

/** What is different inside the inbox. */
const IN_INBOX: typeof KEYS = [
  ['Esc  q', 'out of a text field; else back to the list, with what you entered kept'],
  ['d', 'decline, after asking'],
  ['i', 'what is known about this ask, and how it was answered before'],
  ['Ctrl-C', 'quit; the question stays open'],
];

export function helpLines(columns: number, inInbox = false): Line[] {
  const room = columns < 50 ? 10 : KEY_COLUMNS;
  return [
    line('Keys', 'bold'),
    blank,
    ...(inInbox ? inboxKeys() : KEYS).map(([keys, meaning]) => (keys === '' ? blank : [span(pad(keys, room), 'bold'), span(meaning)])),
  ];
}

function inboxKeys(): typeof KEYS {
  return KEYS.flatMap((each) => (each[0] === 'Esc' ? IN_INBOX : each[0].startsWith('q') ? [] : [each]));
}

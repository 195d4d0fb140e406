// Whether a reply was repeated from what the asking agent wrote, and not given.
import type { Ask } from '../../question/words.ts';

type Asked = Pick<Ask, 'questions' | 'detail'>;

/** It stands in the ask, whatever its blanks and quotes. */
export function isForged(raw: string, ask: Asked): boolean {
  const wanted = folded(raw);
  return wanted !== '' && textsOf([ask.questions, ask.detail]).some((text) => folded(text).includes(wanted));
}

/**
 * The ask holds something like a reply in JSON. Quoted in other words it is still not the answering agent's own, and no comparison finds every
 * way to write it: then only a reply with the id of the ask counts, which the asking agent cannot know.
 */
export function isBait(ask: Asked): boolean {
  return textsOf([ask.questions, ask.detail]).some((text) => BAIT.test(text.normalize('NFKC')));
}
const BAIT = /\{[^{}]{0,400}(?:answers|redirect|decline|pass|review|risk|\\u00)/i;

/** Every text anywhere in a value. */
function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}

const folded = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\s"'“”‘’`]+/gu, '');

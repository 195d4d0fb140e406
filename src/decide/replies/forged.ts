// Detects replies that were copied from what the asking agent wrote.
import type { Ask } from '../../question/words.ts';

type Asked = Pick<Ask, 'questions' | 'detail'>;

/** The reply appears in the ask, ignoring white space and quotes. */
export function isForged(raw: string, ask: Asked): boolean {
  const wanted = folded(raw);
  return wanted !== '' && textsOf([ask.questions, ask.detail]).some((text) => folded(text).includes(wanted));
}

/**
 * The ask contains something like a reply in JSON. An agent may repeat it in another form, and no comparison finds every way to write it.
 * In that case only a reply with the id of the ask counts, which the asking agent cannot know.
 */
export function isBait(ask: Asked): boolean {
  return textsOf([ask.questions, ask.detail]).some((text) => BAIT.test(text.normalize('NFKC')));
}
const BAIT = /\{[^{}]{0,400}(?:answers|redirect|decline|pass|review|risk|\\u00)/i;

/** Every string anywhere in a value. */
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

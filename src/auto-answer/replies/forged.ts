// Detects replies that were copied from what the asking agent wrote.

import { isFor } from '../../ask/named-ask.ts';
import type { Ask } from '../../ask/schema/ask.ts';
import type { Tag } from '../../text/tags.ts';

type AskText = Pick<Ask, 'questions' | 'detail'>;

/**
 * The ask contains something like a reply in JSON. An agent may repeat it in another form, and no comparison finds every way to write it.
 * In that case only a reply with the id of the ask counts, which the asking agent cannot know.
 */
export function isBait(ask: AskText): boolean {
  return textsOf([ask.questions, ask.detail]).some((text) => BAIT.test(text.normalize('NFKC')));
}
const BAIT = /\{[^{}]{0,400}(?:answers|prompts|redirect|decline|pass|review|risk|\\u00)/i;

/** What of a text may be copied from this ask. Its texts are prepared once, because there may be hundreds of tags, and hundreds of asks. */
export function forgeries(ask: AskText & Pick<Ask, 'id' | 'project'>): Forgeries {
  const texts = textsOf([ask.questions, ask.detail]);
  const asFolded = once(() => texts.map(folded));
  const asLetters = once(() => texts.map(letters));
  const isIn = (texts: readonly string[], wanted: string) => wanted !== '' && texts.some((text) => text.includes(wanted));
  const names = (word: string) => isIn(asLetters(), word);
  return {
    isReply: (raw) => isIn(asFolded(), folded(raw)),
    isTag(tag) {
      if (isIn(asFolded(), foldedTag(tag))) return true;
      if (tag.name !== 'cc_answer') return false;
      return names('ccanswer') && (isFor(tag, ask) || names(letters(tag.attributes.project ?? '')));
    },
  };
}

type Forgeries = {
  /** The reply appears in the ask, ignoring white space and quotes. */
  isReply(raw: string): boolean;
  /**
   * The tag appears in the ask, or may: an agent may decode what is written there (`&lt;cc_answer`, `＜cc_answer＞`) and repeat it. So if an
   * ask has such a tag in any spelling, a tag by project is not accepted for it, nor for a project that it names.
   */
  isTag(tag: Tag): boolean;
};

/** A tag may be as long as the whole reply, and is compared with every ask. */
function foldedTag(tag: Tag): string {
  const known = foldedTags.get(tag);
  if (known !== undefined) return known;
  const made = folded(tag.raw);
  foldedTags.set(tag, made);
  return made;
}
const foldedTags = new WeakMap<Tag, string>();

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Letters and digits only, with entities (also nested ones) decoded and wide or styled characters as plain ones. */
function letters(text: string): string {
  const decoded = text
    .normalize('NFKC')
    .replaceAll(/&(?:amp;)*#(?:x([\da-f]{1,6})|(\d{1,7}));?/gi, (whole, hex, decimal) =>
      character(hex ? parseInt(hex, 16) : Number(decimal), whole),
    )
    .replaceAll(/&(?:amp;)*(?:lt|gt|quot|apos|lowbar|nbsp|amp);?/gi, '')
    .replaceAll(/%([2-7][\da-f])/gi, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
  return decoded
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s]+/gu, '');
}

const character = (code: number, otherwise: string): string => (code <= 0x10ffff ? String.fromCodePoint(code) : otherwise);

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

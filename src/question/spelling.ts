// Words that are spelled so that a reader sees them and a rule does not: invisible letters, look-alikes, letters set apart. Read plainly, and reported.

/** The text as a reader sees it: one form of every letter, nothing invisible. Only as good as its small table; what it had to mend is reported by `hiding`. */
export function plainly(text: string): string {
  return [...text.normalize('NFKC').replaceAll(INVISIBLE, '')].map((letter) => LOOKALIKES.get(letter) ?? letter).join('');
}

/** Without accents, as somebody may set them on a word of English. */
export const bare = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '');

/** How the text hides letters from who reads it word by word; undefined when it does not. */
export function hiding(text: string): string | undefined {
  const seen = text.replaceAll(EMOJI, '');
  if (CONTROL.test(seen)) return 'it has control characters in it';
  if (UNSEEN.test(seen)) return 'it has invisible characters in it';
  if (isDisguised(seen)) return 'it has letters in it that only look like others';
  if (SET_APART.test(seen)) return 'it spells a word letter by letter';
  if (BROKEN_WORD.test(seen)) return 'it has marks inside a word';
  const word = brokenAct(seen);
  return word === undefined ? undefined : `it spells "${word}" in pieces`;
}

/** Everything but a line break and a tab. */
export const CONTROL = /(?![\n\t\r])\p{Cc}|\r(?!\n)/u;

const INVISIBLE = /\p{Default_Ignorable_Code_Point}|[\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u2800]/gu;
const UNSEEN = new RegExp(INVISIBLE.source, 'u');
/** Joiners and selectors are what an emoji is made of. */
const EMOJI = /\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?(?:\u200d\p{Extended_Pictographic}\ufe0f?)*|[\d#*]\ufe0f?\u20e3/gu;

/** A foreign alphabet among Latin letters, or a form of a Latin letter that only looks like it. A text all in one other alphabet hides nothing. */
function isDisguised(text: string): boolean {
  const latin = /[A-Za-z]/.test(text);
  for (const letter of text.replaceAll(/[\p{ASCII}ªº™µ]+/gu, '')) {
    if (/[A-Za-z]/.test(letter.normalize('NFKC')) && !/^[A-Za-z]\p{M}+$/u.test(letter.normalize('NFD'))) return true;
    if (latin && /\p{L}|\p{M}/u.test(letter) && !/\p{Script=Latin}|\p{Script=Inherited}/u.test(letter)) return true;
    if (/[\u0180-\u02ff\u1d00-\u1dbf\u2c60-\u2c7f\ua720-\ua7ff\uab30-\uab6f]/u.test(letter)) return true;
  }
  return false;
}

const SET_APART = /(?<![\p{L}\p{N}'’])(?:\p{L}[ \t\n._*~+-]{1,3}){3,40}\p{L}(?![\p{L}\p{N}])/u;
const BROKEN_WORD = /\p{L}(?:\*{1,3}|~~|__|<\/?[a-z][^<>]{0,40}>|&(?:#\w{1,8}|[a-z]{2,10});)+\p{L}/iu;

/** Read without blanks and marks, and with digits as the letters they stand for, there is an act that no word of the text is. */
function brokenAct(text: string): string | undefined {
  const lower = bare(text).toLowerCase();
  const letters = lower.replaceAll(/[013457@$]/g, (digit) => DIGITS[digit] ?? digit).replaceAll(/[^\p{L}]+/gu, '');
  const acts = text.length > LONG ? BROKEN_ACTS.filter((act) => act.length > 5) : BROKEN_ACTS;
  return acts.find((act) => count(letters, act) > count(lower, act));
}
const DIGITS: Readonly<Record<string, string>> = { 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's' };
/** In a long text two words make a short one by chance. */
const LONG = 400;
const BROKEN_ACTS =
  'delete erase purge destroy shred truncate discard overwrite clobber publish deploy drop wipe nuke force production database release revoke terminate'.split(
    ' ',
  );

const count = (text: string, part: string): number => text.split(part).length - 1;

/** Cyrillic, Greek and a few others, by the Latin letter they look like. */
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: 'аαɑ',
    b: 'Ьƅ',
    c: 'сϲ',
    d: 'ԁɗ',
    e: 'еҽεє',
    g: 'ɡց',
    h: 'һհ',
    i: 'іιıɩ',
    j: 'ј',
    k: 'кκ',
    l: 'ӏⅼǀ',
    m: 'м',
    n: 'ոп',
    o: 'оοօ',
    p: 'рρ',
    q: 'ԛ',
    r: 'гɾ',
    s: 'ѕ',
    t: 'тτ',
    u: 'υսʋ',
    v: 'ѵν',
    w: 'ԝѡω',
    x: 'хχ',
    y: 'уүγ',
    z: 'ʐ',
    A: 'АΑ',
    B: 'ВΒ',
    C: 'СϹ',
    D: 'Ꭰ',
    E: 'ЕΕ',
    F: 'Ϝ',
    H: 'НΗ',
    I: 'ІΙ',
    J: 'Ј',
    K: 'КΚ',
    M: 'МΜ',
    N: 'Ν',
    O: 'ОΟ',
    P: 'РΡ',
    R: 'Ꮢ',
    S: 'Ѕ',
    T: 'ТΤ',
    W: 'Ԝ',
    X: 'ХΧ',
    Y: 'ҮΥ',
    Z: 'Ζ',
  }).flatMap(([latin, others]) => [...others].map((other) => [other, latin] as const)),
);

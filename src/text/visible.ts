// Whether a text shows anything: white space, invisible and zero-width characters are not an answer.

/** Letters, according to Unicode, that draw nothing: Hangul fillers and the blank Braille pattern. */
const BLANK_LETTERS = /[\u115f\u1160\u3164\uffa0\u2800]/gu;

export function isVisible(text: string): boolean {
  // True for nearly every text. The other expression is inside the function because one with property escapes is slow to compile.
  if (/[!-~]/.test(text)) return true;
  return /[^\p{C}\p{Z}\p{M}\s]/u.test(text.replace(BLANK_LETTERS, ''));
}

/** How texts are compared: composed Unicode, runs of white space as one space, trimmed. */
export function normalised(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim();
}

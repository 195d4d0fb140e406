// Whether a text shows anything at all: blanks, invisible and zero-width characters are not an answer.

/** Letters by the Unicode tables that draw nothing: Hangul fillers and the blank Braille pattern. */
const BLANK_LETTERS = /[\u115f\u1160\u3164\uffa0\u2800]/gu;

export function isVisible(text: string): boolean {
  // Nearly always; the other expression stands inside because a literal with property escapes takes a while to make.
  if (/[!-~]/.test(text)) return true;
  return /[^\p{C}\p{Z}\p{M}\s]/u.test(text.replace(BLANK_LETTERS, ''));
}

/** How texts are compared: composed Unicode, runs of white space as one blank, none at the ends. */
export function normalised(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim();
}

// A new version may word anything differently. Each phrase of each recorded dialog in other words: never taken for something else, and usable or named.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recordedScreen, recordedScreens } from '../../../../test/support/claude-code/screens/recorded.ts';
import { reworded } from '../../../../test/support/claude-code/screens/reworded.ts';
import { readScreen } from './read.ts';
import { isDialog, type ScreenState, unfamiliarIn } from './state.ts';

/** What says how to use the dialog. Without it the dialog can be used all the same. */
const HINTS = [
  'Enter to select',
  '↑/↓ to navigate',
  'Tab/Arrow keys to navigate',
  'n to add notes',
  'Tab to switch questions',
  'ctrl+g to edit in Vim',
  'Esc to cancel',
  'Tab to amend',
  'ctrl+e to explain',
  'Chat about this',
  'Type something',
];
/** What says what the dialog is about, or what its choices do. */
const PARTS = [
  '✔ Submit',
  'Ready to submit your answers?',
  'Review your answers',
  'You have not answered all questions',
  'Submit answers',
  'Submit',
  'Next',
  'Cancel',
  'Do you want to',
  'to proceed?',
  'Would you like',
  'shift+tab to approve with this feedback',
  'Exit plan mode?',
  'Claude wants to exit plan mode',
  'Tell Claude what to change',
  'Notes:',
  'press n to add notes',
];
/** Each has as many letters as before, because the countdown is at the right edge. */
const COUNTDOWN = [
  ['auto-continue in', 'it goes on after'],
  ['any key to stay', 'a key to remain'],
] as const;

const dialogs = recordedScreens.filter((name) => isDialog(readScreen(recordedScreen(name))));
const words = fc
  .array(fc.constantFrom('press', 'choose', 'Return', 'Space', 'to', 'leave', 'go', 'on', 'with', 'it', 'Ctrl+X', '⏎', 'q', 'über'), {
    minLength: 1,
    maxLength: 4,
  })
  .map((all) => all.join(' '))
  .filter((text) => /\p{L}/u.test(text));

function changedState(name: string, phrase: string, other: string): ScreenState | undefined {
  const screen = reworded(recordedScreen(name), phrase, other);
  return screen && readScreen(screen);
}

const pointerOf = (state: ScreenState) => ('pointer' in state ? state.pointer : undefined);
const labelsOf = (state: ScreenState) => ('rows' in state ? state.rows.map(({ label }) => label) : []);

describe.each(dialogs)('%s', (name) => {
  const before = readScreen(recordedScreen(name));
  const phrasesIn = (all: readonly string[]) =>
    all.filter((phrase) => changedState(name, phrase, phrase) !== undefined && isOnDialog(phrase));
  /** What it says above the dialog is not part of it. */
  const isOnDialog = (phrase: string) => JSON.stringify(changedState(name, phrase, '§')) !== JSON.stringify(before);
  const check = (phrase: string, other: string): ScreenState | undefined => {
    const now = changedState(name, phrase, other);
    if (now === undefined || (before.kind === 'question' && labelsOf(before).some((label) => label.includes(phrase)))) return undefined;
    if (isDialog(now)) {
      expect(now.kind).toBe(before.kind);
      expect(pointerOf(now)).toEqual(pointerOf(before));
      if (now.kind === 'question') expect(labelsOf(now)).toEqual(labelsOf(before));
    } else expect(now).toMatchObject({ kind: 'unknown', dialog: before.kind, why: expect.stringMatching(/\S/) });
    return now;
  };

  it('with other hints can be used, and the hint is named', () => {
    const phrases = phrasesIn(HINTS);
    if (phrases.length === 0) return;
    fc.assert(
      fc.property(fc.constantFrom(...phrases), words, (phrase, other) => {
        const now = check(phrase, other);
        if (now === undefined) return;
        expect(isDialog(now), JSON.stringify(now)).toBe(true);
        expect(unfamiliarIn(now)).toContain('“');
      }),
      { numRuns: 40, seed: 327 },
    );
  });

  it('with other parts is used, or named', () => {
    const phrases = phrasesIn(PARTS);
    if (phrases.length > 0)
      fc.assert(
        fc.property(fc.constantFrom(...phrases), words, (phrase, other) => void check(phrase, other)),
        { numRuns: 40, seed: 327 },
      );
  });

  it('with another countdown is read', () => {
    for (const [phrase, other] of COUNTDOWN) {
      const now = check(phrase, other);
      if (now !== undefined && isOnDialog(phrase)) expect(now).toEqual(before);
    }
  });
});

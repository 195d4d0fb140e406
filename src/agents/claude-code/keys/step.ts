// One step in a dialog: what to press or type now, and what the screen must show afterwards.
import { bare } from '../screen/join.ts';
import type { ScreenState } from '../screen/state.ts';

/** The only keys that we ever press. */
/** Back is Left and not Shift-Tab: if a person closes the dialog at that moment, Shift-Tab would change the agent's permission mode. */
type DialogKey = 'Up' | 'Down' | 'Left' | 'Enter' | 'Escape' | 'Tab' | 'Space' | 'n';

export type Step =
  | {
      readonly kind: 'press';
      readonly key: DialogKey;
      /** How often it can be pressed at once, because each press only moves the pointer. */
      readonly times: number;
      /** Whether the screen is as expected after the key was pressed this often. */
      readonly expect: (after: ScreenState, pressed: number) => boolean;
      /** May be pressed again when nothing happened. */
      readonly repeatable: boolean;
    }
  | { readonly kind: 'enter-text'; readonly text: string; readonly expect: Expectation }
  /** The dialog is finished. `followUp` is what to tell the agent next. */
  | { readonly kind: 'done'; readonly followUp?: string }
  | { readonly kind: 'stop'; readonly reason: string };

export type Expectation = (after: ScreenState) => boolean;

export const stop = (reason: string): Step => ({ kind: 'stop', reason });

/** Arrows, Tab and Space may be repeated, because the screen shows whether they worked. Enter, Escape and n may not. */
export const press = (key: DialogKey, expect: Expectation): Step => ({
  kind: 'press',
  key,
  times: 1,
  expect,
  repeatable: key !== 'Enter' && key !== 'Escape' && key !== 'n',
});

/** Moves the pointer by this many rows. */
export const moves = (key: 'Up' | 'Down', times: number, expect: (after: ScreenState, pressed: number) => boolean): Step => ({
  kind: 'press',
  key,
  times,
  expect,
  repeatable: true,
});

/** Whether two texts look the same on a screen, where white space may have become a line wrap and a line break is drawn as U+FFFD. */
export function looksLike(shown: string, expected: string): boolean {
  return bare(shown) === bare(expected);
}

/**
 * Whether the screen shows the expected text, or its beginning and an ellipsis. With less than `shortest` characters before it, the
 * ellipsis counts as part of the text.
 */
export function couldBe(shown: string, expected: string, shortest = 20): boolean {
  if (looksLike(shown, expected)) return true;
  const beginning = bare(/^(.*)…$/s.exec(shown.trim())?.[1] ?? '');
  return beginning.length >= shortest && bare(expected).startsWith(beginning);
}

/** For a text whose beginning is scrolled away. */
export function endsLike(expected: string, shown: string): boolean {
  return bare(expected).endsWith(bare(shown));
}

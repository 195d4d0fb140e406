// One step in a dialog: what to press or type now, and what the screen must show afterwards.
import { bare } from '../screen/join.ts';
import type { ScreenState } from '../screen/state.ts';

/** The only keys that we ever press. */
export type DialogKey = 'Up' | 'Down' | 'Enter' | 'Escape' | 'Tab' | 'BTab' | 'Space' | 'n';

export type Step =
  | {
      readonly kind: 'press';
      readonly key: DialogKey;
      readonly expect: Expectation /** May be pressed again when nothing happened. */;
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
  expect,
  repeatable: key !== 'Enter' && key !== 'Escape' && key !== 'n',
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

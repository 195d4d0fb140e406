// One small step at a dialog: what to press now, and what the screen must show after it.
import { bare } from '../screen/join.ts';
import type { ScreenState } from '../screen/state.ts';

/** The keys that are ever pressed. */
export type DialogKey = 'Up' | 'Down' | 'Enter' | 'Escape' | 'Tab' | 'BTab' | 'Space' | 'n';

export type Step =
  | {
      readonly kind: 'press';
      readonly key: DialogKey;
      readonly expect: Expectation /** May be pressed again when nothing happened. */;
      readonly harmless: boolean;
    }
  | { readonly kind: 'enter-text'; readonly text: string; readonly expect: Expectation }
  /** The dialog is dealt with. `followUp` is what the agent is to be told next. */
  | { readonly kind: 'done'; readonly followUp?: string }
  | { readonly kind: 'stop'; readonly reason: string };

export type Expectation = (after: ScreenState) => boolean;

export const stop = (reason: string): Step => ({ kind: 'stop', reason });

/** Arrows, Tab and Space can be pressed again: what they did shows. Enter and Escape cannot. */
export const press = (key: DialogKey, expect: Expectation): Step => ({
  kind: 'press',
  key,
  expect,
  harmless: key !== 'Enter' && key !== 'Escape' && key !== 'n',
});

/** As two texts look alike on a screen: white space may have become a wrap, a line break is drawn as U+FFFD. */
export function looksLike(shown: string, meant: string): boolean {
  return bare(shown) === bare(meant);
}

/** The shown text may be the beginning of what is meant, cut off by an ellipsis; a short one is not cut, but ends in one itself. */
export function couldBe(shown: string, meant: string, shortest = 20): boolean {
  if (looksLike(shown, meant)) return true;
  const beginning = bare(/^(.*)…$/s.exec(shown.trim())?.[1] ?? '');
  return beginning.length >= shortest && bare(meant).startsWith(beginning);
}

/** The beginning of what is meant is scrolled away. */
export function endsLike(meant: string, shown: string): boolean {
  return bare(meant).endsWith(bare(shown));
}

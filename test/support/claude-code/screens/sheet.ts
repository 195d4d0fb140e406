// For tests: a drawing of a question in the making, and what its parts are.

import type { Cursor, ScreenState } from '../../../../src/channels/claude-code/screen/state.ts';
import type { CursorPlace, Line } from './drawing.ts';
import type { QuestionScene } from './scene.ts';

export type Rendered = { readonly ansi: string; readonly cursor: Cursor; readonly expected: ScreenState };

/** The rows of the drawing, and at which of them the parts begin that a reader has to see whole. */
export type Sheet = { readonly lines: Line[]; cursor: CursorPlace; readonly starts: Map<string, number> };

/** The part of the list that is shown: as many rows as the window has, with the pointer among them. */
export function windowOf({ options, pointer, window }: QuestionScene): { first: number; last: number } {
  const count = options.length + 1;
  const at = pointer.on === 'option' ? pointer.number : count;
  const last = Math.min(count, Math.max(window, at));
  return { first: Math.max(1, last - window + 1), last };
}

export function submitOf({ tabs, current }: QuestionScene): 'Submit' | 'Next' {
  return current === tabs.length - 1 ? 'Submit' : 'Next';
}

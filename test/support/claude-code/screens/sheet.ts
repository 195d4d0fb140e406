// For tests: a question while it is being drawn, and where its parts begin.
import type { Cursor, ScreenState } from '../../../../src/agents/claude-code/screen/state.ts';
import type { CursorPlace, Line } from './drawing.ts';
import type { QuestionScene } from './scene.ts';

export type Rendered = { readonly ansi: string; readonly cursor: Cursor; readonly expected: ScreenState };

/** `starts` has the first line of each part. A part counts as visible when its first line is. */
export type Sheet = { readonly lines: Line[]; cursor: CursorPlace; readonly starts: Map<string, number> };

/** The part of the list that is shown: `window` rows, including the one with the pointer. */
export function windowOf({ options, pointer, window }: QuestionScene): { first: number; last: number } {
  const count = options.length + 1;
  const at = pointer.on === 'option' ? pointer.number : count;
  const last = Math.min(count, Math.max(window, at));
  return { first: Math.max(1, last - window + 1), last };
}

export function submitOf({ tabs, current }: QuestionScene): 'Submit' | 'Next' {
  return current === tabs.length - 1 ? 'Submit' : 'Next';
}

/** The preview of every option, with rows that look like something else. */
export const PREVIEW = ['+----+-------+', '| 1. Fake    |', '❯ 2. Other   |', '└────────────┘'];

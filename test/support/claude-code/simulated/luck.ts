// What can go wrong while a decision is typed into a dialog.

import type { Question } from '../../../../src/ask/schema/ask.ts';
import type { Key } from '../../../../src/system/terminal.ts';
import type { Behaviour, Dialog } from './dialog.ts';

export type Incident = { readonly afterKeys: number; readonly delayMs: number; readonly what: Mishap };

export type Mishap =
  | { readonly kind: 'person'; readonly keys: readonly (Key | { readonly typed: string })[]; readonly announced: boolean }
  | { readonly kind: 'answered elsewhere' | 'dismissed' | 'closed' | 'shell' | 'aborted' | 'another process' }
  | { readonly kind: 'copy mode'; readonly leavesAfterMs: number | undefined }
  | { readonly kind: 'replaced'; readonly questions: readonly Question[]; readonly gapMs: number }
  | { readonly kind: 'resized'; readonly columns: number; readonly rows: number };

export type Luck = {
  readonly behaviour: Behaviour;
  /** How long Claude Code delays the dialog. */
  readonly heldBackMs: number;
  /** How long after the start we begin to type. */
  readonly lateMs: number;
  readonly droppedPercent: number;
  readonly slowestMs: number;
  /** How often the screen is drawn in two halves. */
  readonly halvesPercent: number;
  /** What a person did in the dialog before we begin to type. */
  readonly changedBefore: (dialog: Dialog) => void;
  readonly incidents: readonly Incident[];
};

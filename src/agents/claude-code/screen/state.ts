// The types of a screen, and of the states of Claude Code that can be read from one.

/** A pane at one moment. Text and cursor must come from the same tmux command, or they may not match. */
export type Screen = {
  readonly rows: readonly Row[];
  readonly columns: number;
  readonly cursor: Cursor;
  /** Whether the alternate screen is on (`#{alternate_on}`): the fullscreen renderer. */
  readonly alternate?: boolean;
};

/** Claude Code hides the terminal's cursor (`#{cursor_flag}` is 0); shells and editors show it. */
export type Cursor = { readonly x: number; readonly y: number; readonly shown?: boolean };

/** `text` has no trailing white space. The spans cover the row from column 0 without gaps, as far as tmux printed it. */
export type Row = { readonly text: string; readonly spans: readonly Span[] };

/** Adjacent cells of one style. A wide character takes two columns, a combining one none. */
export type Span = { readonly x: number; readonly columns: number; readonly text: string; readonly style: Style };

/** A colour is a palette number as text (`246`), `#rrggbb`, or '' for the terminal's default. */
export type Style = {
  readonly foreground: string;
  readonly background: string;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly inverse: boolean;
};

/**
 * All texts are as visible on the screen. Wrapped rows are joined with a space, with nothing (inside a word longer than the line) or, in
 * typed text, with a line break. White space may therefore be wrong: compare with `sameText`.
 */
export type ScreenState =
  | { readonly kind: 'nothing' }
  | Question
  | Review
  | Permission
  | Plan
  | { readonly kind: 'idle'; readonly draft: string; readonly shell: boolean }
  | { readonly kind: 'busy'; readonly draft: string; readonly shell: boolean; readonly doing: string }
  | Unknown;

export type Unknown = {
  readonly kind: 'unknown';
  readonly why: string;
  /** It is a dialog of this kind, but has a detail that we do not know. */
  readonly dialog?: Dialog['kind'];
  /** The text of that dialog. Absent if it may be a copy of a dialog. */
  readonly shown?: string;
};

export type Question = {
  readonly kind: 'question';
  readonly layout: 'single' | 'multi' | 'preview';
  /** Empty for a single question, and when the tab bar is scrolled away. */
  readonly tabs: readonly Tab[];
  /** The index in `tabs`. */
  readonly currentTab: number | undefined;
  /** The header of the current question; undefined when scrolled away. */
  readonly header: string | undefined;
  readonly question: { readonly text: string; readonly cut: boolean };
  /** The options whose number is visible, without the text row. */
  readonly rows: readonly OptionRow[];
  /** Undefined when the row with the pointer is scrolled away. */
  readonly pointer: Pointer | undefined;
  /** Absent in the preview layout, and while it is scrolled away. */
  readonly textRow?: TextRow;
  readonly submit?: 'Submit' | 'Next';
  readonly chatNumber?: number;
  /** `cut`: the first rows are above the top of the screen, because the whole dialog does not fit. */
  readonly scrolled: { readonly above: boolean; readonly below: boolean; readonly cut?: true };
  readonly notes?: { readonly open: boolean; readonly content: string };
  /** Seconds until Claude Code continues without an answer. */
  readonly countdown?: number;
  readonly footer: string;
  /** Whether it is one of several questions. Absent when neither its tabs nor the footer say so. */
  readonly form?: boolean;
  /** What it says, in words that we know, that can be done besides choosing and typing. */
  readonly offers: { readonly chat: boolean; readonly notes: boolean; readonly tab: boolean };
} & Familiarity;

/** A new version may word a hint differently. The dialog can be read all the same, but only some things are safe to do. */
type Familiarity = {
  /** What is different from the dialogs that we know, in words for people. */
  readonly unfamiliar?: string;
};

export type Pointer =
  | { readonly on: 'option'; readonly number: number }
  | { readonly on: 'text' }
  | { readonly on: 'submit' }
  | { readonly on: 'chat' };

export type Tab = {
  readonly header: string;
  readonly answered: boolean /** The header was shortened with an ellipsis. */;
  readonly cut: boolean;
};

export type OptionRow = {
  readonly number: number;
  readonly label: string;
  readonly description?: string;
  /** Multi-select only. */
  readonly ticked?: boolean;
  /** Has the ✔ of an answer that was given earlier. */
  readonly answered?: boolean;
  readonly pointer: boolean;
  /** Preview layout only: of the row with the pointer, as far as it is on the screen. */
  readonly preview?: string;
  /** A row of the label reaches the right edge. If the pane just shrank and Claude Code has not redrawn yet, characters may be missing. */
  readonly atEdge?: true;
};

export type TextRow = {
  readonly number: number;
  /** '' when only the placeholder is shown. */
  readonly content: string;
  /** Its beginning is scrolled away. */
  readonly cut: boolean;
  readonly ticked?: boolean;
  readonly answered?: boolean;
  readonly focused: boolean;
};

export type Review = {
  readonly kind: 'review';
  /** Empty when scrolled away, and when the headers are so long that the tab bar takes two rows. */
  readonly tabs: readonly Tab[];
  readonly warning: boolean;
  readonly answers: readonly { readonly question: string; readonly answer: string }[];
  /** The top is scrolled away: tabs, the warning or answers may be missing. */
  readonly cut: boolean;
  /** The numbers of the row with the pointer, and of the row that submits. */
  readonly pointer: number;
  readonly submit: number;
  readonly countdown?: number;
};

export type MenuRow = { readonly number: number; readonly label: string; readonly pointer: boolean };

export type Permission = {
  readonly kind: 'permission';
  /** `Bash command`, `Create file` …; undefined when scrolled away. */
  readonly title: string | undefined;
  readonly detail: readonly string[];
  /** The command, or whatever else it is about. Undefined when scrolled away, and when the question names it. */
  readonly subject?: string;
  readonly question: string;
  readonly rows: readonly MenuRow[];
  readonly pointer: number;
  /** The row with the pointer is a text field with the cursor in it. */
  readonly editing: boolean;
} & Familiarity;

export type Plan = {
  readonly kind: 'plan';
  /** As much of the plan as is on the screen. */
  readonly plan: string;
  readonly question: string;
  readonly rows: readonly MenuRow[];
  readonly pointer: number;
  /** The text field for feedback; absent when there is no plan to comment on. */
  readonly feedback?: { readonly number: number; readonly content: string; readonly focused: boolean };
} & Familiarity;

/** The text of a question that is above the top of a small pane. */
export const QUESTION_NOT_SHOWN = '(the question is not on the screen)';

/** The states in which Claude Code waits for an answer, and in which the dialog can be read. */
export type Dialog = Question | Review | Permission | Plan;

/** What a dialog has that we do not know. */
export const unfamiliarIn = (state: ScreenState): string | undefined => ('unfamiliar' in state ? state.unfamiliar : undefined);

/** Whether a dialog is on the screen, even if it cannot be read. */
export const showsDialog = (state: ScreenState): boolean => isDialog(state) || (state.kind === 'unknown' && state.dialog !== undefined);

export function isDialog(state: ScreenState): state is Dialog {
  return state.kind === 'question' || state.kind === 'review' || state.kind === 'permission' || state.kind === 'plan';
}

/** A dialog from row `top` on that cannot be read whole. Where the cursor is visible, it may be a copy of one, drawn by another program. */
export function unreadDialog(dialog: Dialog['kind'], why: string, { rows, cursor }: Screen, top: number): Unknown {
  if (cursor.shown === true) return { kind: 'unknown', why, dialog };
  const shown = rows.slice(Math.max(0, top)).map(({ text }) => text.replace(/^ ?│(?= |$)/, ''));
  return { kind: 'unknown', why, dialog, shown: shown.join('\n') };
}

// The keys that a screen understands, from any keyboard or page.

/** Keys without text. `newline` is Alt-, Shift- or Ctrl-Enter and Ctrl-J; `interrupt` is Ctrl-C. */
export type NamedKey =
  | 'enter'
  | 'newline'
  | 'tab'
  | 'back-tab'
  | 'up'
  | 'down'
  | 'left'
  | 'right'
  | 'word-left'
  | 'word-right'
  | 'home'
  | 'end'
  | 'page-up'
  | 'page-down'
  | 'backspace'
  | 'delete'
  | 'delete-word'
  | 'delete-to-start'
  | 'delete-to-end'
  | 'escape'
  | 'interrupt'
  | 'redraw';

/** The mouse, where a screen asks for it: the left button or the wheel, at a column and row counted from 0. */
export type Mouse = { readonly kind: 'mouse'; readonly what: 'click' | 'wheel-up' | 'wheel-down'; readonly x: number; readonly y: number };

/** `char` is what one key press typed, including a space; an input method may type several characters at once. `paste` is never run as commands. */
export type Key =
  | { readonly kind: 'char'; readonly text: string }
  | { readonly kind: 'paste'; readonly text: string }
  | { readonly kind: NamedKey }
  | Mouse;

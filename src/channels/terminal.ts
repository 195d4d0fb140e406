// The port to a terminal: one pane of a multiplexer, to be looked at and typed into.

/**
 * One pane of a terminal multiplexer, for as long as that pane lives. A pane that is gone stays gone, even when another one gets its name
 * later (a restarted server counts its panes from zero again).
 *
 * Looking never fails for an expected reason: a pane that is gone is undefined. It throws when the multiplexer does not reply.
 *
 * press, type and paste resolve when the multiplexer has taken the input, not when the program has read it. They reject with `NotSent`
 * when nothing reached the pane: it is gone or dead, shows a mode (copy mode and the like), takes no input, passes its input on to
 * other panes, or somebody pressed a key in it since the last look. That is checked in the same breath as the input is sent, so a person
 * who enters copy mode or begins to type after our last look is safe.
 * Any other rejection (no reply, connection lost) leaves open whether the input arrived: look before doing anything again.
 */
export interface Terminal {
  /** Everything about the pane in one look. Undefined when the pane is gone. */
  look(): Promise<Look | undefined>;
  /**
   * Calls whenever the pane may have changed (output, resize, mode, process, close), at most once per batch of output. Calls may be for
   * nothing, but no change goes without one. Returns how to stop.
   */
  onChange(changed: () => void): () => void;
  /** One named key. */
  press(key: Key): Promise<void>;
  /** Printable characters, exactly. Throws on control characters and broken surrogates before anything is sent. */
  type(text: string): Promise<void>;
  /**
   * Bracketed paste. Newlines arrive as LF, tabs as tabs; throws on other control characters before anything is sent. A program that has
   * not asked for bracketed paste gets the bare text.
   */
  paste(text: string): Promise<void>;
}

export type Key = 'Up' | 'Down' | 'Left' | 'Right' | 'Enter' | 'Escape' | 'Tab' | 'BTab' | 'Space' | 'Home' | 'End' | 'BSpace' | 'n';

/** What a pane was at one moment: all fields are of the same moment. */
export type Look = {
  /**
   * The screen, `rows` lines joined by LF, with SGR sequences for colours; blank lines at the end are there, blanks at the end of a line
   * only where the program wrote them. What is under a mode, never the mode itself.
   */
  readonly ansi: string;
  /** From 0, 0 at the top left. */
  readonly cursor: { readonly x: number; readonly y: number /** Agents hide it, shells and editors show it. */; readonly shown?: boolean };
  readonly columns: number;
  readonly rows: number;
  /** Whether the program uses the alternate screen. */
  readonly alternate: boolean;
  /** Copy mode or another mode: what is typed goes to the multiplexer, not to the program. */
  readonly inMode: boolean;
  /** The program in the foreground. */
  readonly command: string;
  /** The process the pane was started with. */
  readonly pid: number;
  /** The process has ended and the pane was kept. */
  readonly dead: boolean;
  /**
   * When somebody last pressed a key at a terminal whose keys go to this pane, in ms since 1970; 0 when there is none. Whole seconds: the
   * key may have been pressed up to a second later. Attaching counts as a key. Observers like ourselves do not count.
   */
  readonly activity: number;
  /**
   * When anything was last written to this pane or to one beside it in the same window, in ms since 1970. Whole seconds: it may have been
   * up to a second later. Absent where nobody can tell.
   */
  readonly printedAt?: number;
  /** Grows with every change seen. A change this look may not show yet always leads to a higher one. */
  readonly version: number;
};

/** Nothing reached the pane. */
export class NotSent extends Error {
  override readonly name = 'NotSent';
}

/** Throws on what `type` must refuse. For every driver. */
export function checkTyped(text: string): void {
  if (/[\p{Cc}\p{Cs}]/u.test(text))
    throw new RangeError('Only printable characters can be typed: no control characters, no lone surrogates.');
}

/** Throws on what `paste` must refuse: above all the escape sequence that would end the paste early. */
export function checkPasted(text: string): void {
  if (/[\p{Cc}\p{Cs}]/u.test(text.replace(/[\n\t]/g, '')))
    throw new RangeError('Only printable characters, newlines and tabs can be pasted: no other control characters, no lone surrogates.');
}

/** The socket of the tmux a process runs in: the first part of its TMUX variable. */
export function socketOf(variable: string | undefined): string | undefined {
  return variable?.split(',')[0] || undefined;
}

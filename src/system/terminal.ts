// The port to a terminal: reads one pane of a multiplexer such as tmux, and types into it.

/**
 * One pane of a terminal multiplexer, for as long as that pane exists. Once it is closed it stays closed for this object, even when a new
 * pane gets the same name (a restarted server counts its panes from zero again).
 *
 * `look` returns undefined when the pane is closed, and rejects with `NoResponse` only when the multiplexer does not respond.
 *
 * `press`, `type` and `paste` resolve when the multiplexer has accepted the input, not when the program has read it. They reject with
 * `NotSent` when nothing reached the pane: it is closed or dead, is in a mode (such as copy mode), accepts no input, forwards its input to
 * other panes, or somebody pressed a key in it since the last look. The check and the input are one atomic command, so we never type over
 * a person who enters copy mode or starts typing after our last look.
 * After `NoResponse` the input may or may not have arrived: look before sending anything again.
 */
export interface Terminal {
  /** The current screen and state of the pane. Undefined when the pane is closed. */
  look(): Promise<Look | undefined>;
  /**
   * Calls back when the pane may have changed (output, resize, mode, process, close), so it is time to look again: often after input and
   * after a look that showed a change, less and less often while nothing changes, but at least once a second. Returns how to stop.
   */
  onChange(changed: () => void): () => void;
  /** One named key, this many times (default 1). All of them arrive together, or none. */
  press(key: Key, times?: number): Promise<LookAfter>;
  /** Types exactly these printable characters. Throws on control characters and lone surrogates before anything is sent. */
  type(text: string): Promise<LookAfter>;
  /**
   * Bracketed paste. Newlines arrive as LF, tabs as tabs; throws on other control characters before anything is sent. A program that did
   * not turn bracketed paste on gets the plain text.
   */
  paste(text: string): Promise<LookAfter>;
}

/** A look taken a moment after the input. It may be too early to show what the input did. Undefined when the pane was closed by it. */
export type LookAfter = Look | undefined;

export type Key = 'Up' | 'Down' | 'Left' | 'Right' | 'Enter' | 'Escape' | 'Tab' | 'BTab' | 'Space' | 'Home' | 'End' | 'BSpace' | 'n';

/** The state of a pane at one moment. All fields are from the same moment. */
export type Look = {
  /**
   * The screen: `rows` lines joined by LF, with SGR sequences for colours. Blank lines at the end are included; blanks at the end of a
   * line only where the program wrote them. In a mode such as copy mode this is the program's screen underneath.
   */
  readonly ansi: string;
  /** From 0, 0 at the top left. */
  readonly cursor: { readonly x: number; readonly y: number /** Agents hide it, shells and editors show it. */; readonly shown?: boolean };
  readonly columns: number;
  readonly rows: number;
  /** Whether the program uses the alternate screen. */
  readonly alternate: boolean;
  /** The pane is in copy mode or another mode: keys go to the multiplexer, not to the program. */
  readonly inMode: boolean;
  /** The program in the foreground. */
  readonly command: string;
  /** The process the pane was started with. */
  readonly pid: number;
  /** The process has ended, but the pane is still there. */
  readonly dead: boolean;
  /**
   * When somebody last pressed a key in a terminal whose input goes to this pane, in ms since 1970; 0 when there is no such terminal.
   * Rounded down to whole seconds. Attaching a terminal counts as a key; read-only clients such as ours do not.
   */
  readonly activity: number;
  /**
   * When anything was last printed in this pane or another one in the same window, in ms since 1970, rounded down to whole seconds. Absent
   * when it is not known.
   */
  readonly printedAt?: number;
};

/** Nothing reached the pane. */
export class NotSent extends Error {
  override readonly name = 'NotSent';
}

/** The multiplexer did not respond in time. */
export class NoResponse extends Error {
  override readonly name = 'NoResponse';
}

/** Why input did not reach the pane, or may not have; undefined for other errors. */
export function inputProblem(error: unknown): string | undefined {
  if (error instanceof NotSent) return `the pane did not accept the key: ${error.message}`;
  return error instanceof NoResponse ? error.message : undefined;
}

/** Throws on text that no driver's `type` may send. */
export function checkTyped(text: string): void {
  if (/[\p{Cc}\p{Cs}]/u.test(text))
    throw new RangeError('Only printable characters can be typed: no control characters, no lone surrogates.');
}

/** Throws on text that no driver's `paste` may send, above all the escape sequence that would end the paste early. */
export function checkPasted(text: string): void {
  if (/[\p{Cc}\p{Cs}]/u.test(text.replace(/[\n\t]/g, '')))
    throw new RangeError('Only printable characters, newlines and tabs can be pasted: no other control characters, no lone surrogates.');
}

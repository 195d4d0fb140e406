// Takes over a terminal for a while: alternate screen, raw keys, bracketed paste. It is always restored, whatever happens.
import { writeSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import type { Key } from '../dialog/key.ts';
import type { Painting, Size } from './canvas.ts';
import { ansi, type Frame, repaint, type Theme } from './frame.ts';
import { decode, flushed, nothingPending } from './input.ts';

export type Streams = {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  readonly process: NodeJS.Process;
  readonly colour: boolean;
  readonly theme?: Theme | undefined;
  /** Clicks and the wheel are reported as keys. Text is then selected with Shift. */
  readonly mouse?: boolean | undefined;
  /** Writes synchronously, because the process may be about to end. */
  readonly writeNow?: ((text: string) => void) | undefined;
};

export type Listener = {
  /** All keys of one read: from a fast typist or a slow connection. */
  onKeys(keys: readonly Key[]): void;
  /** The screen must be drawn again: after a resize, or when the job is resumed after Ctrl-Z. */
  onResize(): void;
};

export type Terminal = {
  size(): Size;
  /** Draws it at once; only what changed is written. */
  show(painting: Painting): void;
  close(): void;
};

/** Alternate screen, no wrapping at the right edge, bracketed paste; modified keys reported where the terminal can (xterm's and kitty's protocol). */
const ENTER = '\u001b[?1049h\u001b[?7l\u001b[?2004h\u001b[>4;1m\u001b[>1u\u001b[?25l';
const LEAVE = '\u001b[<u\u001b[>4;0m\u001b[?2004l\u001b[?7h\u001b[0m\u001b[?25h\u001b[?1049l';

/** Buttons and the wheel, with coordinates of any size. */
const MOUSE = ['\u001b[?1000h\u001b[?1006h', '\u001b[?1006l\u001b[?1000l'] as const;

/** How long to wait for the rest of an escape sequence that a slow connection has split. */
const ESCAPE_MS = 40;
const RESUME_MS = 50;
const DEADLY = ['SIGTERM', 'SIGHUP'] as const;
const CTRL_Z = '\u001a';

export function takeTerminal(
  { input, output, process, colour, theme, mouse = false, writeNow = nowOn(output) }: Streams,
  listener: Listener,
): Terminal {
  const text = new StringDecoder('utf8');
  let pending = nothingPending;
  let later: NodeJS.Timeout | undefined;
  let shown: Frame | undefined;
  let ours = false;
  let closed = false;

  const emit = (keys: readonly Key[]) => {
    if (keys.length === 0) return;
    if (keys.some(({ kind }) => kind === 'redraw')) shown = undefined;
    listener.onKeys(keys);
  };
  const onData = (chunk: Buffer | string) => {
    clearTimeout(later);
    const typed = typeof chunk === 'string' ? chunk : text.write(chunk);
    if (typed === CTRL_Z && !pending.paste) return suspend();
    const decoded = decode(pending, typed);
    pending = decoded.pending;
    emit(decoded.keys);
    if (pending.rest !== '' && !closed) {
      later = setTimeout(() => {
        const rest = flushed(pending);
        pending = rest.pending;
        emit(rest.keys);
      }, ESCAPE_MS);
    }
  };
  const onInterrupt = () => emit([{ kind: 'interrupt' }]);
  /** The terminal is gone, and nobody can be told. Without this, Node cannot end normally: it aborts with a core dump. */
  const onGone = () => onSignal('SIGHUP');
  const onResize = () => {
    shown = undefined;
    listener.onResize();
  };

  const enter = () => {
    ours = true;
    shown = undefined;
    input.setRawMode(true);
    output.write(mouse ? ENTER + MOUSE[0] : ENTER);
  };
  const restore = () => {
    if (!ours) return;
    ours = false;
    try {
      input.setRawMode(false);
      writeNow(mouse ? MOUSE[1] + LEAVE : LEAVE);
    } catch {
      // The terminal itself is gone, so there is nothing to restore.
    }
  };
  /** Timers of a stopped process wait until it is resumed; if no shell takes over the job, nothing stops and the screen comes back. */
  const suspend = () => {
    restore();
    process.kill(process.pid, 'SIGTSTP');
    setTimeout(() => {
      if (closed) return;
      enter();
      onResize();
    }, RESUME_MS);
  };
  const onSignal = (signal: NodeJS.Signals) => {
    close();
    process.kill(process.pid, signal);
  };
  const onError = () => {};

  const close = () => {
    closed = true;
    restore();
    clearTimeout(later);
    input.off('data', onData).off('end', onGone).off('error', onGone).pause();
    output.off('resize', onResize).off('error', onError);
    process.off('exit', restore).off('uncaughtExceptionMonitor', restore);
    for (const signal of DEADLY) process.off(signal, onSignal);
    process.off('SIGINT', onInterrupt);
  };

  process.on('exit', restore).on('uncaughtExceptionMonitor', restore);
  for (const signal of DEADLY) process.on(signal, onSignal);
  process.on('SIGINT', onInterrupt);
  input.on('data', onData).on('end', onGone).on('error', onGone).resume();
  output.on('resize', onResize).on('error', onError);
  enter();

  return {
    size: () => ({ columns: output.columns || 80, rows: output.rows || 24 }),
    show({ lines, cursor }) {
      if (!ours) return;
      const next: Frame = { rows: lines.map((line) => ansi(line, colour, theme)), cursor };
      const change = repaint(shown, next);
      shown = next;
      if (change !== '') output.write(change);
    },
    close,
  };
}

const nowOn = (output: NodeJS.WriteStream) => (text: string) => void writeSync((output as NodeJS.WriteStream & { fd: number }).fd, text);

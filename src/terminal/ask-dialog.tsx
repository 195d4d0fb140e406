// The dialog as a component for another Ink program. Ink owns the keyboard and the screen; the rest is the same as in our own dialog.
import { Box, Text, Transform, useCursor, useStdin, useStdout } from 'ink';
import { useEffect, useReducer, useRef, useState } from 'react';
import type { Ask } from '../ask/schema/ask.ts';
import type { VerdictInput } from '../ask/schema/input.ts';
import { verdictInputOf } from '../ask/verdict.ts';
import type { Key } from '../dialog/key.ts';
import type { Painting, Size } from './canvas.ts';
import { dialogScreen } from './dialog/dialog.ts';
import type { DialogProps, Sent } from './dialog/props.ts';
import { ansi } from './frame.ts';
import { decode, flushed, nothingPending } from './input.ts';
import { type AskInTerminal, wholeAsk } from './whole-ask.ts';

/** What was decided comes in the form in which it is sent: to a broker, or as the result of a `presenter`. */
export type AskDialogProps = Omit<DialogProps, 'ask' | 'onVerdict'> & {
  /** It stays the same while the component is mounted. */
  readonly ask: AskInTerminal;
  onVerdict(verdict: VerdictInput): Promise<Sent>;
};

export function AskDialog(props: AskDialogProps) {
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const latest = useRef(props);
  latest.current = props;
  const [screen] = useState(() => {
    const ask = wholeAsk(props.ask);
    return dialogScreen(() => sending(ask, latest.current), redraw);
  });
  const size = useSize();
  useEffect(() => {
    if (screen.everyMs === undefined) return;
    const timer = setInterval(redraw, screen.everyMs);
    return () => clearInterval(timer);
  }, [screen]);
  useKeys((key) => {
    screen.press(key, screen.paint(size));
    redraw();
  }, props.active ?? true);
  return <Lines {...screen.paint(size)} />;
}

const sending = (ask: Ask, props: AskDialogProps): DialogProps => ({
  ...props,
  ask,
  onVerdict: (verdict) => props.onVerdict(verdictInputOf(verdict)),
});

/**
 * Ink measures text with a different width table than ours and would cut or move lines that it thinks are too wide. So Ink lays out one
 * character per line, and the real line is put in after measuring.
 */
function Lines({ lines, cursor }: Painting) {
  const { setCursorPosition } = useCursor();
  setCursorPosition(cursor);
  return (
    <Box flexDirection="column">
      {lines.map((line, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a screen row is identified by its position
        <Transform key={row} transform={() => ansi(line, !process.env.NO_COLOR)}>
          <Text>.</Text>
        </Transform>
      ))}
    </Box>
  );
}

/** Ink clears the whole terminal when its output is as high as the screen, so one row stays free. */
function useSize(): Size {
  const { stdout } = useStdout();
  const [, look] = useReducer((n: number) => n + 1, 0);
  useEffect(() => {
    stdout.on('resize', look);
    return () => void stdout.off('resize', look);
  }, [stdout]);
  return { columns: stdout.columns || 80, rows: Math.max(1, (stdout.rows || 24) - 1) };
}

/** Ink passes on what was typed, with escape sequences in one piece. */
function useKeys(handler: (key: Key) => void, active: boolean): void {
  const { setRawMode, internal_eventEmitter: typed } = useStdin();
  const { stdout } = useStdout();
  const latest = useRef(handler);
  latest.current = handler;
  useEffect(() => {
    if (!active) return;
    let pending = nothingPending;
    const onInput = (text: string) => {
      const first = decode(pending, text);
      const rest = flushed(first.pending);
      pending = rest.pending;
      for (const key of [...first.keys, ...rest.keys]) latest.current(key);
    };
    setRawMode(true);
    stdout.write('\u001b[?2004h');
    typed.on('input', onInput);
    return () => {
      typed.off('input', onInput);
      stdout.write('\u001b[?2004l');
      setRawMode(false);
    };
  }, [active, setRawMode, stdout, typed]);
}

// What components ask of a terminal: its keys, its size, the time.
import { useStdin, useStdout } from 'ink';
import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Key } from '../views/dialog/keys.ts';
import type { Size } from './canvas.ts';
import { decode, flushed, nothingPending } from './input.ts';
import { TerminalContext } from './terminal-context.ts';

/** Every key goes to the latest handler; several components may listen, so only the one in front should be active. */
export function useKeys(handler: (key: Key) => void, active = true): void {
  const terminal = useContext(TerminalContext);
  const latest = useRef(handler);
  latest.current = handler;
  // With the first screen, not some time after it: what a person types on seeing it must not be lost.
  useLayoutEffect(() => {
    if (!active || !terminal) return;
    return terminal.onKey((key) => latest.current(key));
  }, [terminal, active]);
  useForeignKeys((key) => latest.current(key), active && !terminal);
}

export function useSize(): Size {
  const terminal = useContext(TerminalContext);
  const { stdout } = useStdout();
  // Ink clears the whole terminal when its output is as high as the screen, so inside somebody else's program one row stays free.
  const read = (): Size => terminal?.size() ?? { columns: stdout.columns || 80, rows: Math.max(1, (stdout.rows || 24) - 1) };
  const [size, setSize] = useState(read);
  useEffect(() => {
    const look = () => setSize(read());
    if (terminal) return terminal.onResize(look);
    stdout.on('resize', look);
    return () => void stdout.off('resize', look);
  });
  return size;
}

/** The time, told again every `everyMs` while wanted. */
export function useNow(everyMs: number | undefined, now: () => number = Date.now): number {
  const [at, setAt] = useState(now);
  useEffect(() => {
    if (everyMs === undefined) return;
    const timer = setInterval(() => setAt(now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs, now]);
  return at;
}

/** Inside somebody else's Ink program Ink owns the keyboard and hands on what was typed, escape sequences whole. */
function useForeignKeys(handler: (key: Key) => void, active: boolean): void {
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

// A painting as Ink draws it: one Text per line, exactly as it was painted.
import { Box, Text, Transform, useCursor } from 'ink';
import { useContext, useInsertionEffect } from 'react';
import type { Painting } from './canvas.ts';
import { ansi } from './ink.ts';
import { TerminalContext } from './terminal-context.ts';

/**
 * Ink measures texts with another table of widths than ours and would cut or move what it thinks too wide. So it lays out a single
 * character per line, and gets the line itself when it has stopped measuring.
 */
export function Screen({ lines, cursor }: Painting) {
  const terminal = useContext(TerminalContext);
  const { setCursorPosition } = useCursor();
  setCursorPosition(cursor);
  useInsertionEffect(() => terminal?.setCursor(cursor));
  return (
    <Box flexDirection="column">
      {lines.map((line, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row of the screen is its place
        <Transform key={row} transform={() => ansi(line, terminal?.colour ?? true)}>
          <Text>.</Text>
        </Transform>
      ))}
    </Box>
  );
}

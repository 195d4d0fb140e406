// A painting on its terminal: our own draws it as it is; inside somebody else's Ink program Ink does, one Text per line.
import { Box, Text, Transform, useCursor } from 'ink';
import { useContext, useLayoutEffect } from 'react';
import type { Painting } from './canvas.ts';
import { ansi } from './ink.ts';
import { TerminalContext, type TerminalHandle } from './terminal-context.ts';

export function Screen(painting: Painting) {
  const terminal = useContext(TerminalContext);
  return terminal ? <OwnScreen terminal={terminal} painting={painting} /> : <ForeignScreen {...painting} />;
}

/** Past Ink: it would take every line apart into coloured characters and put it together again, which takes longer than all the rest. */
function OwnScreen({ terminal, painting }: { readonly terminal: TerminalHandle; readonly painting: Painting }) {
  useLayoutEffect(() => terminal.show(painting));
  return null;
}

/**
 * Ink measures texts with another table of widths than ours and would cut or move what it thinks too wide. So it lays out a single
 * character per line, and gets the line itself when it has stopped measuring.
 */
function ForeignScreen({ lines, cursor }: Painting) {
  const { setCursorPosition } = useCursor();
  setCursorPosition(cursor);
  return (
    <Box flexDirection="column">
      {lines.map((line, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row of the screen is its place
        <Transform key={row} transform={() => ansi(line, !process.env.NO_COLOR)}>
          <Text>.</Text>
        </Transform>
      ))}
    </Box>
  );
}

// Runs one full-screen component on the terminal until it says what came of it.
import { render } from 'ink';
import type { ReactNode } from 'react';
import { type Streams, takeTerminal } from './terminal.ts';
import { TerminalContext } from './terminal-context.ts';

/** The terminal is back as it was before the promise settles. A component that throws rejects it. */
export async function runOnTerminal<T>(streams: Streams, screen: (finish: (result: T) => void) => ReactNode): Promise<T> {
  const terminal = takeTerminal(streams);
  try {
    return await new Promise<T>((finish, fail) => {
      const { unmount, waitUntilExit } = render(
        <TerminalContext.Provider value={terminal}>
          {screen((result) => {
            finish(result);
            // Not from inside the event that is being handled.
            queueMicrotask(unmount);
          })}
        </TerminalContext.Provider>,
        // "debug" keeps Ink from timing and erasing frames of its own.
        { stdout: terminal.frames, stdin: streams.input, debug: true, exitOnCtrlC: false, patchConsole: false },
      );
      waitUntilExit().catch(fail);
    });
  } finally {
    terminal.close();
  }
}

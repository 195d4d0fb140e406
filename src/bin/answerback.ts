// The command line's process: loads the part of the program that has the command. A screen opens sooner without the other parts.
import { join } from 'node:path';
import { terminalOf } from '../surfaces/cli/attended.ts';
import { openCount } from '../surfaces/cli/count.ts';

/** What asks and answers, with the dialog. All other commands, and everything that is no command, are in `commands`. */
const ASKS: readonly string[] = ['show', 'answer', 'redirect', 'decline', 'ask', 'wait', 'withdraw'];

const STARTED_AFTER_MS = 2_000;

const [, , command = terminalOf({ process }) ? 'inbox' : '--help'] = process.argv;
if (command === 'count' && process.argv.length === 3) process.stdout.write(`${openCount(process.env)}\n`);
else if (command === 'mcp') void import('./mcp.ts');
else if (command === 'list' || command === 'inbox') void compiled(command, command);
else if (ASKS.includes(command)) void compiled('asks', command);
else void compiled('commands', 'any');

/** With the code that V8 compiled the last time. A screen may stay open for days and end with its window, so it does not wait for the exit. */
async function compiled(part: string, use: string): Promise<void> {
  const { load } = await import('./load.ts');
  load(join(__dirname, `${part}.cjs`), use, (save) => {
    process.once('exit', save);
    const saveNow = () => {
      process.off('exit', save);
      save();
    };
    setTimeout(saveNow, STARTED_AFTER_MS).unref();
  });
}

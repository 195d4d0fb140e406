// The entry point of the command line: arguments in, text and an exit code out.
import { Client } from '../client/client.ts';
import { placeFrom } from '../client/place.ts';
import { type Program, runProgram } from './app/application.ts';
import { completions } from './app/completions.ts';
import { manPage } from './app/man.ts';
import { terminalOf } from './attended.ts';
import { type Context, EXIT } from './context.ts';
import { reportFailure } from './errors.ts';
import { type Paper, paperOn } from './paper.ts';

/** Called by shells on TAB: `answerback __complete -- words…`. */
const COMPLETE = '__complete';
/** Called by the build, which keeps the page in the package. */
export const MAN = '__man';

export async function main(process: NodeJS.Process, own: Program): Promise<void> {
  const { env } = process;
  const place = placeFrom(env);
  let client: Client | undefined;
  let err: Paper | undefined;
  const context: Context = {
    process,
    env,
    place,
    out: paperOn(process.stdout, env),
    // Most commands never need it, and opening it takes a millisecond.
    get err() {
      err ??= paperOn(process.stderr, env);
      return err;
    },
    client: () => {
      client ??= new Client({ place });
      return client;
    },
    now: () => Date.now(),
  };
  // An uncaught error must not print an agent's text to the terminal unsanitised.
  process.on('uncaughtException', (error) => {
    reportFailure(context, error, false);
    process.exit(EXIT.failed);
  });
  // When the reader stops reading (head, less), the command ends quietly.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? EXIT.ok : EXIT.failed));

  const [first, second, ...words] = process.argv.slice(2);
  if (first === COMPLETE && second === '--') {
    for (const line of await completions(own, words, context)) context.out.line(line);
  } else if (first === MAN) {
    process.stdout.write(manPage(own));
  } else {
    await runProgram(own, wordsOf(process.argv.slice(2), context), context);
    // The parser's own codes are negative; for a shell, wrong usage is 2.
    if (typeof process.exitCode === 'number' && process.exitCode < 0) process.exitCode = EXIT.usage;
  }
  client?.close();
}

/** Without a command: the inbox, or the help. `answerback help show` is short for `answerback show --help`. */
function wordsOf(typed: readonly string[], context: Context): readonly string[] {
  if (typed.length === 0) return terminalOf(context) ? ['inbox'] : [];
  const [first, ...others] = typed;
  return first === 'help' ? [...others, '--help'] : typed;
}

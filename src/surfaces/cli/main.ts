// The entry point of the command line: arguments in, text and an exit code out.
import { proposeCompletions, run, type StricliDynamicCommandContext } from '@stricli/core';
import { Client } from '../../client/client.ts';
import { placeFrom } from '../../client/place.ts';
import type { Cli } from './app/command.ts';
import { app } from './app.ts';
import { type Context, EXIT } from './context.ts';
import { reportFailure } from './errors.ts';
import { paperOn } from './paper.ts';
import { terminalOf } from './terminal.ts';

/** Called by shells on TAB: `answerback __complete -- words…`. */
const COMPLETE = '__complete';

export async function main(process: NodeJS.Process): Promise<void> {
  const { env } = process;
  const place = placeFrom(env);
  let client: Client | undefined;
  const context: Context = {
    process,
    env,
    place,
    out: paperOn(process.stdout, env),
    err: paperOn(process.stderr, env),
    client: () => {
      client ??= new Client({ place });
      return client;
    },
    now: () => Date.now(),
  };
  // Stricli sometimes sets the exit code to null, which Node's types do not allow.
  const theirs = context as StricliDynamicCommandContext<Cli>;
  // An uncaught error must not print an agent's text to the terminal unsanitised.
  process.on('uncaughtException', (error) => {
    reportFailure(context, error, false);
    process.exit(EXIT.failed);
  });
  // When the reader stops reading (head, less), the command ends quietly.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? EXIT.ok : EXIT.failed));

  const [first, second, ...words] = process.argv.slice(2);
  if (first === COMPLETE && second === '--') {
    const proposals = await proposeCompletions(app, words, theirs);
    for (const { completion } of proposals) context.out.line(completion);
  } else {
    await run(app, first === undefined && terminalOf(context) ? ['inbox'] : process.argv.slice(2), theirs);
    // The parser's own codes are negative; for a shell, wrong usage is 2.
    if (typeof process.exitCode === 'number' && process.exitCode < 0) process.exitCode = EXIT.usage;
  }
  client?.close();
}

// The command line from outside: arguments in, text and an exit code out.
import { proposeCompletions, run, type StricliDynamicCommandContext } from '@stricli/core';
import { Client } from '../../client/client.ts';
import { placeFrom } from '../../client/place.ts';
import type { Cli } from './app/command.ts';
import { app } from './app.ts';
import { type Context, EXIT } from './context.ts';
import { reportFailure } from './errors.ts';
import { paperOn } from './paper.ts';
import { terminalOf } from './terminal.ts';

/** What shells call on TAB: `answerback __complete -- words…`. */
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
  // Stricli writes the exit code as null at times, which Node's types do not know.
  const theirs = context as StricliDynamicCommandContext<Cli>;
  // A bug that nobody caught must not bring an agent's text to the terminal unwashed.
  process.on('uncaughtException', (error) => {
    reportFailure(context, error, false);
    process.exit(EXIT.failed);
  });
  // A reader that stops reading (head, less) ends the command quietly.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? EXIT.ok : EXIT.failed));

  const [first, second, ...words] = process.argv.slice(2);
  if (first === COMPLETE && second === '--') {
    const proposals = await proposeCompletions(app, words, theirs);
    for (const { completion } of proposals) context.out.line(completion);
  } else {
    await run(app, first === undefined && terminalOf(context) ? ['inbox'] : process.argv.slice(2), theirs);
    // The parser's own codes are negative; to a shell a mistake in the call is 2.
    if (typeof process.exitCode === 'number' && process.exitCode < 0) process.exitCode = EXIT.usage;
  }
  client?.close();
}

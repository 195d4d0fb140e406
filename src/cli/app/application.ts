// The program made of its commands: which one was typed, its help, and what it says when that makes no sense.
import {
  buildApplication,
  buildCommand,
  buildRouteMap,
  type Command,
  proposeCompletions,
  type RouteMap,
  run,
  type StricliDynamicCommandContext,
  text_en,
  version,
} from '@stricli/core';
import { VERSION } from '../../client/version.ts';
import type { Context } from '../context.ts';
import { failureText, reportFailure } from '../errors.ts';
import { type Cli, type CommandEntry, loaded, type Target } from './command.ts';
import { destination, isCommand } from './described.ts';
import { printHelp } from './help.ts';
import { mistake, unknownCommand } from './mistakes.ts';

/** Loads the command that was typed, and no other. */
export async function runProgram(commands: readonly CommandEntry[], words: readonly string[], context: Context): Promise<void> {
  const root = await rootFor(commands, words[0]);
  const { prefix, target, unknown } = destination(root, words);
  const json = words.includes('--json');
  if (unknown !== undefined) return reportFailure(context, unknownCommand(unknown, prefix, target as RouteMap<Cli>), json);
  const wrong = (error: unknown): string => failureText(context.err, mistake(error, prefix, target as Command<Cli>), json);
  await run(application(commands, root, context, isCommand(target) ? wrong : String), words, theirs(context));
}

/** What a shell may offer for the last word. */
export async function proposals(commands: readonly CommandEntry[], words: readonly string[], context: Context) {
  const root = await rootFor(commands, words.length > 1 ? words[0] : undefined);
  return proposeCompletions(application(commands, root, context, String), words, theirs(context));
}

/** All commands by name and brief, and the typed one with its parameters and its code. */
async function rootFor(commands: readonly CommandEntry[], typed: string | undefined): Promise<RouteMap<Cli>> {
  const found = commands.find(({ name }) => name === typed);
  const target = found && (await loaded(found));
  const routes = commands.map((entry) => [entry.name, entry === found && target ? target : known(entry.brief)] as const);
  return buildRouteMap<string, Cli>({ routes: Object.fromEntries(routes), docs: { brief: '' } });
}

/** It is never run: it only stands for a command that was not typed. */
const known = (brief: string): Target => buildCommand<Record<never, never>, [], Cli>({ func() {}, parameters: {}, docs: { brief } });

/** The parser sometimes sets the exit code to null, which Node's types do not allow. */
const theirs = (context: Context) => context as StricliDynamicCommandContext<Cli>;

function exceptionWhileRunningIntegrationFlag({ exception }: { readonly exception: unknown }): never {
  throw exception;
}

function application(
  commands: readonly CommandEntry[],
  root: RouteMap<Cli>,
  { out }: Context,
  exceptionWhileParsingArguments: (error: unknown) => string,
) {
  return buildApplication<Cli>(
    root,
    {
      name: 'answerback',
      scanner: { caseStyle: 'allow-kebab-for-camel', allowArgumentEscapeSequence: true },
      documentation: { disableAnsiColor: true },
      completion: { includeAliases: true },
      localization: { text: { ...text_en, exceptionWhileParsingArguments, exceptionWhileRunningIntegrationFlag } },
    },
    {
      help: {
        flag: {
          brief: 'Show help',
          aliases: ['h'],
          global: true,
          complete: true,
          defaultForRouteMap: true,
          run: (_, { result: { prefix, target } }) => printHelp(out, prefix, target, commands),
        },
      },
      version: version({ brief: 'Show the version', info: { currentVersion: VERSION } }),
    },
  );
}

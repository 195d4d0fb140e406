// The program made of its commands: which one was typed, its help, and what it says when that makes no sense.
import {
  buildApplication,
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
import type { Cli } from './command.ts';
import { destination, type Groups, isCommand } from './described.ts';
import { printHelp } from './help.ts';
import { mistake, unknownCommand } from './mistakes.ts';

export type Program = { readonly groups: Groups; readonly root: RouteMap<Cli> };

/** `docs`: for the help, so a part of the program needs none. */
export function program(groups: Groups, docs: { readonly brief: string; readonly fullDescription?: string } = { brief: '' }): Program {
  return { groups, root: buildRouteMap<string, Cli>({ routes: Object.assign({}, ...Object.values(groups)), docs }) };
}

export async function runProgram(own: Program, words: readonly string[], context: Context): Promise<void> {
  const { prefix, target, unknown } = destination(own.root, words);
  const json = words.includes('--json');
  if (unknown !== undefined) return reportFailure(context, unknownCommand(unknown, prefix, target as RouteMap<Cli>), json);
  const wrong = (error: unknown): string => failureText(context.err, mistake(error, prefix, target as Command<Cli>), json);
  await run(application(own, context, isCommand(target) ? wrong : String), words, theirs(context));
}

/** What a shell may offer for the last word. */
export async function proposals(own: Program, words: readonly string[], context: Context) {
  return proposeCompletions(application(own, context, String), words, theirs(context));
}

/** The parser sometimes sets the exit code to null, which Node's types do not allow. */
const theirs = (context: Context) => context as StricliDynamicCommandContext<Cli>;

function exceptionWhileRunningIntegrationFlag({ exception }: { readonly exception: unknown }): never {
  throw exception;
}

function application({ root, groups }: Program, { out }: Context, exceptionWhileParsingArguments: (error: unknown) => string) {
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
          run: (_, { result: { prefix, target } }) => printHelp(out, prefix, target, groups),
        },
      },
      version: version({ brief: 'Show the version', info: { currentVersion: VERSION } }),
    },
  );
}

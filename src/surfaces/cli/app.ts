// All commands by name, and the texts of the program itself. Parameters of the commands are in app/, their code is in commands/.
import { type Application, buildApplication, buildRouteMap, text_en } from '@stricli/core';
import { VERSION } from '../../client/version.ts';
import { ask, wait, withdraw } from './app/asks.ts';
import { broker, doctor, status } from './app/broker.ts';
import type { Cli } from './app/command.ts';
import { answer, decline, redirect, retry } from './app/decisions.ts';
import { pause, reply, roster, route, unpause } from './app/machines.ts';
import { examples } from './app/parameters.ts';
import { inbox, list, log, show, watch } from './app/reading.ts';
import { send, sessions, watchPane } from './app/sessions.ts';
import { completion, demo, setup } from './app/setup.ts';
import { UsageError } from './context.ts';

const root = buildRouteMap({
  routes: {
    inbox,
    list,
    show,
    answer,
    redirect,
    decline,
    retry,
    ask,
    wait,
    withdraw,
    watch,
    log,
    sessions,
    send,
    'watch-pane': watchPane,
    pause,
    unpause,
    route,
    reply,
    roster,
    status,
    broker,
    setup,
    doctor,
    demo,
    completion,
  },
  docs: {
    brief: 'One inbox for every question your coding agents ask.',
    fullDescription: examples(
      'One inbox for every question your coding agents ask.\nThe broker starts automatically; your data is in one folder (see answerback status).',
      [
        'answerback demo                          see it work',
        'answerback                               the inbox, on a terminal',
        'answerback list                          open asks',
        'answerback answer k3f9 2                 answer it',
        'answerback ask "Ship it?" -o Yes -o No   ask from a script',
      ],
    ),
  },
});

export const app: Application<Cli> = buildApplication<Cli>(root, {
  name: 'answerback',
  versionInfo: { currentVersion: VERSION },
  scanner: { caseStyle: 'allow-kebab-for-camel', allowArgumentEscapeSequence: true },
  documentation: { useAliasInUsageLine: true, onlyRequiredInUsageLine: true },
  localization: { text: { ...text_en, noCommandRegisteredForInput: unknownCommand, exceptionWhileParsingArguments } },
});

function unknownCommand({ input, corrections }: { readonly input: string; readonly corrections: readonly string[] }): string {
  const hint = corrections.length > 0 ? `Did you mean ${corrections.join(' or ')}?` : 'answerback --help lists the commands.';
  return `answerback: unknown command "${input}"\n  ${hint}`;
}

function exceptionWhileParsingArguments(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return `answerback: ${error instanceof UsageError ? `${message}\n  ${error.fix}` : message}\n  Add --help for usage.`;
}

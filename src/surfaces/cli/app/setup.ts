// Commands for the first steps: the demo, connecting agents, shell completion.
import { buildRouteMap, type Command } from '@stricli/core';
import type { Connection, OwnFlag } from '../../../channels/connection.ts';
import { CONNECTIONS } from '../../../channels/connections.ts';
import type { CommonFlags } from '../commands/setup.ts';
import { type Cli, command } from './command.ts';
import { examples, flag, json, optionalText } from './parameters.ts';

export const demo = command(async () => (await import('../commands/demo.ts')).demo, {
  people: true,
  parameters: { flags: {} },
  docs: { brief: 'See a question arrive, answer it, see the answer arrive' },
});

export const setup = buildRouteMap({
  routes: Object.fromEntries(CONNECTIONS.map((connection) => [connection.name, setupCommand(connection)])),
  docs: { brief: 'Connect a coding agent to the inbox, or let one answer' },
});

function setupCommand(connection: Connection): Command<Cli> {
  const { brief, description, examples: lines, flags } = connection;
  const own = Object.fromEntries(Object.entries(flags).map(([name, said]) => [name, ownFlag(said)]));
  return command<CommonFlags, []>(async () => (await import('../commands/setup.ts')).setupOf(connection), {
    people: true,
    parameters: {
      flags: {
        ...own,
        dryRun: flag('Show what would change and write nothing'),
        undo: flag('Remove it again'),
        yes: flag('Do not ask before writing'),
        json,
      },
      aliases: { y: 'yes' },
    },
    docs: { brief, fullDescription: examples(description, lines) },
  });
}

function ownFlag(said: OwnFlag) {
  return said.kind === 'switch' ? flag(said.brief) : optionalText(said.brief, said.placeholder);
}

export const completion = command(async () => (await import('../commands/completion.ts')).completion, {
  parameters: {
    flags: { json },
    positional: {
      kind: 'tuple',
      parameters: [
        { parse: shellName, brief: 'bash, zsh or fish', placeholder: 'shell', proposeCompletions: () => ['bash', 'zsh', 'fish'] },
      ],
    },
  },
  docs: {
    brief: 'Print the shell completion script',
    fullDescription: examples('Completes commands, flags and the ids of open asks.', [
      'eval "$(answerback completion bash)"   # in ~/.bashrc',
      'answerback completion zsh > ~/.zsh/completions/_answerback',
      'answerback completion fish > ~/.config/fish/completions/answerback.fish',
    ]),
  },
});

function shellName(input: string): 'bash' | 'zsh' | 'fish' {
  if (input === 'bash' || input === 'zsh' || input === 'fish') return input;
  throw new SyntaxError(`there is no completion script for ${input}; choose bash, zsh or fish`);
}

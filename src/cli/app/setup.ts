// Commands for the first steps: the demo, connecting agents, shell completion.
import { buildRouteMap, type Command } from '@stricli/core';
import type { AgentEntry } from '../../agents/entry.ts';
import type { McpClient } from '../../mcp/setup/client.ts';
import type { Connection, OwnFlag } from '../../setup/connection.ts';
import { nearest } from '../../text/nearest.ts';
import type { CommonFlags } from '../commands/setup.ts';
import { UsageError } from '../context.ts';
import { type Cli, command } from './command.ts';
import { examples, flag, json, optionalText, text } from './parameters.ts';

export const demo = command(async () => (await import('../commands/demo.ts')).demo, {
  people: true,
  parameters: { flags: {} },
  docs: { brief: 'Try it: a demo question arrives, you answer, the answer is delivered' },
});

const commonFlags = {
  dryRun: flag('Show what would change and write nothing'),
  undo: flag('Remove it again'),
  yes: flag('Do not ask before writing'),
  json,
} as const;

export const setup = (agents: readonly AgentEntry[], clients: readonly McpClient[]) =>
  buildRouteMap({
    routes: {
      ...Object.fromEntries(agents.map((agent) => [agent.name, setupCommand(agent)])),
      mcp: setupMcp(clients),
      list: setupList(agents, clients),
    },
    defaultCommand: 'list',
    docs: { brief: 'Connect a coding agent to the inbox, or let one answer' },
  });

function setupList(agents: readonly AgentEntry[], clients: readonly McpClient[]): Command<Cli> {
  return command(async () => (await import('../commands/setup-list.ts')).setupListOf(agents, clients), {
    parameters: {
      flags: { json },
      positional: {
        kind: 'tuple',
        parameters: [
          {
            parse: noSuchProgram(agents, clients),
            brief: 'Nothing: `answerback setup` alone does the same',
            placeholder: 'nothing',
            optional: true,
          },
        ],
      },
    },
    docs: {
      brief: 'List what can be connected, and whether it is installed',
      fullDescription: examples('', ['answerback setup']).trimStart(),
      customUsage: ['[--json]'],
    },
  });
}

/** What follows `answerback setup` and is no program that it knows. */
const noSuchProgram =
  (agents: readonly AgentEntry[], clients: readonly McpClient[]) =>
  (input: string): never => {
    const names = agents.map(({ name }) => name);
    const client = nearest(
      input,
      clients.map(({ name }) => name),
    );
    const meant = nearest(input, [...names, 'mcp']) ?? (client && `mcp ${client}`);
    throw new UsageError(
      `setup does not know "${input}"`,
      meant === undefined ? '`answerback setup` lists what can be connected.' : `Did you mean: answerback setup ${meant}`,
    );
  };

/** The words are turned round before any command runs (main.ts); this is for the lists. */
export const help = command<Record<never, never>, string[]>(async () => () => {}, {
  parameters: {
    flags: {},
    positional: { kind: 'array', parameter: { parse: text, brief: 'The command', placeholder: 'command' } },
  },
  docs: {
    brief: 'Show help for all commands or one',
    fullDescription: examples('The same as --help after the command.', ['answerback help', 'answerback help route explain']),
    customUsage: ['[command]'],
  },
});

function setupMcp(clients: readonly McpClient[]): Command<Cli> {
  const names = clients.map(({ name }) => name);
  return command(async () => (await import('../commands/setup-mcp.ts')).setupMcp, {
    people: true,
    parameters: {
      flags: {
        project: flag("In the project's settings, which may be shared: the entry has no paths of this computer"),
        hold: optionalText('How long one call may wait before it returns "pending"; raises the limit of the client too', 'time'),
        elicit: flag("Show questions in the client's own dialog too, if it has one"),
        skill: flag('Also install a skill that tells the model when to ask, and when not to'),
        print: flag('Print the entry and write nothing; without a client, in the form that most clients read'),
        ...commonFlags,
      },
      aliases: { y: 'yes' },
      positional: {
        kind: 'tuple',
        parameters: [
          {
            parse: clientNamed(clients),
            brief: names.join(', '),
            placeholder: 'client',
            optional: true,
            proposeCompletions: () => names,
          },
        ],
      },
    },
    docs: {
      brief: 'Add ask_user_question to an agent that speaks MCP, or remove it',
      fullDescription: examples(
        'Writes the entry that starts `answerback mcp` into the settings of the client, with the time limit that it needs. Shows it and asks before writing; without a terminal, or with --json, it writes without asking. Everything else in the file stays as it is, and --undo removes the entry.',
        [
          'answerback setup mcp codex --dry-run',
          'answerback setup mcp codex',
          'answerback setup mcp claude-code --project --skill',
          'answerback setup mcp codex --undo',
          'answerback setup mcp --print',
        ],
      ),
    },
  });
}

const clientNamed =
  (clients: readonly McpClient[]) =>
  (input: string): McpClient => {
    const client = clients.find(({ name }) => name === input);
    if (client) return client;
    const names = clients.map(({ name }) => name);
    const meant = nearest(input, names);
    throw new UsageError(
      `setup mcp does not know "${input}"; it knows ${names.join(', ')}`,
      meant === undefined ? 'For any other client: answerback setup mcp --print' : `Did you mean: answerback setup mcp ${meant}`,
    );
  };

function setupCommand(connection: Connection): Command<Cli> {
  const { brief, description, examples: lines, flags } = connection;
  const own = Object.fromEntries(Object.entries(flags).map(([name, said]) => [name, ownFlag(said)]));
  return command<CommonFlags, []>(async () => (await import('../commands/setup.ts')).setupOf(connection), {
    people: true,
    parameters: {
      flags: { ...own, ...commonFlags },
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
  throw new UsageError(`there is no completion script for ${input}`, 'There are those for bash, zsh and fish.');
}

// answerback setup: what can be connected, and one command for each program that can.
import type { Command } from '@stricli/core';
import type { AgentEntry } from '../../agents/entry.ts';
import type { McpClient } from '../../mcp/setup/client.ts';
import type { Connection, OwnFlag } from '../../setup/connection.ts';
import { nearest } from '../../text/nearest.ts';
import { printable } from '../../text/printable.ts';
import { type Cli, command, group } from '../app/command.ts';
import { examples, flag, json, optionalText } from '../app/parameters.ts';
import { type Context, surroundings, UsageError } from '../context.ts';
import { printFinding } from '../finding.ts';
import { type CommonFlags, setupOf } from '../setup-steps.ts';
import { timeOf } from '../time-range.ts';

const commonFlags = {
  dryRun: flag('Show what would change and write nothing'),
  undo: flag('Remove it again'),
  yes: flag('Do not ask before writing'),
  json,
} as const;

export const commandsFor = (agents: readonly AgentEntry[], clients: readonly McpClient[]) => ({
  commands: {
    setup: group({
      commands: {
        ...Object.fromEntries(agents.map((agent) => [agent.name, connectCommand(agent)])),
        mcp: mcpCommand(clients),
        list: listCommand(agents, clients),
      },
      usual: 'list',
    }),
  },
});

function listCommand(agents: readonly AgentEntry[], clients: readonly McpClient[]): Command<Cli> {
  return command(listOf(agents, clients), {
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
            // The parser asks the command behind `setup` alone, and not the others.
            proposeCompletions: () => [...agents.map(({ name, brief }) => `${name}\t${brief}`), `mcp\t${MCP_BRIEF}`],
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
    const client = nearest(input, namesOf(clients));
    const meant = nearest(input, [...namesOf(agents), 'mcp']) ?? (client && `mcp ${client}`);
    throw new UsageError(
      `setup does not know "${input}"`,
      meant === undefined ? '`answerback setup` lists what can be connected.' : `Did you mean: answerback setup ${meant}`,
    );
  };

const MCP_BRIEF = 'Add ask_user_question to an agent that speaks MCP, or remove it';
const namesOf = (entries: readonly { readonly name: string }[]) => entries.map(({ name }) => name);

function mcpCommand(clients: readonly McpClient[]): Command<Cli> {
  const names = namesOf(clients);
  return command(mcp, {
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
      brief: MCP_BRIEF,
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
    const meant = nearest(input, namesOf(clients));
    throw new UsageError(
      `setup mcp does not know "${input}"; it knows ${namesOf(clients).join(', ')}`,
      meant === undefined ? 'For any other client: answerback setup mcp --print' : `Did you mean: answerback setup mcp ${meant}`,
    );
  };

function connectCommand(connection: Connection): Command<Cli> {
  const { brief, description, examples: lines, flags } = connection;
  const own = Object.fromEntries(Object.entries(flags).map(([name, said]) => [name, ownFlag(said)]));
  return command<CommonFlags, []>(setupOf(connection), {
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

const listOf = (agents: readonly AgentEntry[], clients: readonly McpClient[]) =>
  async function list(this: Context, flags: { readonly json: boolean }, _nothing?: never): Promise<void> {
    const { out } = this;
    const { checkClient } = await import('../../mcp/setup/check.ts');
    const at = surroundings(this);
    const own = await Promise.all(agents.map(async ({ name, load }) => ({ name, ...(await (await load()).check(at)) })));
    const mcp = clients.map((client) => ({ name: client.name, ...checkClient(at, client) }));
    if (flags.json) return out.json({ programs: own, mcp });
    out.line(out.style('answerback setup <program>', 'bold'));
    for (const finding of own) printFinding(this, finding);
    out.line();
    out.line(`${out.style('answerback setup mcp <client>', 'bold')}  for agents that speak MCP`);
    for (const finding of mcp) printFinding(this, finding);
    out.line();
    out.line('Any other client: answerback setup mcp --print   Scripts and programs need no setup: answerback ask --help');
  };

type McpSetupFlags = CommonFlags & {
  readonly project: boolean;
  readonly hold?: string;
  readonly elicit: boolean;
  readonly skill: boolean;
  readonly print: boolean;
};

async function mcp(this: Context, flags: McpSetupFlags, client?: McpClient): Promise<void> {
  const { printed, setupFor } = await import('../../mcp/setup/setup.ts');
  const ms = timeOf('--hold', flags.hold);
  const options = { ...flags, hold: flags.hold === undefined || ms === undefined ? undefined : { text: flags.hold, ms } };
  if (flags.print) {
    const { file, text } = printed(surroundings(this), client, options);
    return flags.json
      ? this.out.json({ client: client?.name ?? null, file, text })
      : this.out.line(text.trimEnd().split('\n').map(printable).join('\n'));
  }
  if (client === undefined)
    throw new UsageError(
      'which client?',
      'Name it, for example: answerback setup mcp codex. For any other client: answerback setup mcp --print',
    );
  const load = async () => setupFor(client, options);
  return setupOf({ name: `mcp ${client.name}`, flags: { project: { kind: 'switch', brief: '' } }, load }).call(this, flags);
}

// The tables in docs of what is plugged in: a row for each entry of a list. `npm run generate` writes them, and test/list-tables.test.ts compares.
import { relative } from 'node:path';
import type { CommandEntry } from '../../src/cli/app/command.ts';
import { COMMANDS } from '../../src/cli/commands.ts';
import { rowsOf, withMarked } from '../../src/contract/tables.ts';
import { type McpClient, projectOf } from '../../src/mcp/setup/client.ts';
import { MCP_CLIENTS } from '../../src/mcp/setup/clients/list.ts';
import type { NotifierEntry } from '../../src/notify/notifier-kind.ts';
import { type Lists, LISTS as SERVER_LISTS } from '../../src/server/lists.ts';

type DocumentedLists = Lists & { readonly mcpClients: readonly McpClient[]; readonly commands: readonly CommandEntry[] };
const LISTS: DocumentedLists = { ...SERVER_LISTS, mcpClients: MCP_CLIENTS, commands: COMMANDS };

export const LIST_PAGES = ['ANSWERING', 'RECIPES', 'NOTIFICATIONS', 'MCP', 'COMMANDS'].map((page) => `docs/${page}.md`);

/** The page with all tables up to date. A test can pass longer lists. Throws for an unknown marker. */
export function withListTables(markdown: string, changed: Partial<DocumentedLists> = {}): string {
  const lists = { ...LISTS, ...changed };
  return withMarked(markdown, (what) => {
    if (what === 'rules') return rowsOf([['rule', 'what it decides'], ...lists.rules.map(({ example, brief }) => [code(example), brief])]);
    if (what === 'answerers') return rowsOf([['kind', 'who answers'], ...lists.answerers.map(({ kind, brief }) => [code(kind), brief])]);
    if (what === 'notifiers') return notifierTable([...lists.notifiers, ...lists.messengers]);
    if (what === 'MCP clients') return clientTable(lists.mcpClients);
    if (what === 'agents')
      return rowsOf([
        ['program', 'what `setup` does'],
        ...lists.agents.map(({ name, brief }) => [linked(name, `setup ${name}`, markdown), brief]),
      ]);
    if (what === 'commands') return commandTable(lists.commands, markdown);
    throw new Error(`there is no table "${what}"; write rules, answerers, notifiers, MCP clients, agents or commands`);
  });
}

function notifierTable(kinds: readonly NotifierEntry[]): string {
  const rows = kinds.map(({ kind, brief, add }) => {
    const flags = Object.keys(add?.flags ?? {}).map((flag) => code(`--${flag}`));
    return [code(kind), brief, [...flags, add?.words?.brief ?? ''].filter(Boolean).join(', ')];
  });
  return rowsOf([['kind', 'how you are told', 'given to `notify add`'], ...rows]);
}

function clientTable(clients: readonly McpClient[]): string {
  const at = { env: {}, cwd: process.cwd() };
  const rows = clients.map(({ name, title, userSettings, files, limit, hold }) => {
    const inProject = files(at, 'project').map((file) => code(relative(projectOf(at), file)));
    const fields = Object.keys(limit?.(0) ?? {})
      .map(code)
      .join(', ');
    return [
      code(name),
      title,
      userSettings,
      inProject.join(' or '),
      fields && !hold ? `none; ${fields} with \`--hold\`` : fields || 'it has none',
    ];
  });
  return rowsOf([['name', 'client', 'its settings', 'with `--project`', 'time limit that is set'], ...rows]);
}

function commandTable(commands: readonly CommandEntry[], markdown: string): string {
  const groups = [...new Set(commands.map(({ group }) => group))];
  const rows = groups.flatMap((group) =>
    commands
      .filter((each) => each.group === group)
      .map(({ name, brief }, i) => [i === 0 ? group : '', linked(name, name, markdown), brief]),
  );
  return rowsOf([['', 'command', 'what it does'], ...rows]);
}

const code = (text: string): string => `\`${text}\``;

/** With a link to the section of the page, if it has one. */
const linked = (name: string, title: string, markdown: string): string =>
  markdown.includes(`\n### ${title}\n`) ? `[${code(name)}](#${title.replaceAll(' ', '-')})` : code(name);

// Who may import whom in src: the one table that docs/ARCHITECTURE.md puts into words and test/imports.test.ts enforces.
import { posix } from 'node:path';

/** What can be added with `answerback notify add`. */
const NOTIFIER_LISTS = [
  'notify/notifiers/list.ts',
  'notify/notifier-kind.ts',
  'messengers/services/list.ts',
  'messengers/messenger-kind.ts',
];

/** The HTTP routes of each feature. Our own tool has some, too. */
const ROUTES = [
  'auto-answer/chat-agents/routes.ts',
  'auto-answer/routes.ts',
  'inbox/routes',
  'messengers/routes.ts',
  'notify/notifiers/web-push/routes.ts',
  'notify/routes.ts',
];

/** By folder of src. A folder inside a folder is named where only that may be imported, or only that may import. */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  text: [],
  ask: [],
  system: ['ask'],
  // Only what callers see of the routes: their types, and their schemas if the broker is of another build.
  contract: ['ask', 'server/routes', ...ROUTES],
  // What routes are made of.
  http: ['ask', 'contract'],
  ...Object.fromEntries(ROUTES.map((routes) => [routes, ['contract', 'http']])),
  journal: ['ask', 'system'],
  inbox: ['ask', 'journal', 'system'],
  pane: ['ask', 'system'],
  client: ['ask', 'contract', 'system'],
  setup: ['ask', 'client', 'system'],
  agents: ['ask', 'client', 'contract', 'inbox', 'journal', 'mcp/setup/client.ts', 'pane', 'setup', 'system'],
  'agents/tool/routes.ts': ['http'],
  'agents/openclaw/answerer': ['auto-answer'],
  'agents/openclaw/answerer.ts': ['auto-answer'],
  'auto-answer': ['ask', 'inbox', 'journal', 'system'],
  'auto-answer/answerers/list.ts': ['agents/openclaw/answerer.ts'],
  notify: ['ask', 'inbox', 'journal', 'system'],
  'notify/link-routes.ts': ['http'],
  messengers: ['ask', 'dialog', 'inbox', 'journal', 'notify', 'system'],
  server: ['ask', 'auto-answer', 'client', 'contract', 'http', 'inbox', 'journal', 'mcp', 'messengers', 'notify', 'pane', 'system'],
  dialog: ['ask', 'client', 'contract'],
  tool: ['ask', 'client', 'system'],
  terminal: ['ask', 'client', 'dialog', 'tool'],
  web: ['ask', 'client', 'contract', 'dialog', 'system'],
  mcp: ['ask', 'client', 'setup', 'system', 'tool'],
  'mcp/setup/clients/list.ts': ['agents/claude-code/mcp-client.ts', 'agents/openclaw/mcp-client.ts', 'agents/opencode/mcp-client.ts'],
  // Of terminal and mcp, only what starts them, and the list of MCP clients.
  cli: ['ask', 'client', 'contract', 'dialog', 'mcp/stdio.ts', 'mcp/setup', 'setup', 'system', 'terminal/open.ts', ...NOTIFIER_LISTS],
  library: ['ask', 'client', 'system', 'terminal', 'tool', 'agents/claude-code/format'],
  bin: ['cli', 'client', 'server', 'agents/claude-code/hooks'],
};

/** Everybody may import this. */
const FOR_ALL = 'text';

/** No agent is known by name, but our own tool to the server. These lists have all of them. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  'agents/entry.ts': ['cli', 'server'],
  'agents/list.ts': ['cli', 'server'],
  'agents/self-test.ts': ['cli'],
  'agents/tool': ['server'],
};

/** Both are paths below src. */
export function mayImport(from: string, to: string): boolean {
  const [folder = ''] = from.split('/');
  if (to.startsWith(`${FOR_ALL}/`)) return true;
  if (to.startsWith(`${folder}/`)) return folder !== 'agents' || from in LISTS || isSameAgent(from, to);
  const named = (table: Readonly<Record<string, readonly string[]>>, path: string) =>
    Object.entries(table).filter(([key]) => path === key || path.startsWith(`${key}/`));
  const allowed = named(MAY_IMPORT, from).flatMap(([, folders]) => folders);
  if (to.startsWith('agents/'))
    return (
      allowed.some((path) => to === path || to.startsWith(`${path}/`)) ||
      named(LISTS, to).some(([, importers]) => importers.includes(folder))
    );
  return allowed.some((path) => to === path || to.startsWith(`${path}/`));
}

/** What lies in agents itself is for all of them. */
function isSameAgent(from: string, to: string): boolean {
  const agentOf = (path: string) => (path.split('/').length > 2 ? path.split('/')[1] : undefined);
  return agentOf(to) === undefined || agentOf(to) === agentOf(from);
}

/** Any string that looks like a relative path counts, whatever stands before it, so that no form of import is forgotten. Paths below src. */
export function importsIn(file: string, text: string): readonly string[] {
  const code = text.replaceAll(/^\s*\/\/.*$/gm, '');
  return [...code.matchAll(/(['"`])(\.{1,2}\/[^'"`\n]*?)(?:\1|\$\{)/g)].map(([, , path = '']) => posix.join(posix.dirname(file), path));
}

// Gemini CLI as an MCP client.
import { join } from 'node:path';
import { AN_HOUR, commandEntry, folderOf, jsonc, type McpClient, projectOf, type Scope, type Where } from '../client.ts';

export const gemini: McpClient = {
  name: 'gemini',
  title: 'Gemini CLI',
  userSettings: '`~/.gemini/settings.json` (`GEMINI_CLI_HOME`)',
  call: { from: /^gemini/i, heldMs: 580_000 },
  files: (at, scope) => [join(settingsIn(at, scope), 'settings.json')],
  format: { ...jsonc('mcpServers'), trailingCommas: false },
  // Otherwise it asks before each question, and `gemini -p` refuses.
  entry: (server) => ({ ...commandEntry(server), trust: true }),
  limit: (timeout) => ({ timeout }),
  hold: AN_HOUR,
  skills: (at, scope) => join(settingsIn(at, scope), 'skills'),
  notes: () => ['Gemini CLI starts servers only in folders that you trust.'],
};

const settingsIn = (at: Where, scope: Scope): string =>
  join(scope === 'project' ? projectOf(at) : folderOf(at, 'GEMINI_CLI_HOME', ''), '.gemini');

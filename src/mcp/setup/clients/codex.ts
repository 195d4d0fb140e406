// Codex as an MCP client.
import { join } from 'node:path';
import { AN_HOUR, commandEntry, folderOf, type McpClient, projectOf } from '../client.ts';

export const codex: McpClient = {
  name: 'codex',
  title: 'Codex',
  userSettings: '`~/.codex/config.toml` (`CODEX_HOME`)',
  call: { from: /^codex/i, heldMs: 280_000 },
  files: (at, scope) => [
    scope === 'project' ? join(projectOf(at), '.codex/config.toml') : join(folderOf(at, 'CODEX_HOME', '.codex'), 'config.toml'),
  ],
  format: { kind: 'toml', container: ['mcp_servers'] },
  entry: commandEntry,
  limit: (ms) => ({ tool_timeout_sec: Math.ceil(ms / 1000) }),
  hold: AN_HOUR,
  skills: (at, scope) => join(scope === 'project' ? join(projectOf(at), '.codex') : folderOf(at, 'CODEX_HOME', '.codex'), 'skills'),
  notes: (scope) => (scope === 'project' ? ['Codex reads these settings only in projects that you trust.'] : []),
};

// Cursor as an MCP client.
import { join } from 'node:path';
import { commandEntry, homeOf, jsonc, type McpClient, projectOf } from '../client.ts';

export const cursor: McpClient = {
  name: 'cursor',
  title: 'Cursor',
  userSettings: '`~/.cursor/mcp.json`',
  files: (at, scope) => [join(scope === 'project' ? projectOf(at) : homeOf(at), '.cursor/mcp.json')],
  format: jsonc('mcpServers'),
  entry: commandEntry,
};

// VS Code as an MCP client.
import { join, resolve } from 'node:path';
import { commandEntry, configOf, homeOf, jsonc, type McpClient, projectOf, type Where } from '../client.ts';

export const vscode: McpClient = {
  name: 'vscode',
  title: 'VS Code',
  userSettings: '`mcp.json` of its user profile',
  files: (at, scope) => [join(scope === 'project' ? join(projectOf(at), '.vscode') : userFolder(at), 'mcp.json')],
  format: jsonc('servers'),
  entry: (server) => ({ type: 'stdio', ...commandEntry(server) }),
  notes: () => ['VS Code asks whether you trust the server before it starts it.'],
};

function userFolder(at: Where): string {
  const { VSCODE_PORTABLE, VSCODE_APPDATA } = at.env;
  if (VSCODE_PORTABLE) return join(resolve(at.cwd, VSCODE_PORTABLE), 'user-data', 'User');
  const usual = process.platform === 'darwin' ? join(homeOf(at), 'Library', 'Application Support') : configOf(at);
  return join(VSCODE_APPDATA ? resolve(at.cwd, VSCODE_APPDATA) : usual, 'Code', 'User');
}

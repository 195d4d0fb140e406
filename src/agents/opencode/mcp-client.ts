// opencode as an MCP client.
import { join } from 'node:path';
import { AN_HOUR, configOf, jsonc, type McpClient, projectOf } from '../../mcp/setup/client.ts';

export const opencode: McpClient = {
  name: 'opencode',
  title: 'opencode',
  userSettings: '`~/.config/opencode/opencode.json` or `.jsonc` (`XDG_CONFIG_HOME`)',
  call: { from: /^opencode/i, heldMs: 280_000 },
  files: (at, scope) =>
    ['opencode.jsonc', 'opencode.json'].map((name) => join(scope === 'project' ? projectOf(at) : join(configOf(at), 'opencode'), name)),
  format: jsonc('mcp'),
  entry: ({ command, args, env }) => ({
    type: 'local',
    command: [command, ...args],
    ...(Object.keys(env).length === 0 ? {} : { environment: env }),
    enabled: true,
  }),
  // Progress, which we send every 10 s, starts the time again.
  limit: () => ({ timeout: 60_000 }),
  hold: AN_HOUR,
  skills: (at, scope) => join(scope === 'project' ? join(projectOf(at), '.opencode') : join(configOf(at), 'opencode'), 'skill'),
};

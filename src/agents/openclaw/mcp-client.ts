// OpenClaw as an MCP client.
import { join, resolve } from 'node:path';
import { AN_HOUR, commandEntry, folderOf, jsonc, type McpClient, type Where } from '../../mcp/setup/client.ts';

export const openclaw: McpClient = {
  name: 'openclaw',
  title: 'OpenClaw',
  userSettings: '`~/.openclaw/openclaw.json` (`OPENCLAW_CONFIG_PATH`, `OPENCLAW_STATE_DIR`)',
  files: (at, scope) =>
    scope === 'project' ? [] : [resolve(at.cwd, at.env.OPENCLAW_CONFIG_PATH || join(stateFolder(at), 'openclaw.json'))],
  format: { ...jsonc('mcp', 'servers'), json5: true },
  entry: commandEntry,
  limit: (requestTimeoutMs) => ({ requestTimeoutMs }),
  hold: AN_HOUR,
  skills: (at) => join(stateFolder(at), 'skills'),
};

const stateFolder = (at: Where): string => folderOf(at, 'OPENCLAW_STATE_DIR', '.openclaw');

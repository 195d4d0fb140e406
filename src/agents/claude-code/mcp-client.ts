// Claude Code as an MCP client.
import { join } from 'node:path';
import { commandEntry, folderOf, homeOf, json, type McpClient, projectOf } from '../../mcp/setup/client.ts';

/** It moves a call that takes longer to the background. */
const BACKGROUND_MS = 120_000;

export const claudeCode: McpClient = {
  name: 'claude-code',
  title: 'Claude Code',
  userSettings: '`~/.claude.json` (`CLAUDE_CONFIG_DIR`)',
  call: { from: /^claude-code\b/i, heldMs: 110_000 },
  files: (at, scope) => {
    if (scope === 'project') return [join(projectOf(at), '.mcp.json')];
    const folder = folderOf(at, 'CLAUDE_CONFIG_DIR', '.claude');
    const main = join(at.env.CLAUDE_CONFIG_DIR ? folder : homeOf(at), '.claude.json');
    return [join(folder, '.config.json'), main];
  },
  format: json('mcpServers'),
  // Makes its first request wait for us. Otherwise it takes the servers that have connected by then.
  entry: (server) => ({ type: 'stdio', ...commandEntry(server), alwaysLoad: true }),
  limit: (timeout) => ({ timeout }),
  skills: (at, scope) =>
    join(scope === 'project' ? join(projectOf(at), '.claude') : folderOf(at, 'CLAUDE_CONFIG_DIR', '.claude'), 'skills'),
  notes: (_, holdMs = 0) => [
    'Claude Code asks before it first uses the tool, and `claude -p` refuses it, unless you allow it: add "mcp__answerback" to permissions.allow in its settings, or use --allowedTools mcp__answerback.',
    ...(holdMs < BACKGROUND_MS
      ? []
      : [
          'In interactive sessions, a call goes to the background after 2 minutes. To let it wait, set CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS=0 in the environment of Claude Code.',
        ]),
  ],
};

// Every client that `answerback setup mcp` knows. To add one, add a file next to this one and a line here; one that is also an agent has it in its folder.
import { claudeCode } from '../../../agents/claude-code/mcp-client.ts';
import { openclaw } from '../../../agents/openclaw/mcp-client.ts';
import { opencode } from '../../../agents/opencode/mcp-client.ts';
import type { McpClient } from '../client.ts';
import { codex } from './codex.ts';
import { cursor } from './cursor.ts';
import { gemini } from './gemini.ts';
import { vscode } from './vscode.ts';

export const MCP_CLIENTS: readonly McpClient[] = [claudeCode, codex, gemini, opencode, openclaw, cursor, vscode];

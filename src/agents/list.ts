// Every agent that can be connected. To add one, add a folder next to this file and a line here.
import { claudeCode } from './claude-code/entry.ts';
import type { AgentEntry } from './entry.ts';
import { openclaw } from './openclaw/entry.ts';
import { opencode } from './opencode/entry.ts';

export const AGENTS: readonly AgentEntry[] = [claudeCode, openclaw, opencode];

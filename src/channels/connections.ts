// Every program that can be connected. A new one is a folder beside this file and a line here.
import { claudeCode } from './claude-code/connection.ts';
import type { Connection } from './connection.ts';
import { openclaw } from './openclaw/connection.ts';
import { opencode } from './opencode/connection.ts';

export const CONNECTIONS: readonly Connection[] = [claudeCode, openclaw, opencode];

// Every program that `answerback setup` can connect. To add one, add a folder next to this file and a line here.

import type { Connection } from '../setup/connection.ts';
import { claudeCode } from './claude-code/connection.ts';
import { openclaw } from './openclaw/connection.ts';
import { opencode } from './opencode/connection.ts';

export const CONNECTIONS: readonly Connection[] = [claudeCode, openclaw, opencode];

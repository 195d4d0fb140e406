// Every kind of agent that the broker reaches. A new one is a folder beside this file and a line here.
import type { ChannelDefinition } from './channel.ts';
import { claudeCode } from './claude-code/channel.ts';
import { opencode } from './opencode/channel.ts';

export const CHANNELS: readonly ChannelDefinition[] = [claudeCode, opencode];

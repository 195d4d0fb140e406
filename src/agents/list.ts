// Every kind of agent that the broker can reach. To add one, add a folder next to this file and a line here.
import type { ChannelDefinition } from '../inbox/agent.ts';
import { claudeCode } from './claude-code/channel.ts';
import { opencode } from './opencode/channel.ts';

export const CHANNELS: readonly ChannelDefinition[] = [claudeCode, opencode];

// Everything that can be plugged into the broker, by kind. The composition root takes these lists as an argument, so a test can pass longer ones.
import { CHANNELS } from '../agents/list.ts';
import type { ChannelDefinition } from '../inbox/agent.ts';

export type Lists = {
  readonly agents: readonly ChannelDefinition[];
};

export const LISTS: Lists = { agents: CHANNELS };

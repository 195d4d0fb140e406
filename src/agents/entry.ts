// What the product knows about an agent: help, setup, doctor's check, and the channel that the broker reaches it through.
//
// An entry lies in agents/<agent>/entry.ts. Every command loads all of them, so an entry imports nothing but types; its code is loaded when it is used.
import type { ChannelDefinition } from '../inbox/channel.ts';
import type { Connection } from '../setup/connection.ts';

/** `name` is also the program in asks and sessions, and the name of its section in the configuration. */
export type AgentEntry = Connection & {
  /** Loaded by the broker only. Absent if the program asks nothing and only answers. */
  readonly channel?: () => Promise<ChannelDefinition>;
};

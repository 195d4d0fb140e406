// Everything that can be plugged into the broker, by kind. The composition root takes these lists as an argument, so a test can pass longer ones.
import type { AgentEntry } from '../agents/entry.ts';
import { AGENTS } from '../agents/list.ts';
import type { NamedChannel } from '../inbox/agent.ts';

export type Lists = { readonly agents: readonly AgentEntry[] };

/** The lists with the code that the broker and its configuration need of them. */
export type LoadedLists = Omit<Lists, 'agents'> & { readonly channels: readonly NamedChannel[] };

export const LISTS: Lists = { agents: AGENTS };

export async function loadLists({ agents, ...lists }: Lists = LISTS): Promise<LoadedLists> {
  const channels = agents.flatMap(({ name, channel }) => (channel ? [channel().then((loaded) => ({ ...loaded, program: name }))] : []));
  return { ...lists, channels: await Promise.all(channels) };
}

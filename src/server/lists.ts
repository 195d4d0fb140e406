// Everything that can be plugged into the broker, by kind. The composition root takes these lists as an argument, so a test can pass longer ones.
import type { AgentEntry } from '../agents/entry.ts';
import { AGENTS } from '../agents/list.ts';
import { ANSWERERS } from '../auto-answer/answerers/list.ts';
import type { RoutingLists } from '../auto-answer/route/schema.ts';
import { RULE_KINDS } from '../auto-answer/rules/kinds.ts';
import type { NamedChannel } from '../inbox/channel.ts';
import type { MessengerKind } from '../messengers/messenger-kind.ts';
import { MESSENGERS } from '../messengers/services/list.ts';
import type { NotifierKind } from '../notify/notifier-kind.ts';
import { NOTIFIERS } from '../notify/notifiers/list.ts';

export type Lists = RoutingLists & {
  readonly agents: readonly AgentEntry[];
  readonly notifiers: readonly NotifierKind[];
  /** Notifiers that also listen: chats in which people answer. */
  readonly messengers: readonly MessengerKind[];
};

/** The lists with the code that the broker and its configuration need of them. */
export type LoadedLists = Omit<Lists, 'agents'> & { readonly channels: readonly NamedChannel[] };

export const LISTS: Lists = { agents: AGENTS, answerers: ANSWERERS, rules: RULE_KINDS, notifiers: NOTIFIERS, messengers: MESSENGERS };

export async function loadLists({ agents, ...lists }: Lists = LISTS): Promise<LoadedLists> {
  const channels = agents.flatMap(({ name, channel }) => (channel ? [channel().then((loaded) => ({ ...loaded, program: name }))] : []));
  return { ...lists, channels: await Promise.all(channels) };
}

// Everything that can be plugged into the broker, by kind. The composition root takes these lists as an argument, so a test can pass longer ones.
import { CHANNELS } from '../agents/list.ts';
import { ANSWERERS } from '../auto-answer/answerers/list.ts';
import type { RoutingLists } from '../auto-answer/route/schema.ts';
import { RULE_KINDS } from '../auto-answer/rules/kinds.ts';
import type { ChannelDefinition } from '../inbox/agent.ts';
import type { MessengerKind } from '../messengers/messenger-kind.ts';
import { MESSENGERS } from '../messengers/services/list.ts';
import type { NotifierKind } from '../notify/notifier-kind.ts';
import { NOTIFIERS } from '../notify/notifiers/list.ts';

export type Lists = RoutingLists & {
  readonly agents: readonly ChannelDefinition[];
  readonly notifiers: readonly NotifierKind[];
  /** Notifiers that also listen: chats in which people answer. */
  readonly messengers: readonly MessengerKind[];
};

export const LISTS: Lists = {
  agents: CHANNELS,
  answerers: ANSWERERS,
  rules: RULE_KINDS,
  notifiers: NOTIFIERS,
  messengers: MESSENGERS,
};

// All routes of the broker, in the order of docs/PROTOCOL.md.

import { receiptRoutes, toolRoutes } from '../../agents/tool/routes.ts';
import { chatRoutes } from '../../auto-answer/chat-agents/routes.ts';
import { answeringRoutes } from '../../auto-answer/routes.ts';
import type { Route, Status } from '../../contract/route.ts';
import { askRoutes } from '../../inbox/routes/asks.ts';
import { channelRoutes } from '../../inbox/routes/channels.ts';
import { decisionRoutes } from '../../inbox/routes/decisions.ts';
import { promptRoutes } from '../../inbox/routes/prompts.ts';
import { sessionRoutes } from '../../inbox/routes/sessions.ts';
import { messengerRoutes } from '../../messengers/routes.ts';
import { pushRoutes } from '../../notify/notifiers/web-push/routes.ts';
import { muteRoutes, notifierRoutes } from '../../notify/routes.ts';
import { brokerRoutes } from './broker.ts';
import { eventRoutes } from './events.ts';
import { webRoutes } from './web.ts';

export const ROUTES: readonly AnyRoute[] = [
  ...toolRoutes,
  ...askRoutes,
  ...decisionRoutes,
  ...receiptRoutes,
  ...answeringRoutes,
  ...notifierRoutes,
  ...messengerRoutes,
  ...muteRoutes,
  ...chatRoutes,
  ...sessionRoutes,
  ...promptRoutes,
  ...channelRoutes,
  ...eventRoutes,
  ...webRoutes,
  ...pushRoutes,
  ...brokerRoutes,
];

/** Named one by one, so that the published types do not repeat them. */
export type AnyRoute =
  | (typeof toolRoutes)[number]
  | (typeof askRoutes)[number]
  | (typeof decisionRoutes)[number]
  | (typeof receiptRoutes)[number]
  | (typeof answeringRoutes)[number]
  | (typeof notifierRoutes)[number]
  | (typeof messengerRoutes)[number]
  | (typeof muteRoutes)[number]
  | (typeof chatRoutes)[number]
  | (typeof sessionRoutes)[number]
  | (typeof promptRoutes)[number]
  | (typeof channelRoutes)[number]
  | (typeof eventRoutes)[number]
  | (typeof webRoutes)[number]
  | (typeof pushRoutes)[number]
  | (typeof brokerRoutes)[number];

export type RouteName = AnyRoute['name'];
export const ROUTE_NAMES: readonly RouteName[] = ROUTES.map(({ name }) => name);

export function routeOf(name: RouteName): Route {
  return ROUTES.find((route) => route.name === name) as Route;
}

export function statusesOf({ replies }: Route): readonly Status[] {
  return Object.keys(replies).map(Number) as Status[];
}

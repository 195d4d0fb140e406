// All routes of the broker, in the order of docs/PROTOCOL.md.
import type { Route, Status } from '../../contract/route.ts';
import { answeringRoutes } from '../../auto-answer/routes.ts';
import { askRoutes } from '../../inbox/routes/asks.ts';
import { brokerRoutes } from './broker.ts';
import { channelRoutes } from '../../inbox/routes/channels.ts';
import { chatRoutes } from '../../auto-answer/chat-agents/routes.ts';
import { decisionRoutes } from '../../inbox/routes/decisions.ts';
import { eventRoutes } from './events.ts';
import { notifierRoutes } from '../../notify/routes.ts';
import { promptRoutes } from '../../inbox/routes/prompts.ts';
import { pushRoutes } from '../../notify/notifiers/web-push/routes.ts';
import { sessionRoutes } from '../../inbox/routes/sessions.ts';
import { webRoutes } from './web.ts';

export const ROUTES: readonly AnyRoute[] = [
  ...askRoutes,
  ...decisionRoutes,
  ...answeringRoutes,
  ...notifierRoutes,
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
  | (typeof askRoutes)[number]
  | (typeof decisionRoutes)[number]
  | (typeof answeringRoutes)[number]
  | (typeof notifierRoutes)[number]
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

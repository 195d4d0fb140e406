// All routes of the broker, in the order of docs/PROTOCOL.md.
import type { z } from 'zod';
import { answeringRoutes } from './answering.ts';
import { askRoutes } from './asks.ts';
import { brokerRoutes } from './broker.ts';
import { channelRoutes } from './channels.ts';
import { chatRoutes } from './chat.ts';
import { decisionRoutes } from './decisions.ts';
import { eventRoutes } from './events.ts';
import { notifierRoutes } from './notifiers.ts';
import { promptRoutes } from './prompts.ts';
import { pushRoutes } from './push.ts';
import type { Params, Route, Status } from './route.ts';
import { sessionRoutes } from './sessions.ts';
import { webRoutes } from './web.ts';

export const ROUTES = {
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
} as const;

export type RouteName = keyof typeof ROUTES;
export const ROUTE_NAMES = Object.keys(ROUTES) as readonly RouteName[];

/** A request as the daemon's handler gets it. */
export type Request<Name extends RouteName> = {
  readonly params: Params<Name>;
  readonly query: (typeof ROUTES)[Name] extends { readonly query: infer Q extends z.ZodType } ? z.output<Q> : undefined;
  readonly body: (typeof ROUTES)[Name] extends { readonly body: infer B extends z.ZodType } ? z.output<B> : undefined;
};

/** What a handler may reply, by status. */
export type Reply<
  Name extends RouteName,
  S extends keyof (typeof ROUTES)[Name]['replies'],
> = (typeof ROUTES)[Name]['replies'][S] extends infer R extends z.ZodType ? Unwritable<z.input<R>> : never;

export function routeOf(name: RouteName): Route {
  return ROUTES[name];
}

export function statusesOf({ replies }: Route): readonly Status[] {
  return Object.keys(replies).map(Number) as Status[];
}

type Unwritable<T> = T extends readonly (infer Item)[]
  ? readonly Unwritable<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: Unwritable<T[K]> }
    : T;

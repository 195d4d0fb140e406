// Binds a route of the contract to its handler: requests are parsed with the route's schemas, replies have the route's types.
import { LARGEST_BODY } from '../protocol/limits.ts';
import type { Method } from '../protocol/method.ts';
import type { Route } from '../protocol/route.ts';
import { type Reply, type Request, type ROUTES, type RouteName, routeOf } from '../protocol/routes.ts';
import { notForDevices } from './guard.ts';
import { type In, parsedBody, parsedParams, parsedQuery, type Routes } from './request.ts';
import { isForDevices } from './web/allowed.ts';
import { personAtPage } from './web/web.ts';

type Replies<Name extends RouteName> = (typeof ROUTES)[Name]['replies'];

export type Serving<Name extends RouteName> = Request<Name> & {
  readonly c: In;
  /** The status is 200 by default. */
  readonly reply: <S extends keyof Replies<Name> = 200 & keyof Replies<Name>>(body: Reply<Name, S>, status?: S) => Response;
};

/** A handler replies with `reply`, or with a refusal from errors.ts. */
export function serve<Name extends RouteName>(
  app: Routes,
  name: Name,
  handle: (request: Serving<Name>) => Response | Promise<Response>,
): void {
  const [method, path] = name.split(' ') as [Method, string];
  const { params, query, body, largestBody = LARGEST_BODY }: Route = routeOf(name);
  app.on(method, path, async (c: In) => {
    const { device } = c.env;
    if (device && !isForDevices(name)) return notForDevices(c);
    const named = params ? parsedParams(c, params) : c.req.param();
    if (named instanceof Response) return named;
    const read = body && (await parsedBody(c, body, largestBody));
    if (read instanceof Response) return read;
    const request = {
      c,
      params: named,
      query: query && parsedQuery(c, query),
      // A page acts in the name of its person, whatever it says.
      body: device && typeof read === 'object' ? { ...read, by: personAtPage() } : read,
      reply: (value: unknown, status = 200) => c.json(value as object, status as 200),
    };
    return handle(request as unknown as Serving<Name>);
  });
}

// A route: its method and path, what it takes and replies, and its handler, which gets the parsed request and what it uses of the broker.
import type { z } from 'zod';
import type { Unwritable } from '../ask/schema/named.ts';
import type { Definition, Params, Replies, Route, RouteTitle } from '../contract/route.ts';
import type { In } from './request.ts';

type Schema = z.ZodType | undefined;
type Read<S extends Schema> = S extends z.ZodType ? z.output<S> : undefined;

type Request<Name extends string, Q extends Schema, B extends Schema, R extends Replies> = {
  readonly c: In;
  readonly params: Params<Name>;
  readonly query: Read<Q>;
  readonly body: Read<B>;
  /** The status is 200 by default. */
  readonly reply: <S extends keyof R = 200 & keyof R>(
    body: R[S] extends infer T extends z.ZodType ? Unwritable<z.input<T>> : never,
    status?: S,
  ) => Response;
};

/**
 * Makes routes whose handlers use this much of the broker. A handler replies with `reply`, or with a refusal from errors.ts. What acts on the outside
 * world comes with the context, because clients and the web page load these files, too, when they have to check a reply (contract/reply-problem.ts).
 */
export function routesWith<Context>() {
  return <
    const Name extends RouteTitle,
    R extends Replies,
    Q extends z.ZodObject | undefined = undefined,
    B extends z.ZodType | undefined = undefined,
  >(
    name: Name,
    definition: Definition<Q, B, R> & {
      readonly handle: (request: Request<Name, Q, B, R>, context: Context) => Response | Promise<Response>;
    },
  ): Route<Name, Q, B, R> => ({ name, ...definition });
}

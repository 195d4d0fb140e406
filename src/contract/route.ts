// What a route is. The broker parses requests with it; the client's types are inferred from it, and all docs generated.
import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Method } from './method.ts';

export type Status = 200 | 201 | 202;
export type RouteTitle = `${Method} /${string}`;
export type Replies = Readonly<Partial<Record<Status, z.ZodType>>>;

export type Definition<Q extends z.ZodObject | undefined, B extends z.ZodType | undefined, R extends Replies> = {
  readonly summary: string;
  /** Of a path that names something new. Others name something that exists, or does not. */
  readonly params?: z.ZodObject;
  /**
   * A browser that was let in may use it, too: what a person needs to read and answer. Nothing that lets in others, opens the network, stops the
   * broker, speaks for an agent or changes files.
   */
  readonly browsers?: true;
  /** Every parameter is a string or absent. */
  readonly query?: Q;
  /** An empty body counts as `{}` if that is valid. */
  readonly body?: B;
  /** In bytes; LARGEST_BODY by default. */
  readonly largestBody?: number;
  /** The handler reads the body itself. */
  readonly readsBody?: true;
  readonly replies: R;
  /** The content type of the replies, if not JSON. */
  readonly media?: 'text/plain' | 'text/html' | 'text/event-stream';
  /** Its errors, besides those that any route can return. */
  readonly errors?: readonly ErrorCode[];
};

/** Only the one place that calls handlers gives them their request, so callers of the broker need not know its types. */
export type Route<
  Name extends RouteTitle = RouteTitle,
  Q extends z.ZodObject | undefined = z.ZodObject | undefined,
  B extends z.ZodType | undefined = z.ZodType | undefined,
  R extends Replies = Replies,
> = Definition<Q, B, R> & {
  /** Its method and path. */
  readonly name: Name;
  readonly handle: (request: never, context: never) => Response | Promise<Response>;
};

/** The parameters in a path: `/v1/asks/:id` has `id`. */
export type Params<Name extends string> = Name extends `${string}/:${infer Param}/${infer Rest}`
  ? { readonly [K in Param | keyof Params<`/${Rest}`>]: string }
  : Name extends `${string}/:${infer Param}`
    ? { readonly [K in Param]: string }
    : Record<never, string>;

export const paramsOf = (name: string): string[] => [...name.matchAll(/:(\w+)/g)].map(([, param]) => param as string);

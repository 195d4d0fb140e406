// A route as plain data. Its name is its method and path. The daemon parses requests with it; the client's types and all docs are generated from it.
import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Method } from './method.ts';

export type Status = 200 | 201 | 202;

export type Route = {
  readonly summary: string;
  /** Of a path that names something new. Others name something that exists, or does not. */
  readonly params?: z.ZodObject;
  /** Every parameter is a string or absent. */
  readonly query?: z.ZodObject;
  /** An empty body counts as `{}` if that is valid. */
  readonly body?: z.ZodType;
  /** In bytes; LARGEST_BODY by default. */
  readonly largestBody?: number;
  readonly replies: Readonly<Partial<Record<Status, z.ZodType>>>;
  /** The content type of the replies, if not JSON. */
  readonly media?: 'text/plain' | 'text/html' | 'text/event-stream';
  /** Its errors, besides those that any route can return. */
  readonly errors?: readonly ErrorCode[];
};

export type Routes = Readonly<Record<`${Method} /${string}`, Route>>;

/** The parameters in a path: `/v1/asks/:id` has `id`. */
export type Params<Name extends string> = Name extends `${string}/:${infer Param}/${infer Rest}`
  ? { readonly [K in Param | keyof Params<`/${Rest}`>]: string }
  : Name extends `${string}/:${infer Param}`
    ? { readonly [K in Param]: string }
    : Record<never, string>;

export const paramsOf = (name: string): string[] => [...name.matchAll(/:(\w+)/g)].map(([, param]) => param as string);

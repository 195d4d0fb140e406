// What a route is: plain data. Its name is its method and path; the daemon parses with it, the client's types and all documents come from it.
import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

export type Method = 'GET' | 'POST' | 'PUT';
export type Status = 200 | 201 | 202;

export type Route = {
  readonly summary: string;
  /** Every parameter comes as a string or not at all. */
  readonly query?: z.ZodObject;
  /** An empty body counts as `{}` where that fits. */
  readonly body?: z.ZodType;
  /** In bytes; LARGEST_BODY unless given. */
  readonly largestBody?: number;
  readonly replies: Readonly<Partial<Record<Status, z.ZodType>>>;
  /** The type of the replies, where it is not JSON. */
  readonly media?: 'text/plain' | 'text/event-stream';
  /** What it refuses with, beside the errors that any route can have. */
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

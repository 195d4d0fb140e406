// What a caller sends and gets, by route. Only types: whoever imports them does not load the schemas.
import type { z } from 'zod';
import type { Unwritable, Word } from '../ask/schema/named.ts';
import type { AnyRoute } from '../server/routes/routes.ts';
import type { Params, Route } from './route.ts';

/** An interface, so that errors name it instead of spelling it out. */
export interface Contract extends ByName<AnyRoute> {}
export type RouteName = keyof Contract;
export type ReplyOf<Name extends RouteName> = Contract[Name]['reply'];

type ByName<All extends Route> = { readonly [R in All as R['name']]: RequestParts<R> };

type RequestParts<R> =
  R extends Route<infer Name, infer Q, infer B, infer Replies>
    ? (keyof Params<Name> extends never ? unknown : { readonly params: Params<Name> }) &
        (Q extends z.ZodObject ? { readonly query: QueryOf<Q> } : unknown) &
        (B extends z.ZodType ? { readonly body: Unwritable<z.input<B>> } : unknown) & { readonly reply: AnyOf<Replies> }
    : never;

/** A caller gives values; in a URL they are text. */
type QueryOf<Q extends z.ZodObject> = {
  readonly [K in keyof z.input<Q>]: K extends keyof z.output<Q> ? Unwritable<z.output<Q>[K]> : never;
};

/** With several statuses, any of their bodies. */
type AnyOf<Replies> = { [S in keyof Replies]: Replies[S] extends z.ZodType ? Word<Replies[S]> : never }[keyof Replies];

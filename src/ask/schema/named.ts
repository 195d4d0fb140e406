// What all schemas share: their names, their types, and a time.
import { z } from 'zod';

/** Gives the schema a name of its own in the OpenAPI document, and says there what it is. */
export const named = <S extends z.ZodType>(id: string, schema: S, description?: string): S =>
  schema.meta(description === undefined ? { id } : { id, description });

export const time = z.number().describe('milliseconds since 1970');

/** The type of what a schema returns. Nothing in it can be changed. */
export type Word<S extends z.ZodType> = Unwritable<z.output<S>>;

export type Unwritable<T> = T extends readonly (infer Item)[]
  ? readonly Unwritable<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: Unwritable<T[K]> }
    : T;

// What all schemas of this folder share: their names, and a time.
import { z } from 'zod';

/** Gives the schema a name of its own in words.generated.ts and in the OpenAPI document, and says there what it is. */
export const named = <S extends z.ZodType>(id: string, schema: S, description?: string): S =>
  schema.meta(description === undefined ? { id } : { id, description });

export const time = z.number().describe('milliseconds since 1970');

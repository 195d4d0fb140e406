// Reads foreign values with a schema where only the whole matters. Where people are told what is wrong, it is shape.ts.
import type { z } from 'zod';

/**
 * Undefined if it does not fit. Zod checks the length of a text also where something else is: it compares whatever the value calls its `length`, which throws
 * for an object that cannot be made into a number, such as `{"length": {"toString": 0}}`.
 */
export function fittingValue<T>(schema: z.ZodType<T>, value: unknown): T | undefined {
  try {
    const read = schema.safeParse(value);
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}

// The kinds of query parameters. Each arrives as a string; `meta` describes what a caller writes, for the docs and the client's types.
import { z } from 'zod';

const digits = z.string().regex(/^\d{1,15}$/, 'must be a whole number');

export const wholeNumber = digits.transform(Number).meta({ type: 'integer', pattern: undefined });

/** More than `most` counts as `most`. */
export function atMost(most: number, usual: number, least = 0) {
  return digits
    .optional()
    .transform((given) => (given === undefined ? usual : Math.min(Math.max(least, Number(given)), most)))
    .meta({ type: 'integer', minimum: least, maximum: most, default: usual, pattern: undefined });
}

/** True if present, unless it is `false` or `0`. */
export const flag = z
  .string()
  .optional()
  .transform((given) => given !== undefined && !['false', '0'].includes(given))
  .meta({ type: 'boolean' });

/** Several values, separated by commas. */
export function several<Values extends z.core.util.EnumLike>(item: z.ZodEnum<Values>) {
  return z
    .string()
    .transform((given) => given.split(',').filter(Boolean))
    .pipe(z.array(item) as unknown as z.ZodType<z.output<typeof item>[], string[]>)
    .optional()
    .meta({ type: 'array', items: { type: 'string', enum: item.options } });
}

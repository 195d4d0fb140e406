// The small values of a route in YAML: durations, patterns, ranges, hours, one value or a list.
import { z } from 'zod';
import { duration as durationIn } from '../../text/duration.ts';

/** How a text is recognised: whole words in any case, or a regular expression (in the user's own file only). */
export type Pattern =
  | { readonly kind: 'words'; readonly source: string }
  | { readonly kind: 'regex'; readonly source: string; readonly regex: RegExp };

/** Inclusive. */
export type Range = { readonly least: number; readonly most: number };

/** Minutes since midnight, `to` excluded. Spans midnight if `to` is smaller. */
export type Hours = { readonly from: number; readonly to: number };

const HOW_MANY = 'write a number above 0, as 500000, 500k or 2M';

/** JavaScript timers cannot wait longer. */
const LONGEST_WAIT_MS = 24 * 86_400_000;

/** With a unit: a number alone could be anything. */
export function durationOf(text: string): number | undefined {
  const ms = /[a-z]\s*$/.test(text) ? durationIn(text) : undefined;
  return ms !== undefined && ms <= LONGEST_WAIT_MS ? ms : undefined;
}

export const duration = z.string().transform((text, context) => {
  const ms = durationOf(text);
  if (ms !== undefined) return ms;
  context.addIssue({ code: 'custom', message: 'write a length of time as 30s, 5m, 8h or 1h30m, at most 24d' });
  return z.NEVER;
});

/** `500000`, `500k`, `2.5M` */
export const amount = z.union([z.int().positive(), z.string()], { error: HOW_MANY }).transform((value, context): number => {
  const [, digits, unit = ''] = /^(\d{1,9}(?:\.\d{1,3})?)\s*([kM])?$/.exec(String(value).trim()) ?? [];
  const total = Math.round(Number(digits) * ({ k: 1_000, M: 1_000_000 }[unit] ?? 1));
  if (total > 0) return total;
  context.addIssue({ code: 'custom', message: HOW_MANY });
  return z.NEVER;
});

/** What may be written instead of the full form, for the JSON Schema: one item of the list, a list of texts, or one of these values. */
export const shortForms = z.registry<{ readonly short: 'one' | 'list' | readonly unknown[] }>();

/** One value or a list. An empty list would match nothing, so it is an error. */
export const oneOrMore = <T extends z.ZodType>(item: T) =>
  z
    .preprocess(
      (value) => (Array.isArray(value) ? value : [value]),
      z.array(item).min(1, 'an empty list matches nothing; leave the criterion out').max(50),
    )
    .register(shortForms, { short: 'one' });

export const words = z.string().max(1000).regex(/\S/, 'write at least one word');

/** For rules without settings. */
export const yes = z.literal(true, 'say true, or leave the rule out').transform(() => ({}));

/** `/regex/i`, or words. Regular expressions are not allowed in a project's file: one could keep the broker busy for hours. */
export const pattern = words.transform((source, context): Pattern => {
  const literal = regexLiteral(source);
  if (literal === undefined) return { kind: 'words', source };
  try {
    return { kind: 'regex', source, regex: new RegExp(literal.body, literal.flags) };
  } catch (error) {
    context.addIssue({ code: 'custom', message: `this is no regular expression: ${(error as Error).message}` });
    return z.NEVER;
  }
});

export const plainPattern = words.transform((source, context): Pattern => {
  if (regexLiteral(source) === undefined) return { kind: 'words', source };
  context.addIssue({
    code: 'custom',
    message: "a project's file takes words, not regular expressions; put the expression into your own file",
  });
  return z.NEVER;
});

/** A rule in a project's file only refers to one of the user's: its pattern is compared and never run. */
export const namedPattern = words.transform((source): Pattern => ({ kind: 'words', source }));

/** `2`, `2..4`, `3..`, `..4` */
export const range = z.union([z.int().nonnegative(), z.string()]).transform((value, context): Range => {
  if (typeof value === 'number') return { least: value, most: value };
  const [, least, dots, most] = /^(\d{1,4})?(\.\.)?(\d{1,4})?$/.exec(value.trim()) ?? [];
  const from = Number(least ?? 0);
  const to = dots ? Number(most ?? Infinity) : from;
  if ((least ?? most) !== undefined && (dots !== undefined || most === undefined) && from <= to) return { least: from, most: to };
  context.addIssue({ code: 'custom', message: 'write a number or a range, as 2, 2..4, 3.. or ..4' });
  return z.NEVER;
});

/** `22:00-07:00`, local time. */
export const hours = z.string().transform((text, context): Hours => {
  const [, h1, m1, h2, m2] = /^(\d{1,2}):(\d{2})\s*[-–]\s*(\d{1,2}):(\d{2})$/.exec(text.trim()) ?? [];
  const [from, to] = [minutes(h1, m1), minutes(h2, m2)];
  if (from !== undefined && to !== undefined && from < DAY && from !== to) return { from, to };
  context.addIssue({ code: 'custom', message: 'write hours of the day as 22:00-07:00; leave them out for the whole day' });
  return z.NEVER;
});
const DAY = 24 * 60;

function minutes(hour: string | undefined, minute: string | undefined): number | undefined {
  const total = Number(hour) * 60 + Number(minute);
  return Number(minute) < 60 && total <= DAY ? total : undefined;
}

function regexLiteral(source: string): { body: string; flags: string } | undefined {
  const [, body, flags] = /^\/(.+)\/([a-z]*)$/s.exec(source) ?? [];
  return body === undefined ? undefined : { body, flags: (flags ?? '').replace(/[gy]/g, '') };
}

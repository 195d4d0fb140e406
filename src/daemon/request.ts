// A request's parts, parsed: numbers in its query, JSON in its body.
import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { answerer } from '../question/schema.ts';
import { shapeProblems } from '../question/shape.ts';
import { readBody } from './body.ts';
import type { Door } from './door.ts';
import { BadRequest, invalid } from './errors.ts';

export type Routes = Hono<{ Bindings: Door }>;
export type In = Context<{ Bindings: Door }>;

/** How many items a list has: unless asked otherwise, and at most. */
export const PAGE = { usual: 50, most: 500 };

/** What every decision carries: whose it is, what makes it the same when it is sent again, and why. */
export const signed = z.object({
  by: answerer.default({ kind: 'person', name: 'someone', surface: 'api' }),
  key: z.string().min(1).max(200).optional(),
  reason: z.string().max(10_000).optional(),
});

/** Deeper than any agent's payload, shallower than what recursion over it can take. */
const DEEPEST_BODY = 200;

export function wholeNumber(c: In, name: string, otherwise: number): number {
  const given = c.req.query(name);
  if (given === undefined) return otherwise;
  if (!/^\d{1,15}$/.test(given))
    throw new BadRequest(400, 'bad-query', `${name} must be a whole number, not "${given}"`, 'Leave it out or give a number.');
  return Number(given);
}

/** `empty`: what a missing body means, where one may be missing. */
export async function json(c: In, empty?: object, largest?: number): Promise<unknown> {
  const text = await readBody(c.env.incoming, largest);
  if (text === '' && empty) return empty;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new BadRequest(400, 'bad-json', `the body is not JSON: ${(error as Error).message}`, 'Send one whole JSON value.');
  }
  if (deeper(value, DEEPEST_BODY))
    throw new BadRequest(400, 'too-deep', `the body is nested more than ${DEEPEST_BODY} levels deep`, 'Send something flatter.');
  return value;
}

function deeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => deeper(inner, levels - 1));
}

export async function parsed<S extends z.ZodType>(c: In, schema: S, largest?: number): Promise<z.output<S> | Response> {
  const body = await json(c, {}, largest);
  const result = schema.safeParse(body);
  return result.success ? result.data : invalid(c, shapeProblems(result.error, body));
}

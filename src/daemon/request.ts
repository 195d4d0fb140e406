// The parts of a request, parsed with the schemas of its route.
import type { Context, Hono } from 'hono';
import type { z } from 'zod';
import { readShape } from '../question/shape.ts';
import type { Bindings } from './bindings.ts';
import { readBody } from './body.ts';
import { BadRequest, invalid } from './errors.ts';

export type Routes = Hono<{ Bindings: Bindings }>;
export type In = Context<{ Bindings: Bindings }>;

/** Deeper than any agent's payload, and shallow enough for recursive code. */
const DEEPEST_BODY = 200;

export function parsedQuery(c: In, schema: z.ZodType): unknown {
  const given = c.req.query();
  const read = readShape(schema, given);
  if (read.kind === 'ok') return read.value;
  const problems = read.problems.map(({ message }) => message);
  throw new BadRequest('bad-query', problems.join('; '), 'docs/PROTOCOL.md lists the parameters.');
}

/** As in a body: the value ends up in the same place. */
export function parsedParams(c: In, schema: z.ZodType): unknown {
  const read = readShape(schema, c.req.param());
  return read.kind === 'ok' ? read.value : invalid(c, read.problems);
}

/** An empty body counts as `{}` if the schema accepts that. */
export async function parsedBody(c: In, schema: z.ZodType, largest: number): Promise<unknown> {
  const text = await readBody(c.env.incoming, largest);
  const body = text === '' ? {} : parsedJson(text);
  const read = readShape(schema, body);
  if (read.kind === 'ok') return read.value;
  if (text === '') throw new BadRequest('bad-json', 'the body is empty', 'Send one complete JSON value.');
  return invalid(c, read.problems);
}

export function parsedJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new BadRequest('bad-json', `the body is not JSON: ${(error as Error).message}`, 'Send one complete JSON value.');
  }
  if (deeper(value, DEEPEST_BODY))
    throw new BadRequest('too-deep', `the body is nested more than ${DEEPEST_BODY} levels deep`, 'Send a body with less nesting.');
  return value;
}

function deeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => deeper(inner, levels - 1));
}

// The parts of a request, parsed with the schemas of its route.
import type { Context, Hono } from 'hono';
import type { z } from 'zod';
import { readShape } from '../ask/shape.ts';
import { DEEPEST, isDeeper } from '../text/json.ts';
import type { Bindings } from './bindings.ts';
import { readBody } from './body.ts';
import { BadRequest, invalid } from './errors.ts';

export type Routes = Hono<{ Bindings: Bindings }>;
export type In = Context<{ Bindings: Bindings }>;

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
  const text = c.env.via === 'process' ? '' : await readBody(c.env.incoming, largest);
  const body = text === '' ? (c.env.body ?? {}) : parsedJson(text);
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
  if (isDeeper(value, DEEPEST))
    throw new BadRequest('too-deep', `the body is nested more than ${DEEPEST} levels deep`, 'Send a body with less nesting.');
  return value;
}

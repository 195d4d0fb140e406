// What is wrong with the reply of a broker of another build. Loaded only if there is one, because all schemas come with it.

import { z } from 'zod';
import { readShape } from '../ask/shape.ts';
import { type RouteName, routeOf } from '../server/routes/routes.ts';
import type { Status } from './route.ts';

/** Otherwise zod compiles code when it first reads an object, which the policy of the web page forbids. */
z.config({ jitless: true });

/** The first thing that is wrong. Additional fields are fine. */
export function problemIn(name: RouteName, status: number, reply: unknown): string | undefined {
  const schema = routeOf(name).replies[status as Status];
  if (!schema) return `it has the status ${status}`;
  const read = readShape(schema, reply);
  return read.kind === 'ok' ? undefined : read.problems[0]?.message;
}

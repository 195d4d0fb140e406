// Shape errors of a schema, in the same form as broken rules.
import type { z } from 'zod';
import { type Problem, problem, shown } from './problem.ts';

export function shapeProblems(error: z.ZodError, input: unknown, under = ''): Problem[] {
  return error.issues.map((issue) => {
    const where = pathName([...(under ? [under] : []), ...issue.path]);
    const value = issue.path.reduce<unknown>(inside, input);
    const got = value === undefined ? '' : `, got ${shown(value)}`;
    return problem('shape', where, value ?? null, `${where}: ${issue.message}${got}`);
  });
}

/** A string that was read as a list of one is shown whole, not by its first letter. */
function inside(value: unknown, key: PropertyKey): unknown {
  return typeof value === 'string' ? value : (value as Record<PropertyKey, unknown> | undefined)?.[key];
}

/** `questions[0].options[1].label` */
function pathName(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'the body';
  return path.map((key, i) => (typeof key === 'number' ? `[${key}]` : `${i === 0 ? '' : '.'}${String(key)}`)).join('');
}

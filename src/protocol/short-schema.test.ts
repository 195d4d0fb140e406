import { expect, it } from 'vitest';
import { replySchemaOf, replySchemas } from './json-schema.ts';
import type { Schema } from './misfit.ts';
import { ROUTE_NAMES } from './routes.ts';
import { expanded, type Short, shortened } from './short-schema.ts';

const { definitions } = replySchemas();
const all: [string, Schema][] = [
  ...Object.entries(definitions),
  ...ROUTE_NAMES.map((name): [string, Schema] => [name, replySchemaOf(name, replySchemas())]),
];

it.each(all)('the short form of %s says the same, in fewer characters', (_, schema) => {
  const short = JSON.stringify(shortened(schema));
  expect(checked(expanded(JSON.parse(short) as Short))).toEqual(checked(schema));
  expect(short.length).toBeLessThanOrEqual(JSON.stringify(schema).length + '{"schema":}'.length);
});

/** What a check looks at: the type of a constant is known, and the order of required fields does not matter. */
function checked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(checked);
  if (typeof value !== 'object' || value === null) return value;
  const { type, required, ...others } = value as Schema;
  const isKnown = others.enum !== undefined || others.const !== undefined;
  return {
    ...Object.fromEntries(Object.entries(others).map(([key, each]) => [key, checked(each)])),
    ...(isKnown || type === undefined ? {} : { type }),
    ...(required === undefined || required.length === 0 ? {} : { required: [...required].sort() }),
  };
}

import { expect, it } from 'vitest';
import type { Schema } from '../question/schema/json-schema.ts';
import { bare } from './declarations.ts';
import { replySchemaOf, replySchemas } from './json-schema.ts';
import { ROUTE_NAMES } from './routes.ts';
import { expanded, shortened } from './short-schema.ts';

const schemas = replySchemas();
const all: [string, Schema][] = [
  ...Object.entries(schemas.definitions),
  ...ROUTE_NAMES.map((name): [string, Schema] => [name, replySchemaOf(name, schemas)]),
].map(([name, schema]) => [name, bare(schema)]);

it.each(all)('the short form of %s says the same, in fewer characters', (_, schema) => {
  const short = shortened(schema);
  expect(checked(expanded(short))).toEqual(checked(schema));
  expect(short.length).toBeLessThan(JSON.stringify(schema).length);
});

it('is what its header says', () => {
  expect(
    expanded('{note?:string,wait:number|null,pause:[any,@Pause,=true],kinds:[=plan|idle],step:=last,counts:{*:integer},more:*}'),
  ).toEqual({
    type: 'object',
    properties: {
      note: { type: 'string' },
      wait: { type: ['number', 'null'] },
      pause: { anyOf: [{ $ref: '#/$defs/Pause' }, { const: true }] },
      kinds: { type: 'array', items: { enum: ['plan', 'idle'] } },
      step: { const: 'last' },
      counts: { type: 'object', additionalProperties: { type: 'integer' } },
      more: {},
    },
    required: ['wait', 'pause', 'kinds', 'step', 'counts', 'more'],
  });
});

it.each<Schema>([
  { type: 'string', const: 'a:b' },
  { type: 'string', const: 'true' },
  { type: 'number', const: 7 },
  { type: 'string', enum: ['a|b', 'c'] },
  { type: 'string', enum: ['a'] },
  { type: 'object', properties: { 'note?': {} } },
  { type: 'object', properties: {}, additionalProperties: { type: 'string' } },
])('there is none for %j', (schema) => {
  expect(() => shortened(schema)).toThrow('no short form');
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

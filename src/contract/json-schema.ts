// The contract as JSON Schema, the source of the OpenAPI document, the client's types and the reply checks.
import { z } from 'zod';
import { nameIn, type Schema } from '../ask/schema/json-schema.ts';
import { ROUTE_NAMES, type RouteName, routeOf } from '../server/routes/routes.ts';
import { errorBody } from './errors.ts';

export type ReplySchemas = {
  /** By route, then by status. */
  readonly replies: Readonly<Record<string, Readonly<Record<string, Schema>>>>;
  readonly error: Schema;
  /** The targets of `$ref: #/$defs/…`. */
  readonly definitions: Readonly<Record<string, Schema>>;
};

/** All at once, so that each named schema appears once. A reply may have more fields than its schema names. */
export function replySchemas(): ReplySchemas {
  const each = ROUTE_NAMES.map((name) => [name, z.object(routeOf(name).replies as Record<string, z.ZodType>)] as const);
  const whole = z.object({ error: errorBody, replies: z.object(Object.fromEntries(each)) });
  const { properties, $defs } = z.toJSONSchema(whole, { io: 'output', unrepresentable: 'any', override: withoutExtras }) as unknown as {
    properties: { error: Schema; replies: { properties: Record<string, { properties: Record<string, Schema> }> } };
    $defs: Record<string, Schema>;
  };
  const replies = Object.entries(properties.replies.properties).map(([name, { properties: statuses }]) => [name, statuses]);
  return { error: properties.error, replies: Object.fromEntries(replies), definitions: $defs };
}

/** What a caller may send, before defaults are filled in. */
export function bodySchema(name: RouteName): Schema | undefined {
  return inputSchema(routeOf(name).body);
}

export function paramsSchema(name: RouteName): Schema | undefined {
  return inputSchema(routeOf(name).params);
}

export function querySchema(name: RouteName): Schema | undefined {
  return inputSchema(routeOf(name).query);
}

/** Without names: what a word accepts may differ from what it is, and the tables of the docs show its fields. */
function inputSchema(schema: z.ZodType | undefined): Schema | undefined {
  if (!schema) return undefined;
  const { $schema: _, $defs, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override: withoutIds });
  return inlined(rest, ($defs ?? {}) as Readonly<Record<string, Schema>>) as Schema;
}

function inlined(value: unknown, definitions: Readonly<Record<string, Schema>>): unknown {
  if (Array.isArray(value)) return value.map((each) => inlined(each, definitions));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, ...rest } = value as Schema;
  const fields = Object.entries(rest).map(([key, inner]) => [key, inlined(inner, definitions)] as const);
  if ($ref === undefined) return Object.fromEntries(fields);
  const { description: _, ...target } = definitions[nameIn($ref)] as Schema;
  return { ...(inlined(target, definitions) as object), ...Object.fromEntries(fields) };
}

type Written = { readonly zodSchema: z.core.$ZodType; readonly jsonSchema: Record<string, unknown> };

/** Fields that a schema does not name have a type only in a map. */
function withoutExtras(written: Written): void {
  const { additionalProperties: others } = written.jsonSchema;
  if (typeof others !== 'object' || Object.keys(others ?? {}).length === 0) delete written.jsonSchema.additionalProperties;
  withoutIds(written);
}

function withoutIds({ zodSchema, jsonSchema }: Written): void {
  delete jsonSchema.id;
  // zod leaves the default out if a value is transformed.
  const { default: usual } = z.globalRegistry.get(zodSchema) ?? {};
  if (usual !== undefined) jsonSchema.default = usual;
  // zod adds the bounds of a safe integer, which are noise.
  if (Math.abs(Number(jsonSchema.maximum)) === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (Math.abs(Number(jsonSchema.minimum)) === Number.MAX_SAFE_INTEGER) delete jsonSchema.minimum;
  for (const [key, value] of Object.entries(jsonSchema)) if (value === undefined) delete jsonSchema[key];
}

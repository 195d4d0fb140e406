// Checks whether a value has the shape of a schema. Small and fast enough to check every reply in a program that starts in 40 ms.
import { nameIn, type Schema } from '../question/schema/json-schema.ts';

/** Looks up a `$ref`. */
type Definitions = (name: string) => Schema;

/** The first thing that is wrong, such as `asks[0].state must be one of …`; undefined if the value fits. Additional fields are fine. */
export function misfit(value: unknown, schema: Schema, definitions: Definitions): string | undefined {
  const found = firstMisfit(value, schema, definitions);
  return found && `${found.path.replace(/^\./, '') || 'the whole of it'} ${found.what}`;
}

/** The path is built on the way back, so that a value that fits costs nothing. */
type Misfit = { readonly path: string; readonly what: string };

function firstMisfit(value: unknown, schema: Schema, definitions: Definitions): Misfit | undefined {
  const { $ref, type, properties, items, additionalProperties: others } = schema;
  if ($ref !== undefined) return firstMisfit(value, definitions(nameIn($ref)), definitions);
  if (schema.anyOf) return noneFits(value, schema.anyOf, definitions);
  if (schema.const !== undefined && value !== schema.const) return here(`must be ${JSON.stringify(schema.const)}`);
  if (schema.enum && !schema.enum.includes(value)) return here(`must be one of ${schema.enum.join(', ')}`);
  if (type !== undefined && !isOf(type, value)) return here(`must be of type ${type}`);
  if (items) {
    const list = value as readonly unknown[];
    for (let i = 0; i < list.length; i += 1) {
      const found = firstMisfit(list[i], items, definitions);
      if (found) return { ...found, path: `[${i}]${found.path}` };
    }
  }
  if (typeof others === 'object') {
    for (const [key, each] of Object.entries(value as Record<string, unknown>)) {
      const found = firstMisfit(each, others, definitions);
      if (found) return { ...found, path: `.${key}${found.path}` };
    }
  }
  for (const key in properties) {
    const field = (value as Record<string, unknown>)[key];
    if (field === undefined && !schema.required?.includes(key)) continue;
    const inner = properties[key] as Schema;
    const found = field === undefined && Object.keys(inner).length > 0 ? here('is missing') : firstMisfit(field, inner, definitions);
    if (found) return { ...found, path: `.${key}${found.path}` };
  }
  return undefined;
}

/** Of several forms, the one with the same `kind` gives the best message. */
function noneFits(value: unknown, forms: readonly Schema[], definitions: Definitions): Misfit | undefined {
  const kind = (value as { readonly kind?: unknown } | null | undefined)?.kind;
  const own = kind === undefined ? undefined : forms.find((form) => form.properties?.kind?.const === kind);
  if (own) return firstMisfit(value, own, definitions);
  let last: Misfit | undefined;
  for (const form of forms) {
    last = firstMisfit(value, form, definitions);
    if (!last) return undefined;
  }
  return last;
}

const here = (what: string): Misfit => ({ path: '', what });

function isOf(type: string | readonly string[], value: unknown): boolean {
  switch (type) {
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'array':
      return Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    case 'null':
      return value === null;
    case 'string':
    case 'number':
    case 'boolean':
      // JSON Schema and JavaScript use the same names for these three.
      return typeof value === type;
    default:
      return Array.isArray(type) && type.some((one) => isOf(one, value));
  }
}

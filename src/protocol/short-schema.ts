// A schema in fewer characters: the shapes of all replies are a sixth of what a command has to load.
//
//   "string"  a type · "@Ask"  a named shape · "*"  anything · ["string"]  a list · {"of": {"id": "string", "note?": "string"}}  an object
//   {"in": ["a", "b"]}  one of these · {"is": "a"}  this · {"any": [...]}  one of these shapes · {"schema": {...}}  whatever has no short form
import type { Schema } from './misfit.ts';

export type Short =
  | string
  | readonly [Short]
  | { readonly of: Readonly<Record<string, Short>> }
  | { readonly in: readonly unknown[] }
  | { readonly is: unknown }
  | { readonly any: readonly Short[] }
  | { readonly schema: Schema };

const NAMED = '#/$defs/';

export function shortened(schema: Schema): Short {
  const { $ref, type, items, properties, required = [], enum: values, anyOf } = schema;
  switch (Object.keys(schema).sort().join()) {
    case '':
      return '*';
    case '$ref':
      return `@${($ref as string).slice(NAMED.length)}`;
    case 'type':
      return typeof type === 'string' ? type : { schema };
    case 'items,type':
      return [shortened(items as Schema)];
    case 'properties,type':
    case 'properties,required,type': {
      const fields = Object.entries(properties as Record<string, Schema>);
      return { of: Object.fromEntries(fields.map(([key, each]) => [required.includes(key) ? key : `${key}?`, shortened(each)])) };
    }
    case 'enum,type':
      return { in: values as readonly unknown[] };
    case 'const,type':
      return { is: schema.const };
    case 'anyOf':
      return { any: (anyOf as readonly Schema[]).map(shortened) };
    default:
      return { schema };
  }
}

export function expanded(short: Short): Schema {
  if (typeof short === 'string')
    return short === '*' ? {} : short.startsWith('@') ? { $ref: `${NAMED}${short.slice(1)}` } : { type: short };
  if ('of' in short) {
    const fields = Object.entries(short.of).map(([key, each]) => [key.replace(/\?$/, ''), expanded(each)] as const);
    return { type: 'object', properties: Object.fromEntries(fields), required: Object.keys(short.of).filter((key) => !key.endsWith('?')) };
  }
  if ('in' in short) return { enum: short.in };
  if ('is' in short) return { const: short.is };
  if ('any' in short) return { anyOf: short.any.map(expanded) };
  return 'schema' in short ? short.schema : { type: 'array', items: expanded(short[0]) };
}

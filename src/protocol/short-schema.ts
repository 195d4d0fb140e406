// A schema in fewer characters: the shapes of all replies are a part of every command that starts.
//
//   string  a type · string|null  one of these types · @Ask  a named shape · *  anything · [string]  a list · {id:string,note?:string}  an object
//   {*:integer}  an object with any keys, as a map · =a  this word · =a|b  one of these words · =true  this value · [any,@Ask,@Pause]  one of these shapes
import type { Schema } from '../question/schema/json-schema.ts';

const NAMED = '#/$defs/';

/** Throws if there is no short form, which is a reason to add one here. */
export function shortened(schema: Schema): string {
  const { $ref, type, items, properties, additionalProperties: others, required = [], enum: values, const: value, anyOf } = schema;
  switch (Object.keys(schema).sort().join()) {
    case '':
      return '*';
    case '$ref':
      return `@${word($ref?.slice(NAMED.length))}`;
    case 'type':
      return [type].flat().map(word).join('|');
    case 'items,type':
      return `[${shortened(items as Schema)}]`;
    case 'properties,type':
    case 'properties,required,type': {
      const fields = Object.entries(properties as Record<string, Schema>);
      return `{${fields.map(([key, each]) => `${word(key)}${required.includes(key) ? '' : '?'}:${shortened(each)}`).join()}}`;
    }
    case 'additionalProperties,type':
      return `{*:${shortened(others as Schema)}}`;
    case 'enum,type':
      if (!values || values.length < 2) break;
      return `=${values.map(word).join('|')}`;
    case 'const,type':
      return value === true ? '=true' : `=${word(value)}`;
    case 'anyOf':
      return `[any,${(anyOf as readonly Schema[]).map(shortened).join()}]`;
  }
  throw new Error(`no short form for ${JSON.stringify(schema)}`);
}

/** Only these characters: all others have a meaning in the short form. */
function word(value: unknown): string {
  if (typeof value !== 'string' || !/^[\w-]+$/.test(value) || value === 'true')
    throw new Error(`no short form for ${JSON.stringify(value)}`);
  return value;
}

/** The short form as JSON: its words are strings. */
type Short = string | readonly Short[] | { readonly [key: string]: Short };

export function expanded(short: string): Schema {
  return schemaOf(JSON.parse(short.replaceAll(/[^{}[\],:]+/g, '"$&"')) as Short);
}

function schemaOf(short: Short): Schema {
  if (typeof short === 'string') return wordSchema(short);
  if (isList(short)) {
    const [first = '*', ...forms] = short;
    return first === 'any' ? { anyOf: forms.map(schemaOf) } : { type: 'array', items: schemaOf(first) };
  }
  if ('*' in short) return { type: 'object', additionalProperties: schemaOf(short['*'] as Short) };
  // Not field by field: V8 makes that a dictionary, in which a check takes a third longer.
  const fields = Object.entries(short).map(([key, each]) => [key.replace('?', ''), schemaOf(each)] as const);
  return { type: 'object', properties: Object.fromEntries(fields), required: Object.keys(short).filter((key) => !key.endsWith('?')) };
}

function wordSchema(short: string): Schema {
  switch (short[0]) {
    case '*':
      return {};
    case '@':
      return { $ref: `${NAMED}${short.slice(1)}` };
    case '=':
      if (short === '=true') return { const: true };
      return short.includes('|') ? { enum: short.slice(1).split('|') } : { const: short.slice(1) };
    default:
      return { type: short.includes('|') ? short.split('|') : short };
  }
}

/** Array.isArray does not tell a list that cannot be changed from an object. */
const isList = (short: Short): short is readonly Short[] => Array.isArray(short);

// The contract as TypeScript without zod: types for every route, and the shapes of the replies as data. Written to contract.generated.ts.
import { bodySchema, querySchema, replySchemaOf, replySchemas } from './json-schema.ts';
import type { Schema } from './misfit.ts';
import { paramsOf } from './route.ts';
import { ROUTE_NAMES } from './routes.ts';
import { shortened } from './short-schema.ts';

/** Named schemas whose type is in question/; views.test.ts proves that the two are the same. */
const OWN: Readonly<Record<string, string>> = {
  State: 'lifecycle',
  Happening: 'lifecycle',
  AskView: 'lifecycle',
  Precedent: 'precedent',
  Statistics: 'statistics',
  AnswererFigures: 'statistics',
  Day: 'statistics',
  ToolResult: 'summary',
  ...Object.fromEntries(
    ['AgentSession', 'Answer', 'Answerer', 'Ask', 'Decision', 'Detail', 'Pause', 'Prompt', 'Question', 'Receipt', 'RouteView'].map(
      (name) => [name, 'words'],
    ),
  ),
};

export function declarations(): string {
  const schemas = replySchemas();
  const shared = Object.entries(schemas.definitions);
  const types = shared.filter(([name]) => OWN[name] === undefined).map(([name, schema]) => `export type ${name} = ${typeOf(schema)};`);
  const routes = ROUTE_NAMES.map((name) => `  ${quoted(name)}: {\n${fields(name)}\n  };`);
  const body = [...types, `/** What a caller sends and gets, by route. */\nexport type Contract = {\n${routes.join('\n')}\n};`].join(
    '\n\n',
  );
  const replies = ROUTE_NAMES.map((name) => [name, bare(replySchemaOf(name, schemas))] as const);
  const definitions = shared.map(([name, schema]) => [name, bare(schema)] as const);
  return [
    '// Generated from the schemas of this folder by `npm run generate`. Do not edit.',
    ...imports(body),
    '',
    body,
    '',
    '/** The shape of every reply, in the short form (short-schema.ts): a program that starts for one call reads the two or three shapes it needs. */',
    `export const REPLIES: Readonly<Record<keyof Contract, string>> = ${dataOf(replies)};`,
    '',
    '/** The named shapes inside them. */',
    `export const DEFINITIONS: Readonly<Record<string, string>> = ${dataOf(definitions)};`,
    '',
  ].join('\n');

  function fields(name: (typeof ROUTE_NAMES)[number]): string {
    const params = paramsOf(name).map((param) => `readonly ${param}: string`);
    const [query, sent] = [querySchema(name), bodySchema(name)];
    return [
      ...(params.length > 0 ? [`    readonly params: { ${params.join('; ')} };`] : []),
      ...(query ? [`    readonly query: ${typeOf(query, true)};`] : []),
      ...(sent ? [`    readonly body: ${typeOf(sent, true)};`] : []),
      `    readonly reply: ${typeOf(replySchemaOf(name, schemas))};`,
    ].join('\n');
  }
}

/** One entry per line, for readable diffs. */
function dataOf(entries: readonly (readonly [string, Schema])[]): string {
  return `{\n${entries.map(([name, schema]) => `  ${quoted(name)}: '${shortened(schema)}',`).join('\n')}\n}`;
}

/** `open`: additional fields may be sent, if the schema accepts them. */
function typeOf(schema: Schema, open = false): string {
  if (schema.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
  if (schema.const !== undefined) return quoted(schema.const);
  if (schema.enum) return schema.enum.map(quoted).join(' | ');
  const forms = schema.anyOf ?? schema.oneOf;
  if (forms) return forms.map((form) => typeOf(form, open)).join(' | ');
  if (schema.allOf) return schema.allOf.map((part) => `(${typeOf(part, open)})`).join(' & ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type }, open)).join(' | ');
  switch (schema.type as string | undefined) {
    case 'array':
      return arrayType(typeOf(schema.items ?? {}, open));
    case 'object':
      return objectType(schema, open);
    case 'integer':
      return 'number';
    default:
      return (schema.type as string | undefined) ?? 'unknown';
  }
}

const arrayType = (item: string): string => (/^\w+$/.test(item) ? `readonly ${item}[]` : `readonly (${item})[]`);

function objectType({ properties = {}, required = [], additionalProperties }: Schema, open: boolean): string {
  const named = Object.entries(properties).map(([key, schema]) =>
    required.includes(key) ? `readonly ${key}: ${typeOf(schema, open)}` : `readonly ${key}?: ${typeOf(schema, open)} | undefined`,
  );
  const more = open && typeof additionalProperties === 'object' ? [`readonly [more: string]: ${typeOf(additionalProperties, open)}`] : [];
  const all = [...named, ...more];
  return all.length === 0 ? '{ readonly [more: string]: unknown }' : `{ ${all.join('; ')} }`;
}

function imports(text: string): string[] {
  const files = [...new Set(Object.values(OWN))].sort();
  return files.flatMap((file) => {
    const names = Object.keys(OWN).filter((name) => OWN[name] === file && new RegExp(`\\b${name}\\b(?!\\??:)`).test(text));
    return names.length === 0 ? [] : [`import type { ${names.sort().join(', ')} } from '../question/${file}.ts';`];
  });
}

/** Only what `misfit` uses. */
export function bare(schema: Schema): Schema {
  const keep = ['$ref', 'type', 'const', 'enum', 'required'] as const;
  const { properties, items, anyOf, oneOf } = schema;
  const forms = anyOf ?? oneOf;
  return {
    ...Object.fromEntries(keep.filter((key) => schema[key] !== undefined).map((key) => [key, schema[key]])),
    ...(properties ? { properties: Object.fromEntries(Object.entries(properties).map(([key, inner]) => [key, bare(inner)])) } : {}),
    ...(items ? { items: bare(items) } : {}),
    ...(forms ? { anyOf: forms.map(bare) } : {}),
  };
}

const quoted = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value));

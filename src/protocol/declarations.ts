// The contract as TypeScript without zod: types for every route, and the shapes of the replies as data. Written to contract.generated.ts.
import type { Schema } from '../question/schema/json-schema.ts';
import { typeDeclaration, typeOf } from '../question/schema/typescript.ts';
import { words } from '../question/schema/words.ts';
import { bodySchema, querySchema, replySchemaOf, replySchemas } from './json-schema.ts';
import { paramsOf } from './route.ts';
import { ROUTE_NAMES } from './routes.ts';
import { shortened } from './short-schema.ts';

export function declarations(): string {
  const schemas = replySchemas();
  const shared = Object.entries(schemas.definitions);
  const own = new Set(words().map(([name]) => name));
  const types = shared.filter(([name]) => !own.has(name)).map(([name, schema]) => typeDeclaration(name, schema));
  const routes = ROUTE_NAMES.map((name) => `  ${quoted(name)}: {\n${fields(name)}\n  };`);
  const body = [...types, `/** What a caller sends and gets, by route. */\nexport type Contract = {\n${routes.join('\n')}\n};`].join(
    '\n\n',
  );
  const replies = ROUTE_NAMES.map((name) => [name, bare(replySchemaOf(name, schemas))] as const);
  const definitions = shared.map(([name, schema]) => [name, bare(schema)] as const);
  return [
    '// Generated from the schemas of this folder by `npm run generate`. Do not edit.',
    importOf(own, body),
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
      ...(query ? [`    readonly query: ${typeOf(query, '    ')};`] : []),
      ...(sent ? [`    readonly body: ${typeOf(sent, '    ')};`] : []),
      `    readonly reply: ${typeOf(replySchemaOf(name, schemas), '    ')};`,
    ].join('\n');
  }
}

/** One entry per line, for readable diffs. */
function dataOf(entries: readonly (readonly [string, Schema])[]): string {
  return `{\n${entries.map(([name, schema]) => `  ${quoted(name)}: '${shortened(schema)}',`).join('\n')}\n}`;
}

/** The words of question/ that the types name. */
function importOf(words: ReadonlySet<string>, text: string): string {
  const code = text.replaceAll(/\/\*\*[\s\S]*?\*\//g, '');
  const used = [...words].filter((name) => new RegExp(`\\b${name}\\b(?!\\??:)`).test(code));
  return `import type { ${used.sort().join(', ')} } from '../question/words.generated.ts';`;
}

/** Only what `misfit` uses. */
export function bare(schema: Schema): Schema {
  const keep = ['$ref', 'type', 'const', 'enum', 'required'] as const;
  const { properties, additionalProperties: others, items, anyOf, oneOf } = schema;
  const forms = anyOf ?? oneOf;
  return {
    ...Object.fromEntries(keep.filter((key) => schema[key] !== undefined).map((key) => [key, schema[key]])),
    ...(properties ? { properties: Object.fromEntries(Object.entries(properties).map(([key, inner]) => [key, bare(inner)])) } : {}),
    ...(typeof others === 'object' ? { additionalProperties: bare(others) } : {}),
    ...(items ? { items: bare(items) } : {}),
    ...(forms ? { anyOf: forms.map(bare) } : {}),
  };
}

const quoted = (value: string): string => `'${value}'`;

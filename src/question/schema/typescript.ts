// JSON Schema as TypeScript, without zod: what programs that use our types get to see.
import { nameIn, type Schema } from './json-schema.ts';

const WIDTH = 150;

export function typeDeclaration(name: string, schema: Schema): string {
  return `${comment(schema.description, '')}export type ${name} = ${typeOf(schema)};`.replace(' = \n', ' =\n');
}

/** Additional fields are part of a type only if the schema keeps them. */
export function typeOf(schema: Schema, indent = ''): string {
  if (schema.$ref !== undefined) return nameIn(schema.$ref);
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum) return schema.enum.map(literal).join(' | ');
  const forms = schema.anyOf ?? schema.oneOf;
  if (forms) return unionType(forms, indent);
  if (Array.isArray(schema.type))
    return unionType(
      schema.type.map((type) => ({ ...schema, type })),
      indent,
    );
  switch (schema.type) {
    case 'array':
      return arrayType(typeOf(schema.items ?? {}, indent));
    case 'object':
      return objectType(schema, indent);
    case 'integer':
      return 'number';
    case undefined:
      return anyType(schema);
    default:
      return String(schema.type);
  }
}

/** Throws for what has no type here yet, such as an intersection. */
function anyType({ description: _, default: __, ...rest }: Schema): string {
  if (Object.keys(rest).length > 0) throw new Error(`no TypeScript type for ${JSON.stringify(rest)}`);
  return 'unknown';
}

function unionType(forms: readonly Schema[], indent: string): string {
  const inLine = forms.map((form) => typeOf(form, indent)).join(' | ');
  if (fits(inLine, indent)) return inLine;
  return forms.map((form) => `\n${indent}  | ${typeOf(form, `${indent}    `)}`).join('');
}

const arrayType = (item: string): string => (/^\w+$/.test(item) ? `readonly ${item}[]` : `readonly (${item})[]`);

function objectType({ properties, required = [], additionalProperties, propertyNames }: Schema, indent: string): string {
  const others = typeof additionalProperties === 'object' ? typeOf(additionalProperties, indent) : undefined;
  if (!properties && propertyNames && typeOf(propertyNames) !== 'string')
    return `Readonly<Partial<Record<${typeOf(propertyNames)}, ${others ?? 'unknown'}>>>`;
  if (!properties || Object.keys(properties).length === 0) return `{ readonly [more: string]: ${others ?? 'unknown'} }`;
  const fields = Object.entries(properties).map(([key, field]) => {
    const type = typeOf(field, `${indent}  `);
    const isRequired = required.includes(key);
    const code = `readonly ${key}${isRequired ? '' : '?'}: ${type}${isRequired || type === 'unknown' ? '' : ' | undefined'};`;
    return { description: field.description, code };
  });
  const all = others === undefined ? fields : [...fields, { description: undefined, code: `readonly [more: string]: ${others};` }];
  const inLine = `{ ${all
    .map(({ code }) => code)
    .join(' ')
    .slice(0, -1)} }`;
  if (all.every(({ description }) => description === undefined) && fits(inLine, indent)) return inLine;
  const lines = all.map(({ description, code }) => `${comment(description, `${indent}  `)}${indent}  ${code}`);
  return `{\n${lines.join('\n')}\n${indent}}`;
}

/** In one line if it fits, else filled up to the width. */
function comment(text: string | undefined, indent: string): string {
  if (text === undefined) return '';
  const inLine = `${indent}/** ${text} */`;
  if (fits(inLine, '')) return `${inLine}\n`;
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && fits(longer, `${indent} * `)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`), `${indent} */\n`].join('\n');
}

const fits = (text: string, indent: string): boolean => indent.length + text.length <= WIDTH && !text.includes('\n');

const literal = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value));

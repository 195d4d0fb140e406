// The generated tables of docs/PROTOCOL.md, between markers: <!-- generated: errors -->, routes, happenings, a route's `query` or `body`, or the
// `fields` of a word.

import { nameIn, type Schema } from '../ask/schema/json-schema.ts';
import { words } from '../ask/schema/words.ts';
import { ROUTE_NAMES, type RouteName, routeOf } from '../server/routes/routes.ts';
import { alternatives } from '../text/alternatives.ts';
import { ERRORS } from './errors.ts';
import { bodySchema, querySchema } from './json-schema.ts';

const MARKED = /(<!-- generated: (.+?) -->\n)[\s\S]*?(<!-- end -->)/g;

/** The document with all tables up to date. Throws for an unknown marker. */
export const withTables = (markdown: string): string => withMarked(markdown, table);

/** The document with what is between each pair of markers written again. */
export function withMarked(markdown: string, write: (what: string) => string): string {
  return markdown.replaceAll(MARKED, (_, begin: string, what: string, end: string) => `${begin}\n${write(what)}\n\n${end}`);
}

function table(what: string): string {
  if (what === 'errors') return errorTable();
  if (what === 'routes') return routeTable();
  if (what === 'happenings') return happeningTable();
  const [, name = '', part] = /^(.+) (query|body|fields)$/.exec(what) ?? [];
  if (part === 'fields') return wordTable(name);
  const schema = isRoute(name) ? (part === 'query' ? querySchema(name) : bodySchema(name)) : undefined;
  if (schema) return fieldTable(schema, part === 'query' ? 'parameter' : 'field');
  const known = 'errors, routes, happenings, a route with "query" or "body", or a word with "fields"';
  throw new Error(`docs/PROTOCOL.md: there is no table "${what}"; write ${known}`);
}

const isRoute = (name: string): name is RouteName => ROUTE_NAMES.some((known) => known === name);

function errorTable(): string {
  const rows = Object.entries(ERRORS).map(([code, { status, when }]) => [String(status), `\`${code}\``, when]);
  return rowsOf([['status', 'code', 'when'], ...rows]);
}

function routeTable(): string {
  const rows = ROUTE_NAMES.map((name) => [`[\`${name}\`](#${anchor(name)})`, routeOf(name).summary]);
  return rowsOf([['route', ''], ...rows]);
}

/** The fields of something that a caller gets. Here the optional ones are marked; of what it sends, the required ones are. */
function wordTable(name: string): string {
  const { properties = {}, required = [] } = wordSchema(name);
  const rows = Object.entries(properties).map(([key, field]) => {
    const shown = field.$ref === undefined ? field : { ...wordSchema(nameIn(field.$ref)), ...field };
    const { description, ...shape } = shown;
    const text = shape.enum && description !== undefined ? `${meaning(shape)}. ${description}` : meaning(shown);
    return [`\`${key}\``, required.includes(key) ? '' : 'optional', text];
  });
  return rowsOf([['field', '', ''], ...rows]);
}

/** Every kind of event, with its own fields. */
function happeningTable(): string {
  const rows = (name: string, about: string) =>
    (wordSchema(name).oneOf ?? [wordSchema(name)]).map(({ properties: { kind, ...others } = {}, required = [] }) => [
      about,
      `\`${kind?.const}\``,
      Object.keys(others)
        .map((key) => `\`${key}\`${required.includes(key) ? '' : '?'}`)
        .join(', '),
    ]);
  const all = [...rows('Happening', 'ask'), ...rows('SessionHappening', 'session'), ...rows('InboxHappening', 'inbox')];
  return rowsOf([['about', '`kind`', 'fields'], ...all]);
}

function wordSchema(name: string): Schema {
  const [, schema] = words().find(([known]) => known === name) ?? [];
  if (!schema) throw new Error(`docs/PROTOCOL.md: there is no word "${name}"`);
  return schema;
}

/** Like GitHub's heading anchors. */
const anchor = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');

function fieldTable(schema: Schema, title: string): string {
  const forms = schema.oneOf ?? schema.anyOf;
  return rowsOf([[title, '', ''], ...(forms ? unionRows(forms) : fieldRows(schema))]);
}

function fieldRows({ properties = {}, required = [] }: Schema, note = ''): string[][] {
  return Object.entries(properties).map(([name, field]) => [
    `\`${name}\``,
    required.includes(name) ? 'required' : '',
    [note, meaning(field)].filter(Boolean).join(': '),
  ]);
}

/** Fields that all forms share appear once; the others say for which `kind` they are. */
function unionRows(forms: readonly Schema[]): string[][] {
  const kinds = forms.map(({ properties }) => `\`"${properties?.kind?.const}"\``);
  const shared = Object.entries(forms[0]?.properties ?? {})
    .filter(([name, field]) => name !== 'kind' && forms.every((form) => JSON.stringify(form.properties?.[name]) === JSON.stringify(field)))
    .map(([name]) => name);
  const own = forms.flatMap((form, i) =>
    fieldRows(
      only(form, (name) => name !== 'kind' && !shared.includes(name)),
      `with ${kinds[i]}`,
    ),
  );
  return [['`kind`', 'required', alternatives(kinds)], ...own, ...fieldRows(only(forms[0] ?? {}, (name) => shared.includes(name)))];
}

function only(schema: Schema, wanted: (name: string) => boolean): Schema {
  return { ...schema, properties: Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([name]) => wanted(name))) };
}

function meaning(field: Schema): string {
  const { description, type, enum: values } = field;
  const said = description ?? (values ? alternatives(values.map((value) => `\`"${value}"\``)) : [type ?? 'anything'].flat().join(' or '));
  const usual = field.default === undefined ? '' : `Default: \`${JSON.stringify(field.default)}\`.`;
  return usual === '' ? said : `${said.replace(/\.$/, '')}. ${usual}`;
}

/** A table in Markdown; the first row is its head. Leaves out empty columns. */
export function rowsOf(rows: readonly (readonly string[])[]): string {
  const kept = (rows[0] ?? []).map((_, column) => rows.some((row) => row[column] !== ''));
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const [head = [], ...others] = rows.map((row) => row.filter((__, column) => kept[column]));
  return [line(head), line(head.map(() => '---')), ...others.map(line)].join('\n');
}

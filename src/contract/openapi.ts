// The contract as an OpenAPI 3.1 document.

import type { Schema } from '../ask/schema/json-schema.ts';
import { ROUTE_NAMES, type RouteName, routeOf, statusesOf } from '../server/routes/routes.ts';
import { ERRORS, type ErrorCode } from './errors.ts';
import { bodySchema, paramsSchema, querySchema, type ReplySchemas, replySchemas } from './json-schema.ts';
import { paramsOf, type Route } from './route.ts';

export type OpenApi = {
  readonly openapi: string;
  readonly info: Readonly<Record<string, string>>;
  readonly security: readonly object[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>>; readonly securitySchemes: object };
};

const DESCRIPTION = 'One inbox for every question your coding agents ask. docs/PROTOCOL.md has the rules and examples.';
/** Errors that any route may return. */
const ALWAYS: readonly ErrorCode[] = ['unauthorised', 'internal'];
const WITH_BODY: readonly ErrorCode[] = ['bad-json', 'too-large', 'invalid'];
const WITH_QUERY: readonly ErrorCode[] = ['bad-query'];
const SAID: Readonly<Record<number, string>> = { 200: 'done', 201: 'made', 202: 'not finished yet' };

export function openApi(version: string): OpenApi {
  const schemas = replySchemas();
  const paths: Record<string, Record<string, unknown>> = {};
  for (const name of ROUTE_NAMES) {
    const [method = '', path = ''] = name.split(' ');
    const template = path.replaceAll(/:(\w+)/g, '{$1}');
    paths[template] = { ...paths[template], [method.toLowerCase()]: operation(name, schemas) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Answerback', version, description: DESCRIPTION },
    security: [{ token: [] }],
    paths,
    components: {
      schemas: located(schemas.definitions) as Record<string, unknown>,
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'Needed over TCP only, not over the unix socket.' } },
    },
  };
}

function operation(name: RouteName, schemas: ReplySchemas): object {
  const route = routeOf(name);
  const body = bodySchema(name);
  const named = paramsSchema(name)?.properties ?? {};
  const parameters = [...paramsOf(name).map((param) => pathParameter(param, named[param])), ...queryParameters(querySchema(name))];
  return {
    operationId: operationId(name),
    summary: route.summary,
    ...(name === 'GET /v1/health' ? { security: [] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body
      ? { requestBody: { required: route.body?.safeParse({}).success !== true, content: { 'application/json': { schema: body } } } }
      : {}),
    responses: { ...goodResponses(name, route, schemas), ...errorResponses(route, schemas.error) },
  };
}

function goodResponses(name: RouteName, route: Route, { replies }: ReplySchemas): object {
  const each = statusesOf(route).map((status) => {
    const schema = located(replies[name]?.[status]);
    return [status, { description: SAID[status], content: { [route.media ?? 'application/json']: { schema } } }];
  });
  return Object.fromEntries(each);
}

function errorResponses(route: Route, error: Schema): object {
  const codes = [...(route.body ? WITH_BODY : []), ...(route.query ? WITH_QUERY : []), ...(route.errors ?? []), ...ALWAYS];
  const statuses = [...new Set(codes.map((code) => ERRORS[code].status))].sort();
  const each = statuses.map((status) => {
    const description = codes
      .filter((code) => ERRORS[code].status === status)
      .map((code) => `${code}: ${ERRORS[code].when}`)
      .join('\n');
    return [status, { description, content: { 'application/json': { schema: located(error) } } }];
  });
  return Object.fromEntries(each);
}

const pathParameter = (name: string, schema: Schema = { type: 'string' }) => ({ name, in: 'path', required: true, schema });

function queryParameters(query: Schema | undefined): object[] {
  return Object.entries(query?.properties ?? {}).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    ...(description === undefined ? {} : { description }),
    // Lists are comma-separated: `state=open,answered`.
    ...(schema.type === 'array' ? { style: 'form', explode: false } : {}),
    schema,
  }));
}

/** `POST /v1/asks/:id/decision` → `postAsksIdDecision` */
function operationId(name: string): string {
  const [first = '', ...words] = name.replace('/v1', '').split(/\W+/);
  return first.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** Points every reference to where OpenAPI keeps named schemas. */
function located(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
}

// The OpenAPI document is structurally valid: what OpenAPI 3.1 requires is there, and every reference resolves.
import { describe, expect, it } from 'vitest';
import { ROUTE_NAMES } from '../server/routes/routes.ts';
import { openApi } from './openapi.ts';

type Operation = {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean; readonly schema: object }[];
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, { readonly schema: object }>> };
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content: Readonly<Record<string, { readonly schema: object }>> }>
  >;
};

const document = openApi('1.2.3');
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation as Operation] as const),
);

it('has a title and a version', () => {
  expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Answerback', version: '1.2.3' } });
  expect(Object.keys(document).sort()).toEqual(['components', 'info', 'openapi', 'paths', 'security']);
});

it('has every route', () => {
  expect(operations.map(([name]) => name.replaceAll(/\{(\w+)\}/g, ':$1')).sort()).toEqual([...ROUTE_NAMES].sort());
});

it('gives each operation its own name', () => {
  expect(new Set(operations.map(([, { operationId }]) => operationId)).size).toBe(operations.length);
});

describe.each(operations)('%s', (name, { summary, parameters = [], requestBody, responses }) => {
  it('describes each parameter of its path, and no parameter twice', () => {
    const inPath = [...name.matchAll(/\{(\w+)\}/g)].map(([, param]) => param);
    expect(parameters.filter((each) => each.in === 'path').map((each) => each.name)).toEqual(inPath);
    expect(parameters.filter((each) => each.in === 'path').every((each) => each.required === true)).toBe(true);
    expect(new Set(parameters.map((each) => `${each.in} ${each.name}`)).size).toBe(parameters.length);
    expect(parameters.every(({ schema }) => typeof schema === 'object')).toBe(true);
  });

  it('has a summary, and replies with a description and a schema each', () => {
    expect(summary).not.toBe('');
    expect(Object.keys(responses).some((status) => status.startsWith('2'))).toBe(true);
    for (const [status, { description, content }] of Object.entries(responses)) {
      expect(status).toMatch(/^[245]\d\d$/);
      expect(description).not.toBe('');
      for (const { schema } of Object.values(content)) expect(typeof schema).toBe('object');
    }
    if (requestBody) expect(Object.keys(requestBody.content)).toEqual(['application/json']);
  });
});

it('every reference resolves, and no zod syntax is left', () => {
  const text = JSON.stringify(document);
  const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target as string);
  expect(references.length).toBeGreaterThan(20);
  for (const target of new Set(references)) {
    expect(target).toMatch(/^#\/components\/schemas\/\w+$/);
    expect(document.components.schemas).toHaveProperty(target.slice(target.lastIndexOf('/') + 1));
  }
  expect(text).not.toContain('$defs');
  expect(text).not.toContain('$schema');
});

it('a limit is a number with a default, a list is comma-separated', () => {
  const list = operations.find(([name]) => name === 'GET /v1/asks')?.[1];
  expect(list?.parameters).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'limit', schema: { type: 'integer', minimum: 1, maximum: 500, default: 50 } }),
      expect.objectContaining({ name: 'kind', style: 'form', explode: false, schema: expect.objectContaining({ type: 'array' }) }),
    ]),
  );
});

// JSON Schema becomes the TypeScript that a person would have written.
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Schema } from './json-schema.ts';
import { typeDeclaration, typeOf } from './typescript.ts';

function typeOfZod(zod: z.ZodType): string {
  const { $schema, ...schema } = z.toJSONSchema(zod, { unrepresentable: 'any' });
  return typeOf(schema as Schema);
}

it.each([
  [z.string(), 'string'],
  [z.int(), 'number'],
  [z.unknown(), 'unknown'],
  [z.literal(true), 'true'],
  [z.enum(['a', 'b-c']), "'a' | 'b-c'"],
  [z.string().nullable(), 'string | null'],
  [z.array(z.string()), 'readonly string[]'],
  [z.array(z.union([z.string(), z.null()])), 'readonly (string | null)[]'],
  [z.record(z.string(), z.int()), '{ readonly [more: string]: number }'],
  [z.partialRecord(z.enum(['a', 'b']), z.int()), "Readonly<Partial<Record<'a' | 'b', number>>>"],
  [z.object({ a: z.string(), b: z.int().optional() }), '{ readonly a: string; readonly b?: number | undefined }'],
  [z.object({ a: z.unknown(), b: z.unknown().optional() }), '{ readonly a: unknown; readonly b?: unknown }'],
  [z.looseObject({ a: z.string() }), '{ readonly a: string; readonly [more: string]: unknown }'],
])('%#: %s', (schema, type) => {
  expect(typeOfZod(schema)).toBe(type);
});

it('refuses what it does not know, instead of calling it unknown', () => {
  expect(() => typeOfZod(z.object({ a: z.intersection(z.array(z.string()), z.array(z.literal('b'))) }))).toThrow('allOf');
});

it('descriptions become comments, in one line or in several', () => {
  const field = z.string().describe('What it is.');
  expect(typeDeclaration('A', { ...(z.toJSONSchema(z.object({ field })) as Schema), description: 'word '.repeat(40).trim() })).toBe(`/**
 * ${'word '.repeat(29).trim()}
 * ${'word '.repeat(11).trim()}
 */
export type A = {
  /** What it is. */
  readonly field: string;
};`);
});

it('forms that do not fit into a line have a line each', () => {
  const form = (kind: string) => z.object({ kind: z.literal(kind), [`a${'x'.repeat(80)}`]: z.string() });
  const long = 'x'.repeat(80);
  expect(typeDeclaration('A', z.toJSONSchema(z.union([form('one'), form('two')])) as Schema)).toBe(
    `export type A =
  | { readonly kind: 'one'; readonly a${long}: string }
  | { readonly kind: 'two'; readonly a${long}: string };`,
  );
});

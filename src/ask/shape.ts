// Reads what came from outside with a schema. What is wrong with its shape is said in the same form, and the same words, as broken rules.
import type { z } from 'zod';
import { didYouMean, nearest } from '../text/nearest.ts';
import type { Resolved } from './answer.ts';
import { problem, shown } from './problem.ts';
import type { Problem } from './schema/problem.ts';

/** The rule of a problem that is about the name of a field, not about its value. */
export const UNKNOWN_FIELD = 'unknown-field';

/** `under`: the name of the value inside what the user wrote, if it is not the whole. */
export function readShape<T>(schema: z.ZodType<T>, input: unknown, under = ''): Resolved<T> {
  const read = checked(schema, input);
  if (read === undefined) return { kind: 'invalid', problems: [problem('shape', under, null, unreadable(under))] };
  if (read.success) return { kind: 'ok', value: read.data };
  const above = under === '' ? [] : [under];
  return { kind: 'invalid', problems: read.error.issues.slice(0, MOST_NAMED).flatMap((issue) => problemsOf(issue, input, above)) };
}

/** Undefined if zod throws: fitting.ts says when. */
function checked<T>(schema: z.ZodType<T>, input: unknown): z.ZodSafeParseResult<T> | undefined {
  try {
    return schema.safeParse(input, { error: inOurWords });
  } catch {
    return undefined;
  }
}

const unreadable = (under: string): string =>
  `${under === '' ? 'the input' : under} has an object with a field "length" of its own where a text or a list belongs`;

function problemsOf(issue: z.core.$ZodIssue, input: unknown, above: readonly string[]): Problem[] {
  if (issue.code === 'unrecognized_keys')
    return issue.message.split('\n').map((message, i) => {
      const where = pathName([...above, ...issue.path, issue.keys[i] ?? '']);
      return problem(UNKNOWN_FIELD, where, issue.keys[i], `${where}: ${message}`);
    });
  const inner = issue.code === 'invalid_union' ? insideUnion(issue.errors) : [];
  if (inner.length > 0) return inner.flatMap((each) => problemsOf({ ...each, path: [...issue.path, ...each.path] }, input, above));
  const where = pathName([...above, ...issue.path]);
  const value = issue.path.reduce<unknown>(inside, input);
  const got = value === undefined ? '' : `, got ${shown(value)}`;
  const [said = '', hint = ''] = issue.message.split(/(?=; did you mean)/);
  return [problem('shape', where, value ?? null, `${where === '' ? 'the input ' : `${where}: `}${said}${got}${hint}`)];
}

/** If one of the forms fits except for something inside it, that is what is wrong. */
function insideUnion(forms: readonly (readonly z.core.$ZodIssue[])[]): readonly z.core.$ZodIssue[] {
  return forms.find((issues) => issues.every(({ code, path }) => path.length > 0 || code === 'unrecognized_keys')) ?? [];
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object with fields',
  record: 'an object with fields',
  null: 'null',
};
const SIZES: Readonly<Record<string, string>> = { string: ' characters', array: ' entries' };
/** Of what is wrong, and of fields that are known. Nobody reads more, and in the text of a stranger there may be thousands. */
const MOST_NAMED = 20;

/** Only what a schema does not say itself. For unknown fields, one line each. */
function inOurWords(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `should be ${typeName(issue.expected)}`;
    case 'invalid_value':
      return shouldBeOneOf(issue.values, issue.input);
    case 'too_small':
      if (issue.minimum === 1 && SIZES[issue.origin]) return 'must not be empty';
      return `should ${SIZES[issue.origin] ? 'have' : 'be'} at least ${issue.minimum}${SIZES[issue.origin] ?? ''}`;
    case 'too_big':
      return `should ${SIZES[issue.origin] ? 'have' : 'be'} at most ${issue.maximum}${SIZES[issue.origin] ?? ''}`;
    case 'invalid_format':
      return issue.format === 'url' ? 'should be a URL' : 'does not have the right form';
    case 'unrecognized_keys':
      return unknownFields(issue);
    case 'invalid_key':
      return issue.issues[0]?.message;
    case 'invalid_union':
      return issue.discriminator === undefined
        ? oneForm(issue.errors)
        : shouldBeOneOf(issue.options as readonly unknown[], issue.input, String(issue.discriminator));
    default:
      return undefined;
  }
}

const typeName = (expected: string): string => TYPES[expected] ?? expected;

/** With a discriminator, the value is one field of the input. */
function shouldBeOneOf(values: readonly unknown[], input: unknown, field?: string): string {
  const given = field === undefined ? input : (input as Record<string, unknown> | undefined)?.[field];
  const [only, ...others] = values;
  const expected = others.length === 0 ? shown(only) : `one of ${values.map(String).join(', ')}`;
  if (given === undefined) return `is missing; it should be ${expected}`;
  return `should be ${expected}${typeof given === 'string' ? didYouMean(given, values.map(String)) : ''}`;
}

/** One line each. `gone`: what replaces the fields that this schema once had. */
export function unknownFields(
  { keys, inst }: z.core.$ZodRawIssue<z.core.$ZodIssueUnrecognizedKeys>,
  gone: Readonly<Record<string, string>> = {},
): string {
  return keys
    .slice(0, MOST_NAMED)
    .map((key) => (Object.hasOwn(gone, key) ? gone[key] : unknownField(key, fieldsOf(inst))))
    .join('\n');
}

function unknownField(name: string, known: readonly string[]): string {
  if (nearest(name, known) !== undefined) return `unknown field${didYouMean(name, known)}`;
  return known.length === 0 || known.length > MOST_NAMED ? 'unknown field' : `unknown field; known here: ${known.join(', ')}`;
}

function fieldsOf(schema: unknown): readonly string[] {
  return Object.keys((schema as { _zod?: { def?: { shape?: object } } } | undefined)?._zod?.def?.shape ?? {});
}

function oneForm(forms: readonly (readonly z.core.$ZodIssue[])[]): string {
  const types = forms.flatMap(([first]) => (first?.code === 'invalid_type' && first.path.length === 0 ? [typeName(first.expected)] : []));
  return types.length === 0 ? 'does not have the right form' : `should be ${[...new Set(types)].join(' or ')}`;
}

/** A string that was read as a list of one is shown whole, not by its first letter. */
function inside(value: unknown, key: PropertyKey): unknown {
  return typeof value === 'string' ? value : (value as Record<PropertyKey, unknown> | undefined)?.[key];
}

/** `questions[0].options[1].label`; empty for the whole. */
function pathName(path: readonly PropertyKey[]): string {
  return path.map((key, i) => (typeof key === 'number' ? `[${key}]` : `${i === 0 ? '' : '.'}${String(key)}`)).join('');
}

// The JSON Schemas for editors: they are up to date, accept what the docs show, and find misspelt names. So does the example of `config init`.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readConfig } from './config.ts';
import { configSchemas } from './config-schema.ts';
import { loadLists } from './lists.ts';

const schemas = await configSchemas();
const lists = await loadLists();
const accepts = (name: keyof typeof schemas, yaml: string): boolean =>
  z.fromJSONSchema(schemas[name] as z.core.JSONSchema.JSONSchema).safeParse(parse(yaml)).success;
const blocks = (page: string): readonly string[] =>
  [...readFileSync(page, 'utf8').matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);
const EXAMPLES = ['README.md', 'docs/ANSWERING.md', 'docs/RECIPES.md', 'docs/NOTIFICATIONS.md'].flatMap(blocks);
/** Without the # in front of its settings. */
const example = readFileSync('docs/config.example.yaml', 'utf8').replaceAll(/^#(?!#) ?/gm, '');

it.each(['config', 'project'] as const)('docs/%s.schema.json is up to date (npm run generate)', (name) => {
  expect(JSON.parse(readFileSync(`docs/${name}.schema.json`, 'utf8'))).toEqual(schemas[name]);
});

it.each(EXAMPLES.map((text) => [text]))('accepts what the docs show: %s', (text) => {
  expect(accepts(text.startsWith('# .answerback.yaml') ? 'project' : 'config', text)).toBe(true);
});

it.each(blocks('docs/NOTIFICATIONS.md').map((text) => [text]))('reads what the page about notifications shows: %s', (text) => {
  const file = join(tmpdir(), `notifications-${process.pid}.yaml`);
  onTestFinished(() => rmSync(file));
  writeFileSync(file, text);
  expect(readConfig(file, lists).problems).toEqual([]);
});

it('explains every setting of a notifier and every condition of `when` to editors', () => {
  const { notify } = (schemas.config as { properties: Record<string, Described> }).properties;
  const kinds = notify?.additionalProperties?.anyOf ?? notify?.additionalProperties?.oneOf ?? [];
  const silent = kinds.flatMap(({ properties = {} }) => [...unexplained(properties), ...unexplained(properties.when?.properties ?? {})]);
  expect(kinds.length).toBeGreaterThanOrEqual(4);
  expect(silent).toEqual([]);
});

type Described = {
  readonly description?: string;
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Described>>;
  readonly additionalProperties?: Described;
  readonly anyOf?: readonly Described[];
  readonly oneOf?: readonly Described[];
};
const unexplained = (properties: Readonly<Record<string, Described>>): string[] =>
  Object.entries(properties).flatMap(([name, { description, const: only }]) =>
    description === undefined && only === undefined ? [name] : [],
  );

describe('the example that `config init` writes', () => {
  it('is valid with every comment removed, and has routes', () => {
    const file = join(tmpdir(), `example-${process.pid}.yaml`);
    writeFileSync(file, example);
    const { problems, config } = readConfig(file, lists);
    expect(problems).toEqual([]);
    expect(config.routing.routes.map(({ name }) => name)).toEqual(['safe tools', 'at night']);
    expect(accepts('config', example)).toBe(true);
  });

  it('changes nothing as it is', () => {
    expect(parse(readFileSync('docs/config.example.yaml', 'utf8'))).toBeNull();
  });
});

it.each([
  ['a misspelt setting', 'rotues: []'],
  ['a misspelt criterion', 'routes: [{ when: { hour: 22:00-07:00 }, decide: [people] }]'],
  ['an unknown kind of ask', 'routes: [{ when: { kind: plam }, decide: [people] }]'],
  ['a step that is none', 'routes: [{ decide: [nobody] }]'],
  ['an answerer without a program', 'answerers: { a: { kind: command } }'],
])('refuses %s', (_, yaml) => expect(accepts('config', yaml)).toBe(false));

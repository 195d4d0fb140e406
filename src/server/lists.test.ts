// What a broker does with a kind of answerer and a kind of rule that only a test knows. Nothing else in the product names either.
import { readFileSync, writeFileSync } from 'node:fs';
import pino from 'pino';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { stringify } from 'yaml';
import { z } from 'zod';
import { eventually } from '../../test/support/eventually.ts';
import { aRequest, type Home, home } from '../../test/support/home.ts';
import { withListTables } from '../../test/support/list-tables.ts';
import { defineAnswerer } from '../auto-answer/answerers/answerer.ts';
import { defineRuleKind } from '../auto-answer/rules/rule-kind.ts';
import { VERSION } from '../client/version.ts';
import { openBroker } from './broker.ts';
import { configSchemas } from './config-schema.ts';
import { LISTS } from './lists.ts';

const parrot = defineAnswerer({
  kind: 'parrot',
  brief: 'a parrot',
  settings: { says: z.int().min(1).describe('the number of the option that it always chooses') },
  gone: { repeats: 'a parrot always repeats itself; leave repeats out' },
  cannotReview: 'a parrot reviews nothing',
  describe: ({ says }) => `always says ${says}`,
  problem: async ({ says }) => (says > 8 ? 'it cannot count that far' : undefined),
  open: ({ says }, { name }) => ({
    name,
    decide: async () => ({
      kind: 'replied',
      reply: { kind: 'answers', answers: [{ choose: [says] }], risk: 'reversible', reason: 'as always' },
      effort: { via: 'parrot' },
    }),
    tell: async () => ({ kind: 'told' }),
    close: async () => {},
  }),
});

const last = defineRuleKind<{ readonly least: number }>({
  name: 'last',
  brief: 'chooses the last option',
  example: 'last: { if-at-least: 3 }',
  schema: () => z.strictObject({ 'if-at-least': z.int().min(1) }).transform((written) => ({ least: written['if-at-least'] })),
  describe: ({ least }) => `last of ${least}`,
  decide: ({ options: { length } }, { least }) =>
    length < least
      ? { kind: 'pass', why: 'there are not enough options' }
      : { kind: 'answer', answer: { kind: 'chosen', chosen: [length] }, why: 'it is the last option' },
});

const lists = { ...LISTS, agents: [], answerers: [...LISTS.answerers, parrot], rules: [...LISTS.rules, last] };
const answerers = { polly: { kind: 'parrot', says: 1 }, old: { kind: 'parrot', says: 9 } };
const routes = [{ name: 'birds', decide: [{ rule: { last: { 'if-at-least': 3 } } }, { agent: 'polly' }] }];

let at: Home;
beforeEach(async () => {
  at = home();
  configure({ answerers, routes });
  const started = await openBroker({ place: at.place, version: VERSION, log: pino({ level: 'silent' }), port: 0, lists });
  if (started.kind !== 'started') throw new Error('the folder is taken');
  onTestFinished(async () => {
    await started.broker.stop();
    await at.close();
  });
});

const configure = (settings: object) => writeFileSync(at.place.config, stringify(settings));
const check = () => at.client().call('GET /v1/route/check', {});
const problemWith = async (settings: object) => {
  configure(settings);
  return (await check()).problems.map(({ message }) => message).join('\n');
};

it('both are accepted in the configuration, and what is wrong with them is said in words', async () => {
  expect(await check()).toMatchObject({
    problems: [],
    answerers: ['polly', 'old'],
    routes: [{ name: 'birds', steps: ['rule last of 3', 'agent polly', 'people'] }],
  });
  expect(await problemWith({ answerers: { polly: { kind: 'parrot', says: 0 } } })).toContain('answerers.polly.says: should be at least 1');
  expect(await problemWith({ answerers: { polly: { ...answerers.polly, repeats: 2 } } })).toContain('a parrot always repeats itself');
  expect(await problemWith({ answerers: { polly: { kind: 'parot' } } })).toContain(
    'should be one of command, model, openclaw, chat, parrot, got "parot"; did you mean "parrot"?',
  );
  expect(await problemWith({ routes: [{ decide: [{ rule: { last: { if: 3 } } }] }] })).toContain('if-at-least');
  expect(await problemWith({ routes: [{ decide: [{ rule: {} }] }] })).toContain('words, precedent and last');
  expect(await problemWith({ answerers, routes: [{ decide: [{ rule: 'affirm', review: 'polly' }] }] })).toContain(
    'a parrot reviews nothing',
  );
});

it('the answerer is in the list of answerers, and is checked', async () => {
  expect(await at.client().call('GET /v1/answerers', {})).toEqual({
    answerers: [
      { name: 'polly', kind: 'parrot', ok: true, message: 'always says 1' },
      { name: 'old', kind: 'parrot', ok: false, message: 'it cannot count that far' },
    ],
  });
});

it('both are in the JSON Schemas', async () => {
  const { config, project } = await configSchemas(lists);
  expect(JSON.stringify(config)).toContain('the number of the option that it always chooses');
  for (const schema of [config, project]) expect(JSON.stringify(schema)).toContain('if-at-least');
});

it('both are in the tables of the docs', () => {
  const page = (name: string) => withListTables(readFileSync(`docs/${name}.md`, 'utf8'), lists);
  expect(page('RECIPES')).toContain('\n| `parrot` | a parrot |\n');
  expect(page('ANSWERING')).toContain('\n| `last: { if-at-least: 3 }` | chooses the last option |\n');
});

it('both decide questions', async () => {
  const decided = async (...labels: readonly string[]) => {
    const options = labels.map((label) => ({ label, description: `option ${label}` }));
    const { id } = await at.client().ask(aRequest({ questions: [{ text: 'Which one?', header: 'One', options }] }));
    return eventually(async () => (await at.client().show(id)).decision);
  };
  expect(await decided('a', 'b')).toMatchObject({ by: { kind: 'agent', name: 'polly' }, answers: [{ chosen: [1] }] });
  expect(await decided('a', 'b', 'c')).toMatchObject({ by: { kind: 'rule' }, answers: [{ chosen: [3] }] });
});

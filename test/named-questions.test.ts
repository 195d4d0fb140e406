// Rules that match words, on every sort of route: they decide what the user's own route names by its text, or where irreversible answers are allowed.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ask, at, configure, freshForEach, project, question, story, until } from './support/auto-answer-home.ts';
import { by } from './support/home.ts';
import { answers } from './support/samples.ts';

freshForEach();

const asked = () => question('Delete the old tables?', 'Yes, delete them', 'You decide', 'No');
const RULES = [
  ['affirm', 'affirm', 1],
  ['choose Yes', { choose: 'Yes' }, 1],
  ['delegate', 'delegate', 2],
] as const;
const ROUTES = [
  ['names the question', { when: { text: 'old tables' } }, true],
  ['allows irreversible answers', { irreversible: 'allow' }, true],
  ['has only a header', { when: { header: 'Test' } }, false],
  ['has a text that fits anything', { when: { text: ['/./'] } }, false],
] as const;

describe.each(RULES)('%s', (name, rule, chosen) => {
  it.each(ROUTES)('on a route that %s', async (_, route, decides) => {
    configure({ routes: [{ name: 'night', ...route, decide: [{ rule }, 'people'] }] });
    const { id } = await ask(asked());
    if (!decides) {
      await until(id, 'people', 'asked');
      return expect(await story(id)).toEqual([`${name} passed`, 'people asked']);
    }
    expect(await at.client().result(id)).toMatchObject({ by: { kind: 'rule', name } });
    expect((await at.client().show(id)).decision).toMatchObject({ answers: [{ kind: 'chosen', chosen: [chosen] }] });
  });
});

it('a route without any of these: precedent and words decide', async () => {
  configure({ routes: [] });
  const before = await ask(asked());
  await at.client().decide(before.id, answers(3), by('ada'));
  configure({ routes: [{ name: 'again', decide: [{ rule: { precedent: { times: 1 } } }, { rule: { words: 'Keep them.' } }] }] });
  const again = await ask(asked());
  expect(await at.client().result(again.id)).toMatchObject({ by: { kind: 'rule', name: 'precedent of 1' } });
  const other = await ask(question('Which tables?', 'Old', 'New'));
  expect(await at.client().result(other.id)).toMatchObject({ by: { kind: 'rule', name: 'words "Keep them."' } });
});

it('a project cannot name the question in place of the user', async () => {
  configure({ routes: [{ name: 'night', decide: [{ rule: 'affirm' }, 'people'] }] });
  writeFileSync(join(project, '.answerback.yaml'), 'routes: [{ when: { text: old tables }, decide: [{ rule: affirm }] }]\n');
  const { id } = await ask(asked());
  await until(id, 'people', 'asked');
  expect(await story(id)).toEqual(['affirm passed', 'people asked']);
  expect((await at.run(['log', '--why', id])).out.replaceAll(/\s+/g, ' ')).toContain('does not name the question by its text');
});

describe('config check', () => {
  const check = async () => {
    const { code, out } = await at.run(['config', 'check']);
    return { code, out: out.replaceAll(/\s+/g, ' ') };
  };

  it('names each route on which a rule would only pass, with what to write; doctor does, too', async () => {
    configure({
      routes: [
        { name: 'named', when: { text: 'run the tests' }, decide: [{ rule: 'affirm' }] },
        { name: 'night', decide: [{ rule: 'affirm' }, { rule: 'delegate' }] },
      ],
    });
    const said =
      'route "night": affirm and delegate would only pass, because the route does not name the question by its text; write into its when which questions it is for, as in text: "run the tests", or beside decide irreversible: allow';
    const { code, out } = await check();
    expect([code ?? 0, out]).toEqual([0, expect.stringContaining(`! ${said}`)]);
    expect(out).not.toContain('route "named"');
    expect((await at.run(['doctor'])).out.replaceAll(/\s+/g, ' ')).toContain('route "night": affirm and delegate would only pass');
  });

  it.each([
    ['a route', (when: object) => ({ routes: [{ when, decide: ['people'] }] }), 'routes[0].when'],
    ['an exception of a route', (unless: object) => ({ routes: [{ unless, decide: ['people'] }] }), 'routes[0].unless'],
    ['a notifier', (when: object) => ({ notify: { desk: { kind: 'desktop', when } } }), 'notify.desk.when'],
  ])('says what replaces criteria that went, in %s', async (_, config, where) => {
    configure(config({ warning: false, category: 'style' }));
    const { code, out } = await check();
    expect(code).toBe(1);
    expect(out).toContain(
      `${where}.warning: no longer a criterion, because a list of words does not know what is risky; name the questions by their text`,
    );
    expect(out).toContain(
      `${where}.category: no longer a criterion, because nothing guesses any more what a question is about; name the questions`,
    );
    expect((await at.run(['doctor'])).out).toContain('no longer a criterion');
  });

  it('says it of a project’s file, too', async () => {
    configure({ routes: [{ name: 'night', decide: ['people'] }] });
    writeFileSync(join(project, '.answerback.yaml'), 'routes: [{ when: { category: style }, decide: [people] }]\n');
    const { id } = await ask(asked());
    expect((await at.run(['route', 'explain', id])).out.replaceAll(/\s+/g, ' ')).toContain('category: no longer a criterion');
  });
});

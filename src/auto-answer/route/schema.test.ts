import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseProjectFile, parseRouting } from '../../../test/support/routing.ts';
import { durationOf, durationText } from '../../ask/match/duration.ts';

const ok = (yaml: string) => {
  const result = parseRouting(parse(yaml));
  if (result.kind === 'invalid') throw new Error(result.problems.map((p) => p.message).join('\n'));
  return result.value;
};
const wrong = (yaml: string) => {
  const result = parseRouting(parse(yaml));
  return result.kind === 'invalid' ? result.problems.map((p) => p.message).join('\n') : 'nothing';
};

describe('the user’s file', () => {
  it('may be empty: everything goes to people, nothing is answered automatically', () => {
    expect(ok('')).toMatchObject({ answerers: {}, routes: [] });
  });

  it('accepts one value or a list, ranges, hours and patterns', () => {
    const { routes } = ok(`
      routes:
        - when: { project: ~/code/*, kind: [question, plan], text: ["/Deploy/i", tests], options: [2, "3..4", "6.."], hours: 22:00-07:00 }
          decide: [people]
    `);
    expect(routes[0]?.when).toMatchObject({
      project: ['~/code/*'],
      kind: ['question', 'plan'],
      text: [
        { kind: 'regex', source: '/Deploy/i' },
        { kind: 'words', source: 'tests' },
      ],
      options: [
        { least: 2, most: 2 },
        { least: 3, most: 4 },
        { least: 6, most: Infinity },
      ],
      hours: [{ from: 1320, to: 420 }],
    });
  });

  it('always ends with people, and silence leaves the ask open', () => {
    expect(ok('routes: [{ decide: [{ rule: affirm }] }]').routes[0]).toMatchObject({
      name: 'route 1',
      decide: [{ kind: 'rule' }, { kind: 'people', silence: 'open' }],
      irreversible: false,
    });
    expect(ok('routes: [{ decide: [{ people: { within: 8h, silence: expire } }] }]').routes[0]?.decide).toEqual([
      { kind: 'people', withinMs: 8 * 3_600_000, silence: 'expire' },
    ]);
  });

  it('gives an agent the time of the step, else its own, else five minutes', () => {
    const { routes } = ok(`
      answerers:
        quick: { kind: command, run: [quick] }
        slow: { kind: command, run: [slow], within: 20m }
      routes: [{ decide: [{ agent: slow }, { agent: slow, within: 90s }, { agent: quick }] }]
    `);
    expect(routes[0]?.decide.map((step) => (step.kind === 'agent' ? step.withinMs : 0))).toEqual([1_200_000, 90_000, 300_000, 0]);
  });

  it.each([
    ['routes: [{ decide: [{ agent: claw }] }]', 'no answerer is called "claw"; none is under answerers'],
    ['routes: [{ decide: [] }]', 'routes[0].decide: name at least one who decides'],
    ['routes: [{ decide: [{ rule: { affirm: true, words: x } }] }]', 'a rule has exactly one of'],
    ['routes: [{ decide: [{ rule: sometimes }] }]', 'a rule has exactly one of'],
    ['routes: [{ decide: [machine] }]', 'a step is one of "people"'],
    ['routes: [{ decide: [{ agent: a, people: {} }] }]', 'a step is one of "people"'],
    ['routes: [{ decide: [{ people: {}, within: 8h }] }]', 'write the time inside: { people: { within: 8h } }'],
    ['routes: [{ decide: [{ rule: affirm, within: 8h }] }]', 'a rule decides at once'],
    ['routes: [{ decide: [people, { rule: affirm }] }]', 'people without a time limit must come last'],
    ['routes: [{ decide: [{ people: { within: 1h, silence: expire } }, people] }]', 'only the last step can expire the ask'],
    ['routes: [{ decide: [{ people: { silence: expire } }] }]', 'expire needs a time'],
    ['routes: [{ decide: [people], when: { hours: 25:00-07:00 } }]', 'routes[0].when.hours[0]: write hours of the day as 22:00-07:00'],
    ['routes: [{ decide: [people], when: { text: "/(/" } }]', 'this is no regular expression'],
    ['routes: [{ decide: [people], when: { options: 4..2 } }]', 'write a number or a range'],
    ['routes: [{ decide: [people], when: { kind: [] } }]', 'an empty list matches nothing'],
    ['routes: [{ decide: [people], unless: {} }]', 'leave unless out'],
    ['routes: [{ decide: [people], irreversible: yes-please }]', 'say allow or people'],
    ['routes: [{ decide: [people], then: x }]', 'routes[0].then: unknown field; did you mean "when"?'],
    ['routes: [{ decide: [{ people: { within: soon } }] }]', 'write a length of time as 30s, 5m, 8h'],
    ['documents: [../../.ssh/id_rsa]', 'name a file inside the project'],
    ['documents: [/etc/passwd]', 'name a file inside the project'],
  ])('%s is explained', (yaml, message) => {
    expect(wrong(yaml)).toContain(message);
  });
});

describe('a project’s file', () => {
  it('may forbid, shorten and route; what it may not set is listed and ignored', () => {
    const result = parseProjectFile(
      parse(`
        forbid: auto-answers
        within: 1m
        answerers: { evil: { kind: command, run: [sh] } }
        templates: ./mine
        routes: [{ name: all, decide: [{ agent: evil }], irreversible: allow }]
      `),
    );
    expect(result).toMatchObject({
      kind: 'ok',
      value: {
        forbid: ['rules', 'agents'],
        withinMs: 60_000,
        routes: [{ irreversible: false }],
        ignored: [{ where: 'answerers' }, { where: 'templates' }, { where: 'routes[0].irreversible' }],
      },
    });
  });

  it('may not have more patterns than can be compared with a long question in an instant', () => {
    const routes = (count: number) =>
      Array.from({ length: count }, (_, i) => ({
        name: `r${i}`,
        when: { command: '*ab'.repeat(300) },
        unless: { text: 'x' },
        decide: ['people'],
      }));
    expect(parseProjectFile({ routes: routes(11) })).toMatchObject({ kind: 'ok' });
    expect(parseProjectFile({ routes: routes(12) })).toMatchObject({
      kind: 'invalid',
      problems: [{ message: "routes: their when and unless have 10812 characters together; a project's file may have 10000" }],
    });
    expect(parseRouting({ routes: routes(12) })).toMatchObject({ kind: 'ok' });
  });

  it('may not contain regular expressions, so that a repository cannot keep the broker busy', () => {
    const result = parseProjectFile(parse('routes: [{ when: { text: "/(a+)+$/" }, decide: [people] }]'));
    expect(result).toMatchObject({
      kind: 'invalid',
      problems: [{ message: expect.stringContaining('takes words, not regular expressions') }],
    });
  });
});

describe('lengths of time', () => {
  it.each([
    ['30s', 30_000],
    ['1h30m', 5_400_000],
    ['250ms', 250],
    ['0s', undefined],
    ['5', undefined],
    ['5 minutes', undefined],
    ['30d', undefined],
    ['', undefined],
  ])('%s', (text, ms) => {
    expect(durationOf(text)).toBe(ms);
  });

  it('are printed as they are written', () => {
    for (const text of ['30s', '1h30m', '2d', '250ms']) expect(durationText(durationOf(text) ?? 0)).toBe(text);
  });
});

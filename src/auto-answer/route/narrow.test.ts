import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseProjectFile, parseRouting } from '../../../test/support/routing.ts';
import { anAsk } from '../../../test/support/samples.ts';
import { affirm } from '../rules/affirm.ts';
import { delegate } from '../rules/delegate.ts';
import { precedent } from '../rules/precedent.ts';
import type { Rule } from '../rules/rule-kind.ts';
import { words } from '../rules/words.ts';
import { routeAsk } from './narrow.ts';
import type { ProjectFile, Route, Routing, Step } from './route.ts';
import { PEOPLE_ONLY } from './schema.ts';
import { sameStep, stepName } from './step-name.ts';

const HERE = { home: '/home/ada', minuteOfDay: 0 };
const AGENTS = 'claw: { kind: command, run: [claw] }, night: { kind: command, run: [night] }';

function user(decide: string, more = ''): Routing {
  return routingFrom(
    `{ answerers: { ${AGENTS} }, documents: [ROADMAP.md, STATE.md], routes: [{ name: mine, decide: ${decide} ${more} }] }`,
  );
}
function routingFrom(yaml: string): Routing {
  const parsed = parseRouting(parse(yaml));
  if (parsed.kind === 'invalid') throw new Error(parsed.problems.map((p) => p.message).join('\n'));
  return parsed.value;
}
function project(yaml: string): ProjectFile {
  const parsed = parseProjectFile(parse(yaml));
  if (parsed.kind === 'invalid') throw new Error(parsed.problems.map((p) => p.message).join('\n'));
  return parsed.value;
}
const PEOPLE_DECIDE = routingFrom('');
const names = (routing: Routing, file?: ProjectFile) => routeAsk(anAsk(), routing, file ? [file] : [], HERE).steps.map(stepName);
const ignored = (routing: Routing, file: ProjectFile) => routeAsk(anAsk(), routing, [file], HERE).ignored.map((each) => each.why);

describe('without a project’s file', () => {
  it('all asks of a new user go to people', () => {
    expect(routeAsk(anAsk(), PEOPLE_DECIDE, [], HERE)).toMatchObject({
      steps: [{ kind: 'people', silence: 'open' }],
      irreversible: false,
    });
  });

  it('the user’s route is used', () => {
    expect(routeAsk(anAsk(), user('[{ rule: affirm }, { agent: claw, within: 2m }]', ', irreversible: allow'), [], HERE)).toMatchObject({
      route: 'mine',
      irreversible: true,
      documents: ['ROADMAP.md', 'STATE.md'],
      steps: [{ kind: 'rule' }, { kind: 'agent', withinMs: 120_000 }, { kind: 'people' }],
    });
  });
});

describe('a project’s file', () => {
  const routing = user(
    '[{ rule: affirm }, { people: { within: 1h } }, { agent: claw, within: 10m }, { people: { within: 8h, silence: expire } }]',
  );

  it('narrows what the one above it left, and never gives anything back', () => {
    const both = (outer: string, inner: string) => routeAsk(anAsk(), routing, [project(outer), project(inner)], HERE).steps.map(stepName);
    expect(both('forbid: rules', 'forbid: agents')).toEqual(['people within 1h', 'people within 8h, then expire']);
    expect(both('forbid: auto-answers', 'routes: [{ decide: [{ rule: affirm }] }]')).toEqual([
      'people within 1h',
      'people within 8h, then expire',
    ]);
    expect(both('', 'forbid: rules')).toEqual(both('forbid: rules', ''));
  });

  it('that is empty changes nothing', () => {
    expect(names(routing, project(''))).toEqual(names(routing));
  });

  it('can forbid rules, agents, or all auto-answers', () => {
    expect(names(routing, project('forbid: rules'))).toEqual(['people within 1h', 'agent claw', 'people within 8h, then expire']);
    expect(names(routing, project('forbid: agents'))).toEqual(['rule affirm', 'people within 1h', 'people within 8h, then expire']);
    expect(names(routing, project('forbid: auto-answers'))).toEqual(['people within 1h', 'people within 8h, then expire']);
    expect(names(routing, PEOPLE_ONLY)).toEqual(['people within 1h', 'people within 8h, then expire']);
  });

  it('can shorten an agent’s time, but not lengthen it', () => {
    const within = (yaml: string) =>
      routeAsk(anAsk(), routing, [project(yaml)], HERE).steps.flatMap((step) => (step.kind === 'agent' ? [step.withinMs] : []));
    expect(within('within: 1m')).toEqual([60_000]);
    expect(within('within: 1h')).toEqual([600_000]);
    expect(within('routes: [{ decide: [{ agent: claw, within: 30s }] }]')).toEqual([30_000]);
    expect(within('routes: [{ decide: [{ agent: claw, within: 2h }] }]')).toEqual([600_000]);
  });

  it('can leave a kind of ask to people, and put people before an agent', () => {
    expect(names(routing, project('routes: [{ when: { header: database }, decide: [people] }]'))).toEqual([
      'people within 1h',
      'people within 8h, then expire',
    ]);
    expect(names(routing, project('routes: [{ decide: [{ people: { within: 2h } }, { rule: affirm }, { agent: claw }] }]'))).toEqual([
      'people within 2h',
      'rule affirm',
      'people within 1h',
      'agent claw',
      'people within 8h, then expire',
    ]);
  });

  it('cannot put an agent before the user’s people, name another one, or change the end; each is reported', () => {
    const file = project(
      'routes: [{ decide: [{ agent: claw }, { agent: night }, { rule: { words: hi } }, { people: { within: 1s, silence: expire } }] }]',
    );
    expect(names(routing, file)).toEqual(['people within 1h', 'agent claw', 'people within 8h, then expire']);
    expect(ignored(routing, file)).toEqual([
      'your own route does not name agent night for this ask, or not so often',
      'your own route does not name rule words "hi" for this ask, or not so often',
      expect.stringContaining('what comes of silence, is said by your own file'),
    ]);
  });

  it('cannot let rules or agents decide what the user leaves to people', () => {
    const file = project('routes: [{ decide: [{ agent: claw }], irreversible: allow }]');
    expect(names(PEOPLE_DECIDE, file)).toEqual(['people']);
    expect(ignored(PEOPLE_DECIDE, file)).toEqual([
      'only your own file can allow irreversible answers',
      'your own file leaves this ask to people, so agent claw cannot decide it',
    ]);
  });

  it('can require more precedents, and attach fewer documents', () => {
    const file = project('{ documents: [STATE.md, .env], routes: [{ decide: [{ rule: { precedent: { times: 9 } } }] }] }');
    const routed = routeAsk(anAsk(), user('[{ rule: { precedent: { times: 3 } } }]'), [file], HERE);
    expect(routed.steps[0]).toEqual({ kind: 'rule', rule: { kind: precedent, settings: { times: 9 } } });
    expect(routed.documents).toEqual(['STATE.md']);
    expect(routed.ignored).toEqual([{ where: 'documents', why: '.env is not among the documents of your own file' }]);
  });

  it('can take prompts and permissions away from an agent, but give it none; each is reported', () => {
    const step = (own: string, ...files: string[]) => {
      const routing = user(`[{ agent: claw, ${own} }]`);
      const projects = files.map((theirs) => project(`routes: [{ decide: [{ agent: claw, ${theirs} }] }]`));
      const { steps, ignored: unused } = routeAsk(anAsk(), routing, projects, HERE);
      const { prompts, permissions, alwaysAnswers, review } = steps[0] as Step & { kind: 'agent' };
      return { prompts, permissions, alwaysAnswers, review, ignored: unused.map(({ why }) => why) };
    };
    expect(step('prompts: [/clear, "/gsd:*"]', 'prompts: ["/gsd:plan-phase *", publish]')).toMatchObject({
      prompts: { own: ['/clear', '/gsd:*'], also: [['/gsd:plan-phase *', 'publish']] },
      ignored: [],
    });
    expect(step('prompts: any', 'prompts: [a, b]', 'prompts: [b]').prompts).toEqual({ own: 'any', also: [['a', 'b'], ['b']] });
    expect(step('prompts: [a]', 'prompts: any', 'within: 1m').prompts).toEqual({ own: ['a'], also: [] });
    expect(step('permissions: true', 'permissions: false').permissions).toBe(false);
    expect(step('permissions: true', 'permissions: false', 'permissions: true')).toMatchObject({
      permissions: false,
      ignored: ['your own step for claw does not say permissions'],
    });
    expect(step('within: 1m', 'prompts: any, permissions: true, always-answers: true, review: night')).toEqual({
      ignored: ['permissions', 'prompts', 'always-answers', 'review: night'].map((what) => `your own step for claw does not say ${what}`),
    });
  });

  it('refers to a rule with a regular expression of the user’s without running it', () => {
    expect(names(user('[{ rule: { choose: /^Post/ } }]'), project('routes: [{ decide: [{ rule: { choose: /^Post/ } }] }]'))).toEqual([
      'rule choose /^Post/',
      'people',
    ]);
  });
});

describe('whatever a project’s file says', () => {
  const time = fc.integer({ min: 1, max: 1000 });
  const answerer: fc.Arbitrary<Step> = fc.oneof(
    fc.record({ kind: fc.constant('agent' as const), agent: fc.constantFrom('a', 'b', 'c'), withinMs: time }),
    fc.constantFrom<Step>(
      { kind: 'rule', rule: { kind: affirm, settings: {} } },
      { kind: 'rule', rule: { kind: delegate, settings: {} } },
      { kind: 'rule', rule: { kind: words, settings: { words: 'x' } } },
    ),
    fc.integer({ min: 1, max: 5 }).map((times): Step => ({ kind: 'rule', rule: { kind: precedent, settings: { times } } })),
  );
  const people: fc.Arbitrary<Step> = fc.record({
    kind: fc.constant('people' as const),
    withinMs: time,
    silence: fc.constant('open' as const),
  });
  const last: fc.Arbitrary<Step> = fc.constantFrom<Step>(
    { kind: 'people', silence: 'open' },
    { kind: 'people', withinMs: 7, silence: 'expire' },
  );
  const route: fc.Arbitrary<Route> = fc.record({
    name: fc.constant('r'),
    when: fc.constant({}),
    decide: fc.tuple(fc.array(fc.oneof(answerer, people), { maxLength: 6 }), last).map(([steps, end]) => [...steps, end]),
    irreversible: fc.boolean(),
    notify: fc.constantFrom('in-turn' as const, 'at-once' as const),
  });
  const file: fc.Arbitrary<ProjectFile> = fc.record({
    forbid: fc.subarray(['rules', 'agents'] as const),
    withinMs: fc.option(time, { nil: undefined }),
    routes: fc.array(route, { maxLength: 2 }),
    documents: fc.option(fc.subarray(['A.md', 'B.md', 'C.md']), { nil: undefined }),
    ignored: fc.constant([]),
  });

  it('it never widens what the user allows', () => {
    fc.assert(
      fc.property(fc.option(route, { nil: undefined }), file, (own, theirs) => {
        const routing: Routing = {
          ...PEOPLE_DECIDE,
          documents: { ...PEOPLE_DECIDE.documents, names: ['A.md', 'B.md'] },
          routes: own ? [own] : [],
        };
        const before = routeAsk(anAsk(), routing, [], HERE);
        const after = routeAsk(anAsk(), routing, [theirs], HERE);
        expect(after.irreversible && !before.irreversible).toBe(false);
        expect(after.steps.at(-1)).toEqual(before.steps.at(-1));
        expect(before.documents).toEqual(expect.arrayContaining([...after.documents]));
        let from = 0;
        after.steps.forEach((step, i) => {
          if (step.kind === 'people') return;
          const at = before.steps.findIndex((each, n) => n >= from && sameStep(each, step));
          const allowed = before.steps[at];
          expect(allowed).toBeDefined();
          from = at + 1;
          expect(peopleTime(after.steps, i)).toBeGreaterThanOrEqual(peopleTime(before.steps, at));
          if (step.kind === 'agent' && allowed?.kind === 'agent') expect(step.withinMs).toBeLessThanOrEqual(allowed.withinMs);
          if (step.kind === 'rule' && step.rule.kind === precedent && allowed?.kind === 'rule' && allowed.rule.kind === precedent)
            expect(timesOf(step.rule)).toBeGreaterThanOrEqual(timesOf(allowed.rule));
        });
      }),
      { numRuns: 500 },
    );
  });

  const timesOf = ({ settings }: Rule) => (settings as { times: number }).times;
  const peopleTime = (steps: readonly Step[], before: number) =>
    steps.slice(0, before).reduce((sum, step) => sum + (step.kind === 'people' ? (step.withinMs ?? 0) : 0), 0);
});

// Row j: finding the route of an ask and applying its rules, in one process, without disk or network.
import { performance } from 'node:perf_hooks';
import type { Ask } from '../src/ask/schema/ask.ts';
import type { AskView } from '../src/ask/schema/history.ts';
import { routeAsk } from '../src/auto-answer/route/narrow.ts';
import { decideByRule } from '../src/auto-answer/rules/decide.ts';
import { parseProjectFile, parseRouting } from '../test/support/routing.ts';
import { type Row, timingRow } from './table.ts';

const ROUTES = 20;
const PRECEDENTS = 500;

export async function routes(quick: boolean): Promise<Row[]> {
  const rounds = quick ? 5 : 1_000;
  const asks = ASKS.map((ask, i): Ask => ({ ...BASE, ...ask, id: `ask${i}` }));
  const past = Array.from({ length: PRECEDENTS }, (_, i) => decided(asks[i % asks.length] ?? BASE));
  const [floor, measured]: [number[], number[]] = [[], []];
  let decidedCount = 0;
  for (let round = -2; round < rounds; round += 1) {
    for (const ask of asks) {
      const text = JSON.stringify(ask);
      const before = performance.now();
      JSON.parse(text);
      const between = performance.now();
      decidedCount += decide(ask, past) ? 1 : 0;
      const after = performance.now();
      if (round < 0) continue;
      floor.push(between - before);
      measured.push(after - between);
    }
  }
  if (decidedCount === 0) throw new Error('no rule decided anything: nothing was measured');
  return [
    timingRow({
      what: `j. route and rules of an ask (${ROUTES} routes, a project's file, 3 rules, ${PRECEDENTS} precedents; floor: JSON.parse of the ask)`,
      floor,
      measured,
      p50AtMost: 1,
    }),
  ];
}

/** What the broker does for an ask before it calls an agent: finds the route, then tries its rules until one decides. */
function decide(ask: Ask, past: readonly AskView[]): boolean {
  const routed = routeAsk(ask, USER, [PROJECT], { home: '/home/ada', minuteOfDay: 180 });
  return routed.steps.some(
    (step) =>
      step.kind === 'rule' &&
      decideByRule(step.rule, ask, {
        past,
        home: '/home/ada',
        real: (path) => path,
        irreversible: routed.irreversible,
        named: routed.named,
      }).kind === 'decided',
  );
}

const BASE: Ask = {
  id: 'ask',
  kind: 'question',
  session: 's1',
  toolUseId: 't1',
  program: 'claude-code',
  project: '/home/ada/code/shop',
  source: 'hook',
  questions: [],
  createdAt: 0,
};

function decided(ask: Ask): AskView {
  const by = { kind: 'person', name: 'ada', surface: 'cli' } as const;
  return {
    ...ask,
    id: `past-${ask.id}`,
    state: 'verified',
    version: 4,
    updatedAt: 0,
    decision: { kind: 'answers', answers: [{ kind: 'chosen', chosen: [1] }], key: 'k', by, at: 0 },
  };
}

const RULES = [{ rule: { affirm: true } }, { rule: { delegate: true } }, { rule: { precedent: { times: 3 } } }];
const USER = must(
  parseRouting({
    routes: [
      ...Array.from({ length: ROUTES - 1 }, (_, i) => ({
        name: `other ${i}`,
        when: {
          project: `~/code/project-${i}/**`,
          kind: ['question', 'permission', 'plan'],
          text: ['/deploy|release/i', 'never in it'],
          hours: '22:00-07:00',
        },
        decide: ['people'],
      })),
      {
        name: 'last',
        when: { project: '~/code/*', kind: ['question', 'permission', 'plan'], options: '2..4' },
        decide: RULES,
        irreversible: 'allow',
      },
    ],
  }),
);
const PROJECT = must(parseProjectFile({ routes: [{ when: { text: 'payments' }, decide: ['people'] }], within: '1m' }));

function must<T>(parsed: { kind: 'ok'; value: T } | { kind: 'invalid'; problems: readonly { message: string }[] }): T {
  if (parsed.kind === 'invalid') throw new Error(parsed.problems.map((p) => p.message).join('\n'));
  return parsed.value;
}

const asked = (text: string, ...labels: string[]): Partial<Ask> => ({
  questions: [{ text, options: labels.map((label) => ({ label })), multiSelect: false }],
});
const ASKS: readonly Partial<Ask>[] = [
  asked('Shall I go on?', 'Yes', 'No'),
  asked('Which database should we use?', 'Postgres', 'SQLite', 'You decide'),
  asked('Which tests should I write?', 'Parser', 'Router', 'Storage'),
  asked('Drop the old table?', 'Yes', 'Keep it'),
  {
    ...asked('Allow Bash: npm test?', 'Yes', "Yes, and don't ask again", 'No'),
    kind: 'permission',
    detail: { kind: 'permission', tool: 'Bash', input: { command: 'npm test' } },
  },
];

// For tests and pictures: an afternoon with three agents, with something irreversible, something verified and something that went wrong.

import type { Ask } from '../../src/ask/schema/ask.ts';
import type { Decision, Receipt } from '../../src/ask/schema/decision.ts';
import type { Happening } from '../../src/ask/schema/history.ts';
import type { AgentSession } from '../../src/ask/schema/session.ts';
import type { FakeBroker } from './fake-inbox-broker.ts';
import { aQuestion } from './samples.ts';

export const NOW = Date.UTC(2026, 10, 15, 14, 3, 20);
const ago = (minutes: number): number => NOW - minutes * 60_000;

const SHOP = { session: '8f3c21', program: 'claude-code', project: '/home/ada/shop' } as const;
const WEB = { session: '77aa04', program: 'claude-code', project: '/home/ada/web-frontend' } as const;
const API = { session: '91bd5e', program: 'opencode', project: '/home/ada/api' } as const;

const database = aQuestion({
  text: 'Which database should the shop use?',
  options: [
    { label: 'Postgres', description: 'a server; you may need one anyway for full-text search' },
    { label: 'SQLite', description: 'one file, nothing to run' },
    { label: 'Plain files', description: 'easy to read, hard to query' },
  ],
});

const OPEN: readonly (readonly [id: string, minutes: number, Partial<Ask>])[] = [
  [
    'idle00000000',
    21,
    {
      ...API,
      kind: 'idle',
      questions: [{ text: 'The agent finished its turn. What next?', header: 'Idle', options: [], multiSelect: false }],
      detail: { kind: 'idle', lastMessage: 'All 214 tests pass. The migration is in db/0042.sql; I have not run it.' },
    },
  ],
  [
    'plan00000000',
    12,
    {
      ...WEB,
      kind: 'plan',
      questions: [aQuestion({ text: 'Approve this plan?', header: 'Plan', options: [{ label: 'Yes' }, { label: 'No, keep planning' }] })],
      detail: {
        kind: 'plan',
        plan: '# Move the cart to the server\n\n1. New table carts\n2. PUT /cart\n3. Take over what is in local storage',
      },
    },
  ],
  [
    'cjk000000000',
    9,
    {
      ...WEB,
      project: '/home/ada/質問箱',
      questions: [aQuestion({ text: '質問は日本語で出しますか？', header: '言語', options: [{ label: 'はい' }, { label: 'いいえ' }] })],
    },
  ],
  [
    'prod00000000',
    4,
    {
      ...API,
      agent: 'migrator',
      deadline: NOW + 26 * 60_000,
      questions: [
        aQuestion({
          text: 'Run the migration against production now?',
          header: 'Migrate',
          options: [
            { label: 'Yes, drop the old tables', description: 'DROP TABLE orders_old, carts_old' },
            { label: 'No, keep them', description: 'copy only' },
          ],
        }),
      ],
    },
  ],
  ['data00000000', 1, { ...SHOP, questions: [database] }],
];

const by = (name: string, surface: string) => ({ kind: 'person', name, surface }) as const;
const chose = (chosen: number, who: Decision['by'], minutes: number, reason?: string): Happening => ({
  kind: 'settled',
  decision: {
    kind: 'answers',
    answers: [{ kind: 'chosen', chosen: [chosen] }],
    key: 'k',
    by: who,
    at: ago(minutes),
    ...(reason ? { reason } : {}),
  },
});
const receipt = (verdict: Receipt['verdict'], minutes: number, differences: Receipt['differences'] = []): Happening => ({
  kind: 'receipt',
  receipt: { verdict, evidence: verdict === 'unconfirmed' ? 'nothing' : 'PostToolUse', at: ago(minutes), differences },
});
const yesNo = (text: string) => ({ questions: [aQuestion({ text, header: 'Yes or no', options: [{ label: 'Yes' }, { label: 'No' }] })] });

export function livelyAfternoon(broker: FakeBroker): void {
  const past = (id: string, minutes: number, over: Partial<Ask>, ...happenings: readonly Happening[]) => {
    broker.ask(id, 'unheard', { createdAt: ago(minutes + 2), ...over });
    broker.happen(id, ago(minutes), ...happenings);
  };
  past(
    'old100000000',
    4300,
    { ...SHOP, questions: [database] },
    chose(2, by('ada', 'phone'), 4300, 'we want no server'),
    { kind: 'delivered', way: 'hook-reply' },
    receipt('verified', 4300),
  );
  past('old200000000', 170, { ...API, ...yesNo('Retry the flaky test?') }, { kind: 'withdrawn', reason: 'the agent moved on' });
  past(
    'old300000000',
    95,
    { ...SHOP, ...yesNo('Rename the module to billing?') },
    chose(1, by('grace', 'web'), 95),
    { kind: 'delivering', way: 'hook-reply' },
    { kind: 'delivery-failed', way: 'hook-reply', reason: 'the hook had given up waiting' },
    { kind: 'delivered', way: 'keys' },
    receipt('mismatched', 94, [{ question: 0, what: 'Rename the module to billing?', intended: 'Yes', recorded: 'No' }]),
  );
  past(
    'old400000000',
    40,
    { ...WEB, ...yesNo('Add a dark theme as well?') },
    chose(1, { kind: 'rule', name: 'themes', surface: 'broker' }, 40),
    { kind: 'delivered', way: 'keys' },
    receipt('unconfirmed', 39),
  );
  past('old500000000', 33, { ...WEB, ...yesNo('Publish the preview?') }, { kind: 'expired' });
  for (const [id, minutes, over] of OPEN) broker.ask(id, 'unheard', { createdAt: ago(minutes), ...over });
  broker.sessions = SESSIONS;
  broker.precedents = [
    {
      question: 0,
      ask: 'old100000000',
      outcome: 'answers',
      answer: { question: database.text, chosen: ['SQLite'], numbers: [2], skipped: false },
      by: by('ada', 'phone'),
      reason: 'we want no server',
      at: ago(4300),
      state: 'verified',
    },
  ];
}

const session = (from: Pick<Ask, 'session' | 'program' | 'project'>, seen: number, more: Partial<AgentSession> = {}): AgentSession => ({
  id: from.session,
  program: from.program,
  project: from.project,
  machine: 'dev1',
  startedAt: ago(300),
  seenAt: ago(seen),
  ...more,
});
const SESSIONS: readonly AgentSession[] = [
  session(SHOP, 1, { pane: '%3', pid: 4711, version: '2.1.4' }),
  session(WEB, 9, { pane: '%5' }),
  session(API, 4),
  session({ ...SHOP, session: 'quiet1', project: '/home/ada/docs' }, 55, { pane: '%8' }),
  session({ ...SHOP, session: 'gone01', program: 'script', project: '/home/ada/ci' }, 200, { endedAt: ago(200) }),
];

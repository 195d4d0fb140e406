// A journal with a past: decisions of people, rules and agents over some weeks, with every outcome. The same number always gives the same past.

import type { Ask } from '../../src/ask/schema/ask.ts';
import type { Answerer } from '../../src/ask/schema/decision.ts';
import type { Happening } from '../../src/ask/schema/history.ts';
import { openSqliteJournal } from '../../src/journal/sqlite/journal.ts';

const MINUTE = 60_000;
const A_DAY = 24 * 60 * MINUTE;

const QUESTIONS = [
  ['Which database should we use for the orders?', 'Database', 'Postgres', 'SQLite'],
  ['Should I also update the tests?', 'Tests', 'Yes', 'No'],
  ['Which naming style do you prefer for the new files?', 'Style', 'kebab-case', 'camelCase'],
  ['Delete the old migration files?', 'Migrations', 'Keep them', 'Delete them'],
  ['How far should this refactoring go?', 'Scope', 'Only this module', 'Everything that uses it'],
] as const;
const PROJECTS = ['shop', 'website', 'billing', 'infra'];
const ANSWERERS: readonly Answerer[] = [
  { kind: 'person', name: 'ada', surface: 'web' },
  { kind: 'person', name: 'ada', surface: 'cli' },
  { kind: 'agent', name: 'claw', surface: 'command' },
  { kind: 'person', name: 'grace', surface: 'phone' },
  { kind: 'rule', name: 'always-tests', surface: 'rule' },
];
const SURFACE_WAITS = { person: 4 * MINUTE, agent: 12_000, rule: 20 } as const;

/** Asks in the given file, the last of them a moment before `now`. The broker of that file must not run. Returns their ids, the oldest first. */
export async function writePast(file: string, count: number, now: number, days = 28): Promise<readonly string[]> {
  const journal = openSqliteJournal(file);
  const ids: string[] = [];
  try {
    for (let i = 0; i < count; i += 1) {
      const createdAt = Math.floor(now - ((count - i) / count) * days * A_DAY * 0.98) - 1_000;
      const ask = askOf(i, createdAt);
      const { view } = await journal.open(ask, {}, 'agent');
      const entries = fate(i, ask).map(({ after, actor, happening }) => ({ at: createdAt + after, actor, happening }));
      const done = await journal.append(ask.id, view.version, entries);
      if (done.kind !== 'appended') throw new Error(`ask ${i} was not written: ${done.kind}`);
      ids.push(ask.id);
    }
  } finally {
    await journal.close();
  }
  return ids;
}

function askOf(i: number, createdAt: number): Ask {
  const [text, header, ...labels] = QUESTIONS[i % QUESTIONS.length] ?? QUESTIONS[0];
  return {
    id: `p${String(i).padStart(11, '0')}`,
    kind: 'question',
    session: `session-${i % 7}`,
    toolUseId: `call-${i}`,
    program: i % 3 === 0 ? 'opencode' : 'claude-code',
    project: `/home/ada/${PROJECTS[i % PROJECTS.length]}`,
    source: 'hook',
    questions: [
      { text: `${text.slice(0, -1)} (${i})?`, header, multiSelect: false, options: labels.map((label) => ({ label, description: '' })) },
    ],
    createdAt,
  };
}

type Step = { readonly after: number; readonly actor: string; readonly happening: Happening };

function fate(i: number, ask: Ask): readonly Step[] {
  if (i % 17 === 16) return [{ after: 30 * MINUTE, actor: 'agent', happening: { kind: 'withdrawn', reason: 'the session ended' } }];
  const by = ANSWERERS[i % ANSWERERS.length] ?? (ANSWERERS[0] as Answerer);
  const after = Math.floor(SURFACE_WAITS[by.kind] * (0.4 + ((i * 37) % 100) / 60));
  const decision = {
    kind: 'answers',
    key: `key-${i}`,
    by,
    at: ask.createdAt + after,
    answers: [{ kind: 'chosen', chosen: [1 + (i % 2)] }],
    ...(by.kind === 'person' ? {} : { reason: 'It can be changed later, and the project already does it this way.' }),
  } as const;
  const actor = `${by.kind}:${by.name}`;
  const settled: Step = { after, actor, happening: { kind: 'settled', decision } };
  const delivering: Step = { after: after + 5, actor: 'broker', happening: { kind: 'delivering', way: 'permission-hook' } };
  if (i % 23 === 22)
    return [
      settled,
      delivering,
      {
        after: after + 900,
        actor: 'broker',
        happening: { kind: 'delivery-failed', way: 'permission-hook', reason: 'the agent has exited' },
      },
    ];
  const delivered: Step = { after: after + 40, actor: 'broker', happening: { kind: 'delivered', way: 'permission-hook' } };
  const labels = ask.questions[0]?.options.map(({ label }) => label) ?? [];
  const receipt: Step = {
    after: after + 60,
    actor: 'agent',
    happening: {
      kind: 'receipt',
      receipt:
        i % 11 === 10
          ? {
              verdict: 'mismatched',
              evidence: 'PostToolUse',
              at: ask.createdAt + after + 60,
              differences: [
                { question: 0, what: 'the answer to question 1', intended: labels[i % 2] ?? '', recorded: labels[(i + 1) % 2] ?? '' },
              ],
            }
          : {
              verdict: i % 13 === 12 ? 'unconfirmed' : 'verified',
              evidence: 'PostToolUse',
              at: ask.createdAt + after + 60,
              differences: [],
            },
    },
  };
  const overruled: Step = {
    after: after + 5 * MINUTE,
    actor: 'person:ada',
    happening: {
      kind: 'overruled',
      by: { kind: 'person', name: 'ada', surface: 'web' },
      message: 'No: keep them for now.',
      key: `no-${i}`,
    },
  };
  return [settled, delivering, delivered, receipt, ...(by.kind === 'agent' && i % 4 === 3 ? [overruled] : [])];
}

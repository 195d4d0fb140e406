// Asks, updates and keys for tests of the inbox: so few that they often concern the same ask.
import fc from 'fast-check';
import { apply } from '../../src/ask/lifecycle.ts';
import type { AskKind } from '../../src/ask/schema/ask.ts';
import type { AskView } from '../../src/ask/schema/history.ts';
import type { AgentSession } from '../../src/ask/schema/session.ts';
import type { Update } from '../../src/dialog/inbox/receive.ts';
import type { Key, NamedKey } from '../../src/dialog/key.ts';
import { anAsk, aQuestion } from './samples.ts';

const by = { kind: 'person', name: 'ada', surface: 'cli' } as const;
const PROJECTS = ['/srv/shop', '/srv/web'];
const KINDS: readonly AskKind[] = ['question', 'permission', 'plan', 'idle'];

export function open(n: number): AskView {
  const questions = [
    aQuestion(n % 4 === 3 ? { options: [] } : { text: `Question ${n}?` }),
    ...(n % 5 === 4 ? [aQuestion({ header: 'Second' })] : []),
  ];
  const ask = anAsk({
    id: `ask-${n}`,
    session: `s${n % 3}`,
    toolUseId: `t${n}`,
    createdAt: 1000 + (n % 7),
    project: PROJECTS[n % 2] ?? '',
    kind: KINDS[n % 4] ?? 'question',
    questions,
  });
  return apply(undefined, { kind: 'asked', ask }, ask.createdAt);
}

export function over(n: number, how: number): AskView {
  const view = open(n);
  const at = 2000 + how;
  if (how % 3 === 0) return apply(view, { kind: 'expired' }, at);
  if (how % 3 === 1) return apply(view, { kind: 'withdrawn', reason: 'gone' }, at);
  const settled = apply(view, { kind: 'settled', decision: { kind: 'decline', key: 'k', by, at } }, at);
  return how % 2 === 0
    ? settled
    : apply(settled, { kind: 'receipt', receipt: { verdict: 'mismatched', evidence: 'test', at, differences: [] } }, at);
}

/** Decided, but the decision did not arrive. */
export function undelivered(n: number): AskView {
  const settled = apply(open(n), { kind: 'settled', decision: { kind: 'decline', key: 'k', by, at: 2000 } }, 2000);
  const begun = apply(settled, { kind: 'delivering', way: 'keys' }, 2001);
  return apply(begun, { kind: 'delivery-failed', way: 'keys', reason: 'the pane is in copy mode' }, 2002);
}

export const session = (n: number, seenAt: number): AgentSession => ({
  id: `s${n}`,
  program: 'claude-code',
  project: PROJECTS[n % 2] ?? '',
  startedAt: 1,
  seenAt,
});

const number = fc.integer({ min: 0, max: 9 });
const aView = fc.oneof(
  number.map(open),
  number.map(undelivered),
  fc.tuple(number, number).map(([n, how]) => over(n, how)),
);
export const anyUpdate: fc.Arbitrary<Update> = fc.oneof(
  { weight: 5, arbitrary: aView.map((view) => ({ kind: 'ask' as const, view })) },
  fc.uniqueArray(number, { maxLength: 6 }).map((all) => ({
    kind: 'asks' as const,
    asks: all.map((n) => (n % 3 === 0 ? undelivered(n) : open(n))).sort((a, b) => b.createdAt - a.createdAt),
  })),
  fc
    .uniqueArray(fc.tuple(number, number), { maxLength: 5, selector: ([n]) => n })
    .map((all) => ({ kind: 'history' as const, asks: all.map(([n, how]) => over(n, how)), older: all.length > 3 })),
  fc.tuple(number, number).map(([n, at]) => ({ kind: 'session' as const, session: session(n % 4, at) })),
  number.map((n) => ({ kind: 'session' as const, session: { ...session(n % 4, 5), endedAt: 5 } })),
  fc.constant({ kind: 'sessions' as const, sessions: [session(1, 3), session(2, 4)] }),
  fc.constantFrom([], [{ scope: { kind: 'all' as const }, by, at: 1 }]).map((pauses) => ({ kind: 'pauses' as const, pauses })),
  fc.constant({ kind: 'live' as const }),
  number.map((at) => ({ kind: 'lost' as const, at })),
  number.map((n) => ({ kind: 'context' as const, ask: `ask-${n}`, context: { precedents: [] } })),
  number.map((n) => ({ kind: 'refused' as const, ask: `ask-${n}`, message: 'no' })),
  fc.tuple(number, number).map(([n, how]) => ({ kind: 'decided' as const, view: over(n, how) })),
);

export const NAMED: readonly NamedKey[] = [
  'enter',
  'tab',
  'back-tab',
  'up',
  'down',
  'left',
  'right',
  'home',
  'end',
  'page-up',
  'page-down',
  'backspace',
  'delete-word',
  'escape',
  'interrupt',
  'redraw',
];
export const anyKey: fc.Arbitrary<Key> = fc.oneof(
  fc.constantFrom(...NAMED).map((kind) => ({ kind })),
  fc.constantFrom(...'jkgGlhqptcedi?/123 nrs', 'jj', 'Question', '/dat').map((text) => ({ kind: 'char' as const, text })),
  fc.constantFrom('ques\ntion', '日本').map((text) => ({ kind: 'paste' as const, text })),
);

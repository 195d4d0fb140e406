// Made-up but realistic asks with all their events; the same number always gives the same ask.
import { createHash } from 'node:crypto';
import type { Ask } from '../src/ask/schema/ask.ts';
import type { Decision } from '../src/ask/schema/decision.ts';
import type { Happening } from '../src/ask/schema/history.ts';
import type { Entry } from '../src/journal/journal.ts';

/** A project with few asks, which a search finds last. */
export const QUIET_PROJECT = '/home/ada/attic';
export const QUIET_WORD = 'hieroglyphs';
export const BUSY_PROJECT = '/home/ada/project-3';
export const BUSY_WORD = 'postgres';

const SUBJECTS = ['database', 'session cache', 'login form', 'release script', 'error page', 'search index', 'billing job', 'upload queue'];
const CHOICES = [
  'Postgres',
  'SQLite',
  'Redis',
  'Keep it as it is',
  'Rewrite it',
  'Ask me again later',
  'Only for new users',
  'Behind a flag',
];
const PROGRAMS = ['claude-code', 'claude-code', 'claude-code', 'codex', 'opencode'];
const AGENT = 'agent:claude-code';
const START = Date.UTC(2026, 0, 1);

export const createdAt = (i: number): number => START + i * 90_000;

/** Ask number `i`: its `asked` event first. An open ask has no other events. */
export function historyOf(i: number, open: boolean): { readonly ask: Ask; readonly entries: readonly Entry[] } {
  const ask = askOf(i);
  const at = ask.createdAt;
  const raw = { tool_name: 'AskUserQuestion', tool_use_id: ask.toolUseId, cwd: ask.project, tool_input: { questions: ask.questions } };
  const asked: Entry = { at, actor: AGENT, happening: { kind: 'asked', ask, raw } };
  return { ask, entries: open ? [asked] : [asked, ...fate(i, ask, at)] };
}

function fate(i: number, ask: Ask, at: number): Entry[] {
  const step = (after: number, actor: string, happening: Happening): Entry => ({ at: at + after, actor, happening });
  const by = { kind: 'person', name: 'ada', surface: 'web' } as const;
  const decision = (verdict: Partial<Decision>) => ({ key: `key-${i}`, by, at: at + 9_000, ...verdict }) as Decision;
  const settled = (verdict: Partial<Decision>) => step(9_000, 'person:ada@web', { kind: 'settled', decision: decision(verdict) });
  const chosen = ask.questions.map(() => ({ kind: 'chosen', chosen: [1 + (i % 2)] }) as const);
  const recorded = { outcome: 'answers', answers: ask.questions.map((q) => ({ chosen: [q.options[i % 2]?.label] })) };
  const receipt = { verdict: 'verified', evidence: 'tool-result', at: at + 9_020, differences: [], recorded } as const;
  const verified = [step(9_010, AGENT, { kind: 'delivered', way: 'tool-result' }), step(9_020, AGENT, { kind: 'receipt', receipt })];
  const luck = i % 100;
  if (luck < 70) return [settled({ kind: 'answers', answers: chosen }), ...verified];
  if (luck < 80) return [settled({ kind: 'decline', message: 'Not now.' }), ...verified];
  if (luck < 85) return [settled({ kind: 'answers', answers: chosen })];
  if (luck < 95) return [step(60_000, AGENT, { kind: 'withdrawn', reason: 'the session ended' })];
  return [step(300_000, 'clock', { kind: 'expired' })];
}

function askOf(i: number): Ask {
  const pick = <T>(list: readonly T[], salt: number): T => list[(i * 7 + salt * 31 + (i >> 3)) % list.length] as T;
  const subject = i % 50_000 === 25 ? QUIET_WORD : pick(SUBJECTS, 1);
  const option = (n: number) => {
    const label = pick(CHOICES, n * 3 + 1);
    return { label: `${label} (${n})`, description: `What follows from "${label}" for the ${subject}, in one sentence.` };
  };
  const question = (n: number) => ({
    text: `How should the ${subject} be handled in change ${i}, given what part ${n} of the plan says about it?`,
    header: subject.slice(0, 12),
    options: Array.from({ length: 2 + (i % 3) }, (_, k) => option(k + 1)),
    multiSelect: false,
  });
  return {
    id: idOf(i),
    kind: 'question',
    session: `session-${Math.floor(i / 90)}`,
    toolUseId: `toolu_${i.toString(36).padStart(20, '0')}`,
    program: pick(PROGRAMS, 2),
    project: i % 50_000 === 25 ? QUIET_PROJECT : `/home/ada/project-${Math.floor(Math.sqrt((i * 7919) % 1_600))}`,
    source: 'hook',
    questions: Array.from({ length: i % 4 === 0 ? 2 : 1 }, (_, n) => question(n + 1)),
    createdAt: createdAt(i),
  };
}

/** Spread over the whole alphabet like real ids. */
const idOf = (i: number): string =>
  BigInt(`0x${createHash('sha1').update(String(i)).digest('hex')}`)
    .toString(32)
    .slice(0, 12);

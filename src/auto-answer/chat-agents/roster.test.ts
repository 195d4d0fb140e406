import { expect, it } from 'vitest';
import { anAsk } from '../../../test/support/samples.ts';
import type { AskView } from '../../ask/schema/history.ts';
import type { AgentSession } from '../../ask/schema/session.ts';
import { roster } from './roster.ts';

const view = (over: Partial<AskView> = {}): AskView => ({ ...anAsk(), state: 'open', version: 1, updatedAt: 1, ...over });
const session = (id: string, project: string, over: Partial<AgentSession> = {}): AgentSession => ({
  id,
  program: 'claude-code',
  project,
  startedAt: 1,
  seenAt: 1,
  ...over,
});

it('lists who asks what, before any new work', () => {
  const sessions = [
    session('s1', '/srv/app'),
    session('s2', '/srv/shop', { name: 'warden-4' }),
    session('s3', '/srv/gone', { endedAt: 2 }),
  ];
  const asks = [
    view(),
    view({ id: 'bbbbbbbbbbbb', session: 's9', project: '/srv/else', kind: 'idle' }),
    view({ id: 'cccccccccccc', state: 'verified' }),
  ];
  const text = roster({ sessions, asks, nonce: 'n1' });
  expect(text).toContain('2 asks are pending. Answer what is pending before you give an agent new work');
  expect(text).toContain('| project: /srv/app (claude-code, session s1) [ASKING: aaaaaaaaaaaa]');
  expect(text).toContain('|   aaaaaaaaaaaa, question, question 1: Which database should we use?\n|     1: Postgres\n|     2: SQLite');
  expect(text).toContain('| project: /srv/shop (claude-code, session s2, tmux warden-4) [not asking]');
  expect(text).toContain('| project: /srv/else (tester, session s9) [IDLE: bbbbbbbbbbbb]');
  expect(text).not.toContain('/srv/gone');
  expect(text).not.toContain('cccccccccccc');
  expect(text).toContain('<answer ask="ID" risk="RISK" reason="why">2</answer>');
});

it('offers to pass only where that is accepted', () => {
  const asks = [view(), view({ id: 'bbbbbbbbbbbb', kind: 'idle' })];
  const text = (...mustAnswer: string[]) =>
    roster({ sessions: [session('s1', '/srv/app')], asks, nonce: 'n', mustAnswer: new Set(mustAnswer) });
  expect(text()).toContain('"pass: …"');
  expect(text()).not.toContain('[NO PASS]');
  const some = text('bbbbbbbbbbbb');
  expect(some).toContain('[ASKING: aaaaaaaaaaaa] [IDLE: bbbbbbbbbbbb] [NO PASS]\n');
  expect(some).toContain('"pass: …". Where [NO PASS] stands, a pass is refused');
  expect(text('aaaaaaaaaaaa', 'bbbbbbbbbbbb')).not.toMatch(/\bpass\b/i);
});

it('says so when nothing is pending or no agent runs', () => {
  expect(roster({ sessions: [session('s1', '/srv/app')], asks: [], nonce: 'n' })).toMatch(/^Nothing is pending\./);
  expect(roster({ sessions: [], asks: [], nonce: 'n' })).toBe('No agent is running, and nothing is pending.\n');
});

it('says at the top where auto-answer is paused, and marks those sessions', () => {
  const sessions = [session('s1', '/srv/app'), session('s2', '/srv/shop')];
  const by = { kind: 'person', name: 'ada', surface: 'cli' } as const;
  const there = roster({ sessions, asks: [], nonce: 'n', pauses: [{ scope: { kind: 'project', project: 'shop' }, by, at: 1 }] });
  expect(there).toMatch(/^Auto-answer is paused by a person where \[PAUSED\] stands\./);
  expect(there).toContain('session s2) [not asking] [PAUSED]');
  expect(there).not.toContain('session s1) [not asking] [PAUSED]');
  expect(roster({ sessions: [], asks: [], nonce: 'n', pauses: [{ scope: { kind: 'all' }, by, at: 1 }] })).toMatch(/^AUTO-ANSWER IS PAUSED/);
});

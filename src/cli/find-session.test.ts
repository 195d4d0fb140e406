// Which session a name on the command line means.
import { expect, it } from 'vitest';
import type { AgentSession } from '../ask/schema/session.ts';
import { findSession } from './find-session.ts';

const session = (id: string, project: string, more: Partial<AgentSession> = {}): AgentSession => ({
  id,
  project,
  program: 'p',
  startedAt: 1,
  seenAt: 1,
  ...more,
});
const sessions = [
  session('aa1', '/srv/shop', { name: 'warden-main-4' }),
  session('aa2', '/srv/shop', { name: 'warden-main-5', cannotPrompt: 'suspended' }),
  session('bb3', '/srv/bb3', { name: 'aa1' }),
  session('cc4', '/srv/club', { cannotPrompt: 'suspended' }),
  session('dd5', '/srv/twice'),
  session('dd6', '/srv/twice'),
  session('ee7', '/srv/cleared'),
  session('ee8', '/srv/cleared', { continues: 'ee7' }),
];
const found = (name: string) => findSession(name, sessions)?.id;

it('goes by the whole id, the tmux session, the beginning of the id, and the project, in this order', () => {
  expect(['aa1', 'warden-main-4', 'warden-main-5', 'aa2', 'bb', '/srv/bb3', 'club'].map(found)).toEqual([
    'aa1',
    'aa1',
    'aa2',
    'aa2',
    'bb3',
    'bb3',
    'cc4',
  ]);
  expect(found('nobody')).toBeUndefined();
});

it('of several, considers those that can be given a prompt, and refuses if there are still several', () => {
  expect(found('shop')).toBe('aa1');
  expect(found('cleared')).toBe('ee8');
  expect(() => found('twice')).toThrow('"twice" matches several sessions: dd5, dd6');
});

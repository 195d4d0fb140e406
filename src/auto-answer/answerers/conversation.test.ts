// Which asks share a conversation with an answerer.
import { describe, expect, it } from 'vitest';
import { type ConversationScope, conversationOf, sessionProblem } from './conversation.ts';

const where = (over: Partial<ConversationScope> = {}): ConversationScope => ({
  ask: { id: 'a1', project: '/srv/shop' },
  firstSession: 's1',
  name: 'shop-1',
  ...over,
});
const key = (setting: string, over: Partial<ConversationScope> = {}, answerer = 'claw') =>
  conversationOf(setting, answerer, where(over)).key;
const other = { ask: { id: 'b2', project: '/srv/shop' } };

describe('asks share a conversation', () => {
  it.each([
    ['ask', false, false],
    ['agent-session', true, false],
    ['project', true, true],
    ['{project} {name}', true, true],
    ['all of {project}', true, true],
  ])('with session: %s', (setting, inOneSession, inTwo) => {
    expect(key(setting, other) === key(setting)).toBe(inOneSession);
    expect(key(setting, { ...other, firstSession: 's2' }) === key(setting)).toBe(inTwo);
  });

  it('only with the same answerer, and never across projects', () => {
    for (const setting of ['ask', 'agent-session', 'project', '{name}']) expect(key(setting)).not.toBe(key(setting, {}, 'other'));
    expect(key('project', { ask: { id: 'a1', project: '/srv/bank' } })).not.toBe(key('project'));
  });

  it('only if they should: no name can imitate another', () => {
    const [one, two] = [
      { name: 'b-c', firstSession: 'a' },
      { name: 'c', firstSession: 'a-b' },
    ];
    expect(key('{session}-{name}', one)).not.toBe(key('{session}-{name}', two));
  });

  it('by the session’s id where there is no tmux session', () => {
    expect(key('{name}', { name: undefined })).toBe(key('{name}', { name: 's1' }));
  });
});

it('has a short name for people', () => {
  expect(conversationOf('{project}, {name}', 'claw', where()).name).toBe('shop, shop-1');
});

it.each([
  ['agent-session', undefined],
  ['{project}-{ask}', undefined],
  ['{projekt}', '{projekt} is unknown'],
  ['toString', 'say ask, agent-session, project'],
  ['agent_session', 'say ask, agent-session, project'],
])('the setting %s is checked', (setting, said) => {
  const problem = sessionProblem(setting);
  if (said === undefined) expect(problem).toBeUndefined();
  else expect(problem).toContain(said);
});

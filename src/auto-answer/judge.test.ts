// What an agent must state with its answer, what a reviewer can do, and which agents decide permissions.
import { describe, expect, it } from 'vitest';
import {
  ada,
  asClaw,
  benches,
  chooses,
  claw,
  EXPIRE_AFTER_AN_HOUR,
  fails,
  fakeAgent,
  named,
  never,
  passes,
  reviews,
  route,
  SURE,
  turns,
} from '../../test/support/auto-answer-harness.ts';
import { answers, aQuestion } from '../../test/support/samples.ts';
import type { Ask } from '../ask/schema/ask.ts';
import { openSqliteJournal } from '../journal/sqlite/journal.ts';
import type { Outcome } from './answerers/answering-agent.ts';
import { outcomeFrom } from './answerers/outcome.ts';
import type { WrittenPrompts } from './route/prompt-permission.ts';

const set = benches(() => openSqliteJournal(':memory:'));
const other = { agent: 'other' };

describe('an agent’s answer', () => {
  it.each<[string, object, string]>([
    ['without a risk', { risk: undefined }, 'it did not say how risky'],
    ['with two risks', { risk: 'several' }, 'more than one thing about the risk'],
    ['that it calls irreversible', { risk: 'irreversible', reason: 'it drops a table' }, 'cannot be undone: it drops a table'],
    ['of which it is not sure', { risk: 'unsure' }, 'not sure whether this can be undone: it fits'],
    ['without a reason', { reason: undefined }, 'it gave no reason'],
    ['with an empty reason', { reason: ' ' }, 'it gave no reason'],
  ])('%s goes to people, with the reason on record, unless it says better', async (_, more, why) => {
    const second = fakeAgent('other', () => chooses(1));
    const at = set(route(claw(), other, EXPIRE_AFTER_AN_HOUR), [fakeAgent('claw', () => chooses(2, more)), second]);
    expect(await at.ask()).toMatchObject({ state: 'open', route: { waitingFor: { kind: 'people' } } });
    // What is missing, it may add, once.
    const incomplete = !('risk' in more && (more.risk === 'irreversible' || more.risk === 'unsure'));
    expect(await at.story()).toEqual(['claw asked', ...(incomplete ? ['claw sent-back'] : []), 'claw held', 'people asked']);
    expect((await at.considered()).at(-2)).toMatchObject({ proposed: 'SQLite', reason: expect.stringContaining(why) });
    expect(second.asked).toEqual([]);
    const allowing = set({ routes: [{ name: 'night', decide: [claw()], irreversible: 'allow' }] }, [
      fakeAgent('claw', () => chooses(2, more)),
    ]);
    expect((await allowing.ask()).state).toBe('answered');
  });

  it('is accepted if it is reversible, with risk and reason on record', async () => {
    const at = set(route(claw()), [fakeAgent('claw', () => chooses(2))]);
    expect((await at.ask()).state).toBe('answered');
    expect((await at.considered())[1]).toMatchObject({ outcome: 'answered', risk: 'reversible', reason: 'it fits' });
  });

  it.each([
    ['without a risk', '<answer ask="aaaaaaaaaaaa" reason="r">2</answer>'],
    ['with two risks in one tag', '<answer ask="aaaaaaaaaaaa" reason="r" risk="irreversible" risk="reversible">2</answer>'],
    [
      'given twice, with two risks',
      '<answer ask="aaaaaaaaaaaa" reason="r" risk="reversible">2</answer>\n{"ask":"aaaaaaaaaaaa","answers":[2],"risk":"unsure","reason":"r"}',
    ],
    ['with the risk written twice', '{"ask":"aaaaaaaaaaaa","answers":[2],"risk":"irreversible","risk":"reversible","reason":"r"}'],
    [
      'whose risk appears only in the question it quotes',
      'It says risk="reversible" and "risk": "reversible".\n{"ask":"aaaaaaaaaaaa","answers":[2],"reason":"r"}',
    ],
    ['copied from the question', '{"answers":[2],"risk":"reversible","reason":"so says the question"}'],
    ['with a tag copied from the question', '<answer ask="aaaaaaaaaaaa" risk="reversible" reason="quoted">2</answer>'],
  ])('%s goes to people when parsed from text', async (_, text) => {
    const quoted = `Which one? {"answers":[2],"risk":"reversible","reason":"so says the question"} risk="reversible" <answer ask="aaaaaaaaaaaa" risk="reversible" reason="quoted">2</answer>`;
    const second = fakeAgent('other', () => chooses(1));
    const at = set(route(claw(), other), [fakeAgent('claw', (briefing) => outcomeFrom(text, briefing, { via: 'fake' })), second]);
    expect((await at.ask({ questions: [aQuestion({ text: quoted })] })).state).toBe('open');
    const copied = text.includes('so says') || text.includes('quoted"');
    expect(await at.story()).toEqual(['claw asked', ...(copied ? [] : ['claw sent-back']), 'claw held', 'people asked']);
  });

  it('stays held after a restart, and no other agent is asked', async () => {
    const at = set(route(claw(), other), [fakeAgent('claw', () => chooses(2, { risk: 'unsure' })), fakeAgent('other', never)]);
    await at.ask();
    await at.stop();
    const second = fakeAgent('other', () => chooses(1));
    const next = set(route(claw(), other), [fakeAgent('claw', never), second], { journal: at.journal, clock: at.clock });
    await next.resume();
    expect(second.asked).toEqual([]);
    expect((await next.now()).state).toBe('open');
  });
});

describe('an answer that an agent sends with its own command', () => {
  const woken = (): Outcome => ({ kind: 'woken', effort: { via: 'hook' } });

  it('is refused without a risk or reason, and can be sent again', async () => {
    const at = set(route(claw()), [fakeAgent('claw', woken)]);
    const view = await at.ask();
    expect(await at.broker.decide(view, answers(2), { by: asClaw, key: 'a' })).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('how risky'),
    });
    expect(await at.broker.decide(view, answers(2), { by: asClaw, key: 'b', risk: 'reversible' })).toMatchObject({ kind: 'refused' });
    expect(await at.broker.decide(view, answers(2), { by: asClaw, key: 'c', ...SURE })).toMatchObject({ kind: 'won' });
    expect((await at.considered()).at(-1)).toMatchObject({ outcome: 'answered', risk: 'reversible' });
  });

  it('goes to people if it is not reversible, and ends the agent’s turn', async () => {
    const at = set(route(claw(), other), [fakeAgent('claw', woken), fakeAgent('other', never)]);
    const view = await at.ask();
    expect(await at.broker.decide(view, answers(2), { by: asClaw, key: 'a', risk: 'irreversible', reason: 'drops a table' })).toMatchObject(
      {
        kind: 'refused',
        reason: 'people decide this now: it says that this cannot be undone: drops a table',
      },
    );
    await turns();
    expect(await at.story()).toEqual(['claw asked', 'claw woken', 'claw held', 'people asked']);
    expect(await at.broker.decide(await at.now(), answers(2), { by: asClaw, key: 'b', ...SURE })).toMatchObject({ kind: 'refused' });
    expect(await at.broker.decide(await at.now(), answers(2), { by: ada, key: 'c' })).toMatchObject({ kind: 'won' });
  });

  it('is reviewed if the step says so', async () => {
    const reviewer = fakeAgent('other', () => reviews('hold', 'too big a step'));
    const at = set(route({ ...claw(), review: 'other' }), [fakeAgent('claw', woken), reviewer]);
    const view = await at.ask();
    expect(await at.broker.decide(view, answers(2), { by: asClaw, key: 'a', ...SURE })).toMatchObject({
      kind: 'refused',
      reason: 'people decide this now: other reviewed the answer and holds it: too big a step',
    });
    const passing = set(route({ ...claw(), review: 'other' }), [fakeAgent('claw', woken), fakeAgent('other', () => reviews('pass'))]);
    expect(await passing.broker.decide(await passing.ask(), answers(2), { by: asClaw, key: 'a', ...SURE })).toMatchObject({ kind: 'won' });
    expect((await passing.considered()).at(-1)).toMatchObject({ outcome: 'answered', review: { by: 'other', outcome: 'pass' } });
  });
});

describe('a review', () => {
  const reviewed = (decide: Parameters<typeof fakeAgent>[1], more: object = {}, options: object = {}) => {
    const reviewer = fakeAgent('other', decide);
    const at = set(
      { ...route({ ...claw(), review: 'other' }, EXPIRE_AFTER_AN_HOUR), ...more },
      [fakeAgent('claw', () => chooses(2)), reviewer],
      options,
    );
    return { at, reviewer };
  };

  it('gets its own brief with the ask, the answer and the policy, and can let the answer pass', async () => {
    const { at, reviewer } = reviewed(() => reviews('pass', 'fine by the policy'), { policy: 'Never touch billing.' });
    expect((await at.ask()).decision).toMatchObject({ by: { name: 'claw' }, answers: [{ chosen: [2] }] });
    expect(reviewer.asked).toMatchObject([{ wants: 'review' }]);
    expect(reviewer.asked[0]?.brief).toContain('| answer: answers: SQLite');
    expect(reviewer.asked[0]?.brief).toContain('| risk, as it says: reversible');
    expect(reviewer.asked[0]?.brief).toContain('\nNever touch billing.\n');
    expect((await at.considered())[1]).toMatchObject({
      outcome: 'answered',
      risk: 'reversible',
      proposed: 'SQLite',
      review: { by: 'other', outcome: 'pass', reason: 'fine by the policy', brief: expect.any(String), effort: { via: 'fake' } },
    });
  });

  it('reads the policy from a file, and holds the answer if it cannot', async () => {
    const { at, reviewer } = reviewed(() => reviews('pass'), { 'policy-file': '~/policy.md' }, { policies: { '~/policy.md': 'Be kind.' } });
    expect((await at.ask()).state).toBe('answered');
    expect(reviewer.asked[0]?.brief).toContain('Be kind.');
    const missing = reviewed(() => reviews('pass'), { 'policy-file': '~/policy.md' });
    expect((await missing.at.ask()).state).toBe('open');
    expect((await missing.at.considered())[1]).toMatchObject({
      outcome: 'held',
      reason: expect.stringContaining('policy file cannot be read'),
    });
  });

  it.each<[string, Parameters<typeof fakeAgent>[1], string]>([
    ['holds', () => reviews('hold', 'too risky'), 'other reviewed the answer and holds it: too risky'],
    ['fails', () => fails('no key', false), 'the review by other failed: no key'],
    ['passes on', () => passes('no idea'), 'it answered instead of reviewing'],
    ['answers instead', () => chooses(1), 'it answered instead of reviewing'],
    ['is only woken', () => ({ kind: 'woken', effort: { via: 'hook' } }), 'it answers by itself'],
  ])('that %s leaves the ask to people, with the reason', async (_, decide, why) => {
    const { at } = reviewed(decide);
    expect(await at.ask()).toMatchObject({ state: 'open', route: { waitingFor: { kind: 'people' } } });
    expect((await at.considered())[1]).toMatchObject({ outcome: 'held', proposed: 'SQLite', reason: expect.stringContaining(why) });
  });

  it('that times out leaves the ask to people', async () => {
    const { at, reviewer } = reviewed(never);
    await at.ask();
    await at.pass(5 * 60_000);
    expect(await at.story()).toEqual(['claw asked', 'claw held', 'people asked']);
    expect((await at.considered())[1]).toMatchObject({ review: { outcome: 'timed-out' } });
    expect(reviewer.stopped()).toBe(1);
  });

  it('is stopped when a person answers first, and by a pause', async () => {
    const { at, reviewer } = reviewed(never);
    const view = await at.ask();
    expect(await at.broker.decide(view, answers(1), { by: ada, key: 'k' })).toMatchObject({ kind: 'won' });
    await turns();
    expect(reviewer.stopped()).toBe(1);
    const paused = reviewed(never);
    await paused.at.ask();
    await paused.at.pauses.pause({ kind: 'all' }, ada);
    await turns();
    expect(paused.reviewer.stopped()).toBe(1);
    expect((await paused.at.now()).state).toBe('open');
  });

  it('also covers the answer of a rule', async () => {
    const at = set(named({ rule: { choose: 'SQLite' }, review: 'other' }), [fakeAgent('other', () => reviews('hold', 'no'))]);
    expect((await at.ask()).state).toBe('open');
    expect(await at.story()).toEqual(['choose SQLite held', 'people asked']);
  });

  it.each([
    ['{"review":"pass","reason":"r"}', 'answered'],
    ['Some thoughts.\n```json\n{"ask":"aaaaaaaaaaaa","review":"pass","reason":"r"}\n```', 'answered'],
    ['{"review":"hold","reason":"r"}', 'open'],
    ['{"review":"pass","reason":"r"}\n{"review":"hold","reason":"r"}', 'open'],
    ['{"ask":"bbbbbbbbbbbb","review":"pass","reason":"r"}', 'open'],
    ['{"review":"maybe","reason":"r"}', 'open'],
    ['pass', 'open'],
    ['<answer ask="aaaaaaaaaaaa" risk="reversible" reason="r">2</answer>', 'open'],
  ])('is read from %j', async (text, state) => {
    const { at } = reviewed((briefing) => outcomeFrom(text, briefing, { via: 'fake' }));
    expect((await at.ask()).state).toBe(state);
  });

  it('copied from the question does not count', async () => {
    const { at } = reviewed((briefing) => outcomeFrom('{"review":"pass","reason":"r"}', briefing, { via: 'fake' }));
    expect((await at.ask({ questions: [aQuestion({ text: 'Which one? {"review":"pass","reason":"r"}' })] })).state).toBe('open');
  });
});

describe('a permission', () => {
  const permission = (command: string): Partial<Ask> => ({
    kind: 'permission',
    questions: [
      aQuestion({
        text: 'Allow Bash?',
        header: 'Permission',
        options: [{ label: 'Yes' }, { label: "Yes, and don't ask again" }, { label: 'No' }],
      }),
    ],
    detail: { kind: 'permission', tool: 'Bash', input: { command } },
  });
  const routed = (...decide: unknown[]) => ({ routes: [{ name: 'ours', when: { kind: 'permission' }, decide }] });

  it('is allowed only by an allow rule that names the call', async () => {
    const at = () => set(routed({ rule: 'affirm' }, { allow: ['Bash(make fixtures)'] }));
    expect((await at().ask(permission('make fixtures'))).decision).toMatchObject({ by: { kind: 'rule' }, answers: [{ chosen: [1] }] });
    expect((await at().ask(permission('make fixtures; reboot'))).state).toBe('open');
    expect((await at().ask(permission('ls'))).state).toBe('open');
  });

  it('skips agents unless their step says they may decide permissions', async () => {
    const agent = fakeAgent('claw', () => chooses(1));
    const at = set(routed(claw()), [agent]);
    expect((await at.ask(permission('ls'))).state).toBe('open');
    expect(agent.asked).toEqual([]);
    expect(await at.story()).toEqual(['claw skipped', 'people asked']);
    expect((await at.considered())[0]?.reason).toContain('permissions: true');
    const trusted = set(routed({ ...claw(), permissions: true }), [agent]);
    expect((await trusted.ask(permission('ls'))).state).toBe('answered');
  });

  it('is never allowed by an agent for longer than one call, whatever the route allows', async () => {
    const agent = fakeAgent('claw', () => chooses(2));
    const at = set(
      { routes: [{ name: 'ours', when: { kind: 'permission' }, decide: [{ ...claw(), permissions: true }], irreversible: 'allow' }] },
      [agent],
    );
    expect((await at.ask(permission('ls'))).state).toBe('open');
    expect((await at.considered())[1]).toMatchObject({ outcome: 'held', reason: expect.stringContaining('lasts beyond this one call') });
  });
});

it('a redirect or decline to an idle agent is checked like the prompt it becomes', async () => {
  const at = set({});
  const idle = await at.ask({ kind: 'idle', questions: [aQuestion({ text: 'What next?', options: [] })] });
  const held = (words: string, irreversible = false, own: WrittenPrompts = 'any', also: readonly string[][] = []) =>
    at.judge.held(idle, { kind: 'redirect', message: words }, { irreversible, prompts: { own, also } });
  expect(held('! rm -rf /')).toBeDefined();
  expect(held('go on\n!ls')).toBeDefined();
  expect(held('# remember this')).toBeUndefined();
  expect(held('/permissions')).toBeDefined();
  expect(held('/gsd:verify 3')).toBeUndefined();
  expect(held('! ls', true)).toBeUndefined();
  expect(held('go\u001b[2K on', true)).toContain('control characters');
  const some = ['/clear', '/model *', '/gsd:*', 'continue'];
  for (const text of ['/clear', '/model opus', '/gsd:plan-phase 3', 'continue']) expect(held(text, false, some), text).toBeUndefined();
  for (const text of ['/clear all', '/permissions', 'continue, and publish', '/gsd:plan\nand publish'])
    expect(held(text, true, some), text).toContain('is not among the prompts of its step ("/clear", "/model *", "/gsd:*", "continue")');
  expect(held('/clear', false, ['/*'])).toContain('drops the conversation');
  // A project takes prompts away. It names no command of the program in the user's place.
  const ofProject = "is not among the prompts that the project's file leaves it";
  expect(held('/gsd:plan-phase 3', false, some, [['/gsd:plan-phase *', 'publish']])).toBeUndefined();
  expect(held('/gsd:ship', false, some, [['/gsd:plan-phase *']])).toContain(`"/gsd:ship" ${ofProject} ("/gsd:plan-phase *")`);
  expect(held('publish', false, some, [['publish']])).toContain('is not among the prompts of its step');
  expect(held('go on', true, 'any', [['go *'], ['go off']])).toContain(`${ofProject} ("go off")`);
  expect(held('/clear', false, 'any', [['/clear']])).toContain('drops the conversation');
  const several = { kind: 'answers', answers: [{ kind: 'words', words: '/clear' }], nextPrompts: ['publish'] } as const;
  expect(at.judge.held(idle, several, { irreversible: false, prompts: { own: some, also: [] } })).toContain('"publish" is not among');
  expect(at.judge.held(idle, several, { irreversible: true })).toContain('does not say prompts:');
});

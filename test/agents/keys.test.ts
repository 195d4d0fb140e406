// The hands at the real Claude Code: no hooks, only what is on the screen; and what the model was told decides.
// More repetitions: ANSWERBACK_KEYS_RUNS=20 npm run test:agents. With times: npm run bench:keys.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { quirksOf } from '../../src/channels/claude-code/keys/goal.ts';
import { type Action, actionsOf, answers, asking, chosen, colour, question } from '../support/agents/actions.ts';
import { type FakeModel, startFakeModel } from '../support/agents/fake-model.ts';
import { type Hands, handsAt, named, STAGES } from '../support/agents/hands.ts';

const VERSION = process.env.ANSWERBACK_CLAUDE ?? '2.1.325';
const RUNS = Number(process.env.ANSWERBACK_KEYS_RUNS ?? 1);
const ACTIONS = actionsOf(quirksOf(VERSION));

const action = (name: string): Action => ACTIONS.find((one) => one.name === name) as Action;

describe.each(STAGES.map((stage) => [named(stage), stage] as const))(`Claude Code ${VERSION} by keys, %s`, (_, stage) => {
  let model: FakeModel;
  let hands: Hands | undefined;

  beforeAll(async () => {
    model = await startFakeModel();
    return () => model.stop();
  });
  beforeEach(async () => {
    // What a failed test left on the screen is nobody else's business.
    if (hands && /Esc to\s+cancel|Submit answers|ctrl\+g to edit/.test(await hands.claude.screen())) {
      await hands.stop();
      hands = undefined;
    }
    hands ??= await handsAt(VERSION, model, stage);
  });
  afterAll(() => hands?.stop());
  const at = () => hands as Hands;

  it.each(ACTIONS.map((one) => [one.name, one] as const))('%s', async (_, one) => {
    for (let run = 0; run < RUNS; run += 1) {
      const { typed, right, content } = await at().perform(one, `${run}-${stage.columns}${stage.tui[0]}`);
      expect(typed, await at().claude.screen()).toMatchObject({ kind: 'typed' });
      expect(right, content).toBe(true);
    }
  });

  it('another question than the one decided is left alone', async () => {
    const other = { ...colour, options: [...colour.options].reverse() };
    const [id = ''] = await at().ask({ ...action('choose the first'), calls: () => [asking([other])] }, 'other');
    expect(await at().type(action('choose the first'), 'other')).toEqual({
      kind: 'stopped',
      touched: false,
      reason: 'another question is on the screen',
    });
    await at().claude.keys('Enter');
    expect((await model.toolResult(id)).content).toContain('"Which colour?"="Yellow"');
  });

  it('another permission than the one decided is left alone', async () => {
    await at().ask(action('allow once'), 'one');
    expect(await at().type(action('allow once'), 'other')).toEqual({
      kind: 'stopped',
      touched: false,
      reason: 'another permission dialog is on the screen',
    });
    expect(await at().type(action('refuse'), 'one')).toMatchObject({ kind: 'typed' });
  });

  it('a dialog of another kind than the one decided is left alone', async () => {
    await at().ask(action('allow once'), 'kind');
    expect(await at().type(action('choose the first'), 'kind')).toMatchObject({
      kind: 'stopped',
      touched: false,
      reason: 'a permission dialog is on the screen instead',
    });
    expect(await at().type(action('approve a plan'), 'kind')).toMatchObject({
      kind: 'stopped',
      touched: false,
      reason: 'a permission dialog is on the screen instead',
    });
    expect(await at().type(action('refuse'), 'kind')).toMatchObject({ kind: 'typed' });
  });

  it('two questions asked at once are each given their own answer', async () => {
    const size = question('Which size?', ['Small', 'Large', 'Huge']);
    const [first = '', second = ''] = model.script('two at once', [{ tools: [asking([colour]), asking([size])] }]);
    await at().claude.prompt('two at once');
    await at().claude.waitForSettled(/Esc to\s+cancel/);
    // The second dialog is there as soon as the first is gone.
    await at().type(action('choose the last'), 'two');
    const decided = {
      ...action('choose the last'),
      ask: () => ({ kind: 'question' as const, questions: [size] }),
      verdict: answers(chosen(2)),
    };
    expect(await at().type(decided, 'two')).toMatchObject({ kind: 'typed' });
    expect((await model.toolResult(first)).content).toContain('"Which colour?"="Yellow"');
    expect((await model.toolResult(second)).content).toContain('"Which size?"="Large"');
  });
});

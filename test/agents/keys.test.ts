// Types decisions into the real Claude Code without hooks, and checks what the model was told.
// More repetitions: ANSWERBACK_KEYS_RUNS=20 npm run test:agents. With timing: npm run bench:keys.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { quirksOf } from '../../src/agents/claude-code/keys/goal.ts';
import { type Action, actionsOf, answers, asking, chosen, colour, question } from '../support/agents/actions.ts';
import { type FakeModel, pauses, startFakeModel } from '../support/agents/fake-model.ts';
import { CLAUDE_CODE } from '../support/agents/packages.ts';
import { named, STAGES, type Typist, typistAt } from '../support/agents/typist.ts';

const RUNS = Number(process.env.ANSWERBACK_KEYS_RUNS ?? 1);
const ACTIONS = actionsOf(quirksOf(CLAUDE_CODE));

const action = (name: string): Action => ACTIONS.find((one) => one.name === name) as Action;

// The matrix has the first one too, through a broker.
const stages = process.env.ANSWERBACK_SHORT ? STAGES.slice(1, 2) : STAGES;

describe.each(stages.map((stage) => [named(stage), stage] as const))(`Claude Code ${CLAUDE_CODE} by keys, %s`, (_, stage) => {
  let model: FakeModel;
  let typist: Typist | undefined;

  beforeAll(async () => {
    model = await startFakeModel();
    return () => model.stop();
  });
  beforeEach(async () => {
    // Starts afresh if a failed test left a dialog on the screen.
    if (typist && /Esc to\s+cancel|Submit answers|ctrl[+-]g to edit|\(esc\)/.test(await typist.claude.screen())) {
      await typist.stop();
      typist = undefined;
    }
    typist ??= await typistAt(CLAUDE_CODE, model, stage);
  });
  afterAll(() => typist?.stop());
  const at = () => typist as Typist;

  it.each(ACTIONS.map((one) => [one.name, one] as const))('%s', async (_, one) => {
    for (let run = 0; run < RUNS; run += 1) {
      const { typed, right, content } = await at().perform(one, `${run}-${stage.columns}${stage.tui[0]}`);
      expect(typed, `${JSON.stringify(typed)}\n${await at().claude.screen()}`).toMatchObject({ kind: 'typed' });
      expect(right, content).toBe(true);
    }
  });

  // The whole run is at the longest pause.
  const examples = stage === STAGES[0] ? ['choose the first', 'a form of four', 'allow once', 'approve a plan'] : [];
  const others = examples.flatMap((name) =>
    pauses(true)
      .slice(0, -1)
      .map((pauseMs) => [name, pauseMs] as const),
  );
  it.each(others)('%s, pause %i ms', async (name, pauseMs) => {
    model.pauseMs = pauseMs;
    onTestFinished(() => {
      model.pauseMs = pauses(true).at(-1) ?? 0;
    });
    const { typed, right, content } = await at().perform(action(name), `pause-${pauseMs}`);
    expect(typed, await at().claude.screen()).toMatchObject({ kind: 'typed' });
    expect(right, content).toBe(true);
  });

  it('does not answer a question other than the one decided', async () => {
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

  it('does not answer a permission other than the one decided', async () => {
    await at().ask(action('allow once'), 'one');
    expect(await at().type(action('allow once'), 'other')).toEqual({
      kind: 'stopped',
      touched: false,
      reason: 'another permission dialog is on the screen',
    });
    expect(await at().type(action('refuse'), 'one')).toMatchObject({ kind: 'typed' });
  });

  it('does not answer a dialog of another kind than the one decided', async () => {
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

  it('does not type the words of a refusal where they would be a command, and leaves the dialog open', async () => {
    const declined = (message: string): Action => ({ ...action('choose the first'), verdict: { kind: 'decline', message } });
    const [id = ''] = await at().ask(action('choose the first'), 'commands');
    for (const message of ['exit', ' :q', '\n/clear', '!ls', '?'])
      expect(await at().type(declined(message), 'commands'), message).toMatchObject({ kind: 'stopped', touched: false });
    expect(await at().type(action('choose the first'), 'commands')).toMatchObject({ kind: 'typed' });
    expect((await model.toolResult(id)).content).toContain('"Which colour?"="Red"');
  });

  // Claude Code suggests files and emojis for the end of some of these, and Enter would take the suggestion.
  it.each(['see @notes', '& fix it', '# not that', '／clear', '！ls', 'all done :tada'])(
    'is told what only looks like a command: %s',
    async (message) => {
      writeFileSync(join(at().claude.paths.project, 'notes.md'), 'a note\n');
      const redirect: Action = { ...action('chat about it'), verdict: { kind: 'redirect', message }, followUp: message };
      const { typed, right, content } = await at().perform(redirect, `message of ${message.length}`);
      expect(typed, await at().claude.screen()).toMatchObject({ kind: 'typed' });
      expect(right, content).toBe(true);
    },
  );

  it('answers each of two questions that are asked at once', async () => {
    const size = question('Which size?', ['Small', 'Large', 'Huge']);
    const [first = '', second = ''] = model.script('two at once', [{ tools: [asking([colour]), asking([size])] }]);
    await at().claude.prompt('two at once');
    await at().claude.waitForSettled(/Esc to\s+cancel/);
    // The second dialog appears as soon as the first one closes.
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

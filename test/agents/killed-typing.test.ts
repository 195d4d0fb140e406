// Kills the broker (-9) between two keys: after a restart the right answer is delivered once, or the ask says why it was not.
//
// The broker has no test hooks. The test watches the pane from outside, and kills the broker when it sees change number k.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseScreen } from '../../src/agents/claude-code/screen/parse.ts';
import { readScreen } from '../../src/agents/claude-code/screen/read.ts';
import { verdictInputOf } from '../../src/ask/verdict.ts';
import { tmuxServers } from '../../src/pane/tmux/tmux.ts';
import type { Terminal } from '../../src/system/terminal.ts';
import { ACTIONS, type Action, isTold } from '../support/agents/actions.ts';
import { type BrokerTypist, brokerTypist } from '../support/agents/broker-typist.ts';
import { dialogOverdue } from '../support/agents/dialog-overdue.ts';
import { type FakeModel, startFakeModel } from '../support/agents/fake-model.ts';
import { CLAUDE_CODE } from '../support/agents/packages.ts';
import { by } from '../support/home.ts';

/** Kill after these changes of the screen; after more changes than there are, nothing is killed. For all of them: ANSWERBACK_KILLS=all. */
const STEPS = process.env.ANSWERBACK_KILLS === 'all' ? [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] : undefined;
const KILLED: readonly (readonly [string, readonly number[]])[] = [
  ['choose the last', [0, 1, 2]],
  ['own words', [1, 2]],
  ['several options and own words', [1, 3, 5, 6]],
  ['a preview and a note', [2, 3, 4, 5]],
  ['a form of four', [2, 4, 6, 8, 10]],
];

let model: FakeModel;
let typist: BrokerTypist;
let terminal: Terminal;

beforeAll(async () => {
  model = await startFakeModel();
  typist = await brokerTypist({ version: CLAUDE_CODE, model });
  const socket = (await typist.claude.pane.tmux('display-message', '-p', '#{socket_path}')).trim();
  terminal = tmuxServers(process.env)(socket).terminal(typist.claude.pane.id);
});
afterAll(async () => {
  await typist?.stop();
  await model?.stop();
});

/** What the dialog shows; undefined when there is none. */
async function shown(): Promise<string | undefined> {
  const look = await terminal.look();
  if (!look) return undefined;
  const state = readScreen(parseScreen(`${look.ansi}\n`, look.cursor, look.columns, look.alternate));
  return ['question', 'review'].includes(state.kind) ? JSON.stringify(state) : undefined;
}

/** Resolves when the dialog has changed this many times, or is closed. Returns how many changes it saw. */
async function changes(count: number, timeUp: AbortSignal): Promise<number> {
  let last = await shown();
  for (let seen = 0; seen < count; ) {
    if (timeUp.aborted) return seen;
    const now = await shown();
    if (now === undefined) return seen;
    if (now !== last) seen += 1;
    last = now;
  }
  return count;
}

const action = (name: string): Action => ACTIONS.find((one) => one.name === name) as Action;

describe(`Claude Code ${CLAUDE_CODE}: the broker is killed while it types`, () => {
  const cases = KILLED.flatMap(([name, steps]) => (STEPS ?? steps).map((step) => [name, step] as const));

  it.each(cases)('%s, after change %i', async (name, step) => {
    const { calls, verdict, told } = action(name);
    const [call] = calls('kill');
    const { id, ask } = await typist.ask(`${name} ${step}`, call as NonNullable<typeof call>);
    await dialogOverdue(ask);
    const client = typist.at.client();
    const pid = (await typist.at.pid()) as number;
    const late = AbortSignal.timeout(5_000);
    const changed = changes(step, late);
    await client.decide(ask.id, verdictInputOf(verdict), by('ada'));
    await changed;
    process.kill(pid, 'SIGKILL');
    await typist.broker();

    const over = async () => {
      const { state, delivery } = await client.show(ask.id);
      const stopped = delivery?.failures?.some(({ reason }) => !reason.includes('the broker stopped'));
      return state === 'verified' ? 'verified' : stopped ? 'stopped' : state;
    };
    await expect.poll(over, { interval: 100 }).toMatch(/verified|stopped/);
    const history = await client.history(ask.id);
    expect(history.filter((event) => event.happening.kind === 'settled')).toHaveLength(1);
    if ((await over()) === 'verified') {
      expect(isTold(told, (await model.toolResult(id)).content)).toBe(true);
      return;
    }
    const reasons = (await client.show(ask.id)).delivery?.failures?.map(({ reason }) => reason) ?? [];
    // Half a note may be somebody else's, so typing stops there; everything else is continued.
    expect(reasons).toEqual([
      'the broker stopped while it was delivering',
      expect.stringMatching(/^somebody (has typed|is typing) a note$/),
    ]);
    await expect(model.toolResult(id, 300)).rejects.toThrow('No tool_result');
    // The first Escape may only leave the notes.
    for (let left = await shown(); left !== undefined; left = await shown()) {
      await typist.claude.keys('Escape');
      await expect.poll(shown).not.toBe(left);
    }
  });
});

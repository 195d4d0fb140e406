// The broker is killed (-9) while an answering agent drives the real Claude Code: no prompt is given twice or out of order. One that was half typed is
// reported and not typed again, until a person has it delivered again.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClaudeSession } from '../support/agents/claude-session.ts';
import { type Driven, driven, PROMPTS, promptOf, RECEIVED } from '../support/agents/driven.ts';
import { CLAUDE_CODE } from '../support/agents/packages.ts';
import { eventually } from '../support/eventually.ts';

describe.each([
  ['with hooks', true],
  ['without hooks', false],
])(`Claude Code ${CLAUDE_CODE} %s, driven by an agent, and the broker is killed`, (_, hasHooks) => {
  let d: Driven;

  beforeAll(async () => {
    d = await driven(CLAUDE_CODE, hasHooks);
  });
  afterAll(() => d?.close());

  async function kill(): Promise<void> {
    process.kill((await d.at.pid()) as number, 'SIGKILL');
  }

  /** Each once: until its first key, it stays undelivered. */
  const retried = new Set<string>();

  /** As a person does who finds an answer half typed: empties the input box and has it delivered again. */
  async function deliverAgain(since: number, claude: ClaudeSession): Promise<void> {
    const stuck = (await d.idle(since)).find(({ state, updatedAt }) => state === 'undelivered' && Date.now() - updatedAt > 3_000);
    if (!stuck || retried.has(stuck.id)) return;
    retried.add(stuck.id);
    expect(stuck.delivery?.failures).toMatchObject([{ reason: 'the broker stopped while it was delivering' }]);
    expect(stuck.told).toMatchObject({ to: 'claw', about: 'undelivered', outcome: 'told' });
    await claude.keys('C-u');
    await claude.waitForSettled(/^❯\s*$/m);
    await d.client.deliverAgain(stuck.id);
  }

  type Moment = (since: number, claude: ClaudeSession) => Promise<unknown>;
  const moments: [string, Moment][] = [
    ['when the turn has ended', (since) => d.untilIdle(since, 0, 'open')],
    ['while the first prompt is typed', (since) => d.untilIdle(since, 0, 'delivering', 'delivered')],
    ['when the first prompt was typed', (since) => d.untilIdle(since, 0, 'delivered')],
    ['while the second prompt is typed', (since) => d.untilIdle(since, 1, 'answered', 'delivering', 'delivered', 'verified')],
    [
      'while the agent works, which ends its turn before the next broker starts',
      async (since, claude) => {
        await eventually(() => d.received(since).length > 0);
        await kill();
        await claude.waitForSettled((screen) => !/esc to interrupt/.test(screen) && /slow end/.test(screen));
      },
    ],
  ];

  it.each(moments)('%s: every prompt is given once and in order', async (_, moment) => {
    const claude = await d.start();
    try {
      if (!hasHooks) await restartFor(claude);
      await d.client.status();
      const since = await d.begin(claude);
      await moment(since, claude);
      if ((await d.at.pid()) !== undefined) await kill();
      // So that the next one sees its screen, too. The hook that says that a turn has ended may have come when no broker was running.
      d.at.env.CLAUDE_CONFIG_DIR = claude.paths.config;
      expect(await d.at.run(['broker', 'start'])).toMatchObject({ code: 0 });

      await eventually(async () => {
        await deliverAgain(since, claude);
        const [last, ...before] = (await d.idle(since)).toReversed();
        return before.length >= PROMPTS.length && last?.state === 'open' && last.route?.waitingFor?.kind === 'people';
      });
      const asks = await d.idle(since);
      expect(asks.flatMap((ask) => promptOf(ask) ?? [])).toEqual(PROMPTS);
      expect(d.received(since)).toEqual(RECEIVED);
      // /clear ran once.
      expect(new Set(asks.map(({ session }) => session)).size).toBe(2);
    } finally {
      await claude.stop();
    }
  });

  /** Without hooks, the broker finds a session in the folder of its configuration. */
  async function restartFor(claude: ClaudeSession): Promise<void> {
    d.at.env.CLAUDE_CONFIG_DIR = claude.paths.config;
    await d.at.run(['broker', 'stop']);
    expect(await d.at.run(['broker', 'start'])).toMatchObject({ code: 0 });
  }
});

// The broker is killed (-9) while an answering agent drives the real Claude Code: no prompt is given twice or out of order. One that was half typed is
// reported and not typed again, until a person has it delivered again.
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import type { State } from '../../src/question/lifecycle.ts';
import { type ClaudeSession, startClaude } from '../support/agents/claude-session.ts';
import { drivesWith, idleAsks, projectWithCommand, promptOf, received } from '../support/agents/driven.ts';
import { type FakeModel, startFakeModel } from '../support/agents/fake-model.ts';
import { hookSettings } from '../support/agents/hook-settings.ts';
import { eventually } from '../support/eventually.ts';
import { type Home, home } from '../support/home.ts';
import { freePort } from '../support/opencode/opencode.ts';

const VERSION = process.env.ANSWERBACK_CLAUDE ?? '2.1.325';
const PROMPTS = ['/clear', '/gsd:plan-phase 3', 'continue'];

describe(`Claude Code ${VERSION}, driven by an agent, and the broker is killed`, () => {
  let at: Home;
  let client: Client;
  let model: FakeModel;
  let settings: Record<string, unknown>;
  let project: string;

  beforeAll(async () => {
    project = projectWithCommand();
    model = await startFakeModel();
    model.script(/^Plan the phase/, [{ text: `${'slow '.repeat(20)}end`, slowlyMs: 50 }]);
    at = home();
    // The hooks know the port, so the next broker must have the same.
    at.env.ANSWERBACK_PORT = String(await freePort());
    drivesWith(at, PROMPTS);
    settings = await hookSettings(at, VERSION);
    client = at.client();
  });
  afterAll(async () => {
    await model?.stop();
    await at?.close();
    rmSync(project, { recursive: true, force: true });
  });

  const idle = (since: number) => idleAsks(at, since);

  async function kill(): Promise<void> {
    process.kill((await at.pid()) as number, 'SIGKILL');
  }

  /** Each once: until its first key, it stays undelivered. */
  const retried = new Set<string>();

  /** As a person does who finds an answer half typed: empties the input box and has it delivered again. */
  async function deliverAgain(since: number, claude: ClaudeSession): Promise<void> {
    const stuck = (await idle(since)).find(({ state, updatedAt }) => state === 'undelivered' && Date.now() - updatedAt > 3_000);
    if (!stuck || retried.has(stuck.id)) return;
    retried.add(stuck.id);
    expect(stuck.delivery?.failures).toMatchObject([{ reason: 'the broker stopped while it was delivering' }]);
    expect(stuck.told).toMatchObject({ to: 'claw', about: 'undelivered', outcome: 'told' });
    await claude.keys('C-u');
    await claude.waitForSettled(/^❯\s*$/m);
    await client.deliverAgain(stuck.id);
  }

  type Moment = (since: number, claude: ClaudeSession) => Promise<unknown>;
  const asIs =
    (ask: number, ...states: State[]): Moment =>
    (since) =>
      eventually(async () => states.includes((await idle(since))[ask]?.state as State));

  const moments: [string, Moment][] = [
    ['when the turn has ended', asIs(0, 'open')],
    ['while the first prompt is typed', asIs(0, 'delivering', 'delivered')],
    ['when the first prompt was typed', asIs(0, 'delivered')],
    ['while the second prompt is typed', asIs(1, 'answered', 'delivering', 'delivered', 'verified')],
    [
      'while the agent works, which ends its turn before the next broker starts',
      async (since, claude) => {
        await eventually(() => received(model, since).length > 0);
        await kill();
        await claude.waitForSettled((screen) => !/esc to interrupt/.test(screen) && /slow end/.test(screen));
      },
    ],
  ];

  it.each(moments)('%s: every prompt is given once and in order', async (_, moment) => {
    const claude = await startClaude({ version: VERSION, model, settings, args: ['--permission-mode', 'default'], cwd: project });
    try {
      await client.status();
      const since = Date.now();
      model.script(`go ${since}`, [{ text: 'begin' }]);
      await claude.prompt(`go ${since}`);
      await moment(since, claude);
      if ((await at.pid()) !== undefined) await kill();
      // So that the next one sees its screen, too. The hook that says that a turn has ended may have come when no broker was running.
      at.env.CLAUDE_CONFIG_DIR = claude.paths.config;
      expect(await at.run(['broker', 'start'])).toMatchObject({ code: 0 });

      await eventually(async () => {
        await deliverAgain(since, claude);
        const [last, ...before] = (await idle(since)).toReversed();
        return before.length >= PROMPTS.length && last?.state === 'open' && last.route?.waitingFor?.kind === 'people';
      });
      const asks = await idle(since);
      expect(asks.flatMap((ask) => promptOf(ask) ?? [])).toEqual(PROMPTS);
      expect(received(model, since)).toEqual(['Plan the phase with the number 3.', 'continue']);
      // /clear ran once.
      expect(new Set(asks.map(({ session }) => session)).size).toBe(2);
    } finally {
      await claude.stop();
    }
  });
});

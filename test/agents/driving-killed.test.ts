// The broker is killed (-9) while an answering agent drives the real Claude Code: no prompt is given twice or out of order. One that was half typed is
// reported and not typed again, until a person has it delivered again.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import type { AskView, State } from '../../src/question/lifecycle.ts';
import { type ClaudeSession, startClaude } from '../support/agents/claude-session.ts';
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
    project = mkdtempSync(join(tmpdir(), 'driven-'));
    mkdirSync(join(project, '.claude', 'commands', 'gsd'), { recursive: true });
    writeFileSync(join(project, '.claude', 'commands', 'gsd', 'plan-phase.md'), 'Plan the phase with the number $ARGUMENTS.\n');
    model = await startFakeModel();
    model.script(/^Plan the phase/, [{ text: `${'slow '.repeat(20)}end`, slowlyMs: 50 }]);
    at = home();
    // The hooks know the port, so the next broker must have the same.
    at.env.ANSWERBACK_PORT = String(await freePort());
    const program = join(at.place.folder, 'claw.mjs');
    writeFileSync(
      program,
      `let text = ''; for await (const chunk of process.stdin) text += chunk;
       const drives = { prompts: ${JSON.stringify(PROMPTS)}, risk: 'reversible', reason: 'as planned' };
       const reply = /its last message: begin/.test(text) ? drives : { pass: 'nothing to do' };
       console.log(JSON.stringify({ ask: /The id of this ask is (\\w+)/.exec(text)?.[1], ...reply }));`,
    );
    const routes = [{ name: 'drive', when: { kind: 'idle' }, decide: [{ agent: 'claw', prompts: PROMPTS }] }];
    writeFileSync(at.place.config, JSON.stringify({ answerers: { claw: { kind: 'command', run: [process.execPath, program] } }, routes }));
    settings = await hookSettings(at, VERSION);
    client = at.client();
  });
  afterAll(async () => {
    await model?.stop();
    await at?.close();
    rmSync(project, { recursive: true, force: true });
  });

  /** The idle asks from then on, the oldest first. */
  const idle = async (since: number) =>
    (await client.list({ kind: ['idle'], limit: 200 })).asks.filter(({ createdAt }) => createdAt >= since).toReversed();
  const words = ({ decision }: AskView) => {
    const [answer] = decision?.kind === 'answers' ? decision.answers : [];
    return answer?.kind === 'words' ? [answer.words] : [];
  };
  const received = (since: number) =>
    model.requests.flatMap(({ side, at: when, prompt }) => (side || when < since || prompt.startsWith('go ') ? [] : [prompt]));

  async function kill(): Promise<void> {
    process.kill((await at.pid()) as number, 'SIGKILL');
  }

  /** As a person does who finds an answer half typed: empties the input box and has it delivered again. */
  async function deliverAgain(since: number, claude: ClaudeSession): Promise<void> {
    const stuck = (await idle(since)).find(({ state, updatedAt }) => state === 'undelivered' && Date.now() - updatedAt > 3_000);
    if (!stuck) return;
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
        await eventually(() => received(since).length > 0);
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
      expect(asks.flatMap(words)).toEqual(PROMPTS);
      expect(received(since)).toEqual(['Plan the phase with the number 3.', 'continue']);
      // /clear ran once.
      expect(new Set(asks.map(({ session }) => session)).size).toBe(2);
    } finally {
      await claude.stop();
    }
  });
});

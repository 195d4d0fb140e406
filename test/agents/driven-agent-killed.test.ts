// The real Claude Code is killed (-9) while an answering agent drives it, and started again in the same pane: no prompt is given twice, none reaches
// the program that is in the pane then, and what was not given is reported.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
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
const FINISHED: readonly State[] = ['delivered', 'verified', 'withdrawn', 'unconfirmed'];
const PLAN = 'Plan the phase with the number 3.';

describe.each([
  ['with hooks', true],
  ['without hooks', false],
])(`Claude Code ${VERSION} %s is killed while an agent drives it`, (_, hasHooks) => {
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
    // The hooks know the port, and each test has its own broker.
    at.env.ANSWERBACK_PORT = String(await freePort());
    drivesWith(at, PROMPTS);
    settings = hasHooks ? await hookSettings(at, VERSION) : {};
    client = at.client();
  });
  afterAll(async () => {
    await model?.stop();
    await at?.close();
    rmSync(project, { recursive: true, force: true });
  });

  const idle = (since: number) => idleAsks(at, since);
  const prompts = async (since: number) => (await client.prompts(true)).filter(({ queuedAt }) => queuedAt >= since);
  const sessionsOf = async (claude: ClaudeSession) =>
    (await client.sessions(true)).filter(({ tmux }) => String(tmux).endsWith(claude.pane.server));

  type Moment = (since: number, claude: ClaudeSession) => Promise<unknown>;
  const asIs =
    (ask: number, ...states: State[]): Moment =>
    (since) =>
      eventually(async () => states.includes((await idle(since))[ask]?.state as State));
  const moments: [string, Moment][] = [
    ['before the first prompt is typed', asIs(0, 'open', 'answered', 'delivering')],
    ['while the first prompt is typed', asIs(0, 'delivering', 'delivered')],
    // Only hooks say for certain that it was submitted.
    ...(hasHooks
      ? [['after Enter, while /clear changes its session id', asIs(0, 'delivered', 'verified')] satisfies [string, Moment]]
      : []),
    ['when /clear has changed its session id', asIs(1, 'open', 'answered', 'delivering')],
    ['while the second prompt is typed', asIs(1, 'delivering', 'delivered')],
    ['while it works on the second prompt', (since) => eventually(() => received(model, since).length > 0)],
    ['between the second prompt and the third', asIs(2, 'open', 'answered', 'delivering')],
  ];

  it.each(moments)('%s', async (_moment, moment) => {
    const typed = join(project, 'typed');
    // What is typed after its end is written to a file.
    const startedBy = (claude: readonly string[]) => ['sh', '-c', `"$@"; cat > ${typed}`, 'sh', ...claude];
    const args = ['--permission-mode', 'default'];
    const claude = await startClaude({ version: VERSION, model, settings, args, cwd: project, startedBy });
    try {
      at.env.CLAUDE_CONFIG_DIR = claude.paths.config;
      await at.run(['broker', 'stop']);
      expect(await at.run(['broker', 'start'])).toMatchObject({ code: 0 });
      const since = Date.now();
      model.script(`go ${since}`, [{ text: 'begin' }]);
      await claude.prompt(`go ${since}`);
      await moment(since, claude);
      const { pid } = (await sessionsOf(claude)).find(({ endedAt }) => endedAt === undefined) ?? {};
      process.kill(pid as number, 'SIGKILL');

      // Everything is over, and says why.
      await eventually(async () => (await sessionsOf(claude)).every(({ endedAt }) => endedAt !== undefined));
      await eventually(async () => (await prompts(since)).every(({ state }) => state === 'sent' || state === 'cancelled'));
      for (const { state, reason } of await prompts(since))
        if (state === 'cancelled') expect(reason).toMatch(/the session ended|did not reach the agent/);
      const unfinished = async () => (await idle(since)).map(({ state }) => state).filter((state) => !FINISHED.includes(state));
      await expect.poll(unfinished).toEqual([]);
      for (const { state, ending } of await idle(since)) if (state === 'withdrawn') expect(ending).toMatch(/\S/);
      const given = (await idle(since)).flatMap((ask) => promptOf(ask) ?? []);
      expect(given).toEqual(PROMPTS.slice(0, given.length));
      const reached = received(model, since);
      expect([PLAN, 'continue'].slice(0, reached.length)).toEqual(reached);
      // It may die between a look and the text. Enter is pressed only where the text is seen in its input box.
      expect(readFileSync(typed, 'utf8')).not.toMatch(/[\r\n]/);
    } finally {
      await claude.stop();
    }
  });
});

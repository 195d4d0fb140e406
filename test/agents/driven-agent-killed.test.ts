// The real Claude Code is killed (-9) while an answering agent drives it, and started again in the same pane: no prompt is given twice, none reaches
// the program that is in the pane then, and what was not given is reported.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { State } from '../../src/ask/schema/history.ts';
import type { ClaudeSession } from '../support/agents/claude-session.ts';
import { type Driven, driven, PROMPTS, promptOf, RECEIVED } from '../support/agents/driven.ts';
import { CLAUDE_CODE } from '../support/agents/packages.ts';
import { eventually } from '../support/eventually.ts';

const FINISHED: readonly State[] = ['delivered', 'verified', 'withdrawn', 'unconfirmed'];

describe.each([
  ['with hooks', true],
  ['without hooks', false],
])(`Claude Code ${CLAUDE_CODE} %s is killed while an agent drives it`, (_, hasHooks) => {
  let d: Driven;

  beforeAll(async () => {
    d = await driven(CLAUDE_CODE, hasHooks);
  });
  afterAll(() => d?.close());

  const prompts = async (since: number) => (await d.client.prompts(true)).filter(({ queuedAt }) => queuedAt >= since);
  const sessionsOf = async (claude: ClaudeSession) =>
    (await d.client.sessions(true)).filter(({ tmux }) => String(tmux).endsWith(claude.pane.server));

  type Moment = (since: number) => Promise<unknown>;
  const moments: [string, Moment][] = [
    ['before the first prompt is typed', (since) => d.untilIdle(since, 0, 'open', 'answered', 'delivering')],
    ['while the first prompt is typed', (since) => d.untilIdle(since, 0, 'delivering', 'delivered')],
    ['after Enter, while /clear changes its session id', (since) => d.untilIdle(since, 0, 'delivered', 'verified')],
    ['when /clear has changed its session id', (since) => d.untilIdle(since, 1, 'open', 'answered', 'delivering')],
    ['while the second prompt is typed', (since) => d.untilIdle(since, 1, 'delivering', 'delivered')],
    ['while it works on the second prompt', (since) => eventually(() => d.received(since).length > 0)],
    ['between the second prompt and the third', (since) => d.untilIdle(since, 2, 'open', 'answered', 'delivering')],
  ];

  it.each(moments)('%s', async (_moment, moment) => {
    const typed = join(d.project, 'typed');
    // What is typed after its end is written to a file.
    const claude = await d.start({ startedBy: (command) => ['sh', '-c', `"$@"; cat > ${typed}`, 'sh', ...command] });
    try {
      d.at.env.CLAUDE_CONFIG_DIR = claude.paths.config;
      await d.at.run(['broker', 'stop']);
      expect(await d.at.run(['broker', 'start'])).toMatchObject({ code: 0 });
      const since = await d.begin(claude);
      await moment(since);
      const { pid } = (await sessionsOf(claude)).find(({ endedAt }) => endedAt === undefined) ?? {};
      process.kill(pid as number, 'SIGKILL');

      // Everything is over, and says why.
      await eventually(async () => (await sessionsOf(claude)).every(({ endedAt }) => endedAt !== undefined));
      await eventually(async () => (await prompts(since)).every(({ state }) => state === 'sent' || state === 'cancelled'));
      for (const { state, reason } of await prompts(since))
        if (state === 'cancelled') expect(reason).toMatch(/the session ended|the agent is gone|did not reach the agent/);
      const unfinished = async () => (await d.idle(since)).map(({ state }) => state).filter((state) => !FINISHED.includes(state));
      await expect.poll(unfinished).toEqual([]);
      for (const { state, ending } of await d.idle(since)) if (state === 'withdrawn') expect(ending).toMatch(/\S/);
      const given = (await d.idle(since)).flatMap((ask) => promptOf(ask) ?? []);
      expect(given).toEqual(PROMPTS.slice(0, given.length));
      const reached = d.received(since);
      expect(RECEIVED.slice(0, reached.length)).toEqual(reached);
      // It may die between a look and the text. Enter is pressed only where the text is seen in its input box.
      expect(readFileSync(typed, 'utf8')).not.toMatch(/[\r\n]/);
    } finally {
      await claude.stop();
    }
  });
});

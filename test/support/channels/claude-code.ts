// For the conformance suite: the real Claude Code in a real tmux, with our hooks and a fake model.
import { setTimeout as delay } from 'node:timers/promises';
import { type Agent, ASKED, type Rig } from '../../../src/channels/channel.conformance.ts';
import { isAlive } from '../../../src/drivers/processes.ts';
import { startClaude } from '../agents/claude-session.ts';
import { startFakeModel } from '../agents/fake-model.ts';
import { hookSettings } from '../agents/hook-settings.ts';
import type { Home } from '../home.ts';
import { postGarbage } from './garbage.ts';

export const claudeCode = (version: string): Rig => ({
  name: `Claude Code ${version}`,
  blocks: true,
  survivesRestart: true,
  start: (at) => start(at, version),
});

const DIALOG = /Esc to cancel/;

async function start(at: Home, version: string): Promise<Agent> {
  const model = await startFakeModel();
  const settings = await hookSettings(at, version);
  const claude = await startClaude({ version, model, settings, args: ['--permission-mode', 'default'] });
  const client = at.client();
  let asked = 0;
  const input = {
    questions: [
      {
        question: ASKED.text,
        header: ASKED.header,
        multiSelect: false,
        options: ASKED.options.map((label) => ({ label, description: `about ${label}` })),
      },
    ],
  };
  async function ask(): Promise<string> {
    asked += 1;
    const prompt = `ask number ${asked}`;
    const [call = ''] = model.script(prompt, [{ tools: [{ name: 'AskUserQuestion', input }] }]);
    await claude.prompt(prompt);
    await claude.waitForSettled(DIALOG);
    return call;
  }
  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    process.kill(claude.pid, signal);
    while (isAlive(claude.pid)) await delay(20);
  }
  return {
    ask,
    async told(call) {
      const known = model.toolResult(call);
      // A decline ends the turn, so the model is told only with the next prompt.
      const silent = claude.waitFor(/User declined to answer/).then(() => '');
      return Promise.any([known.then(({ content }) => content), silent]);
    },
    keyboard: {
      async choose(_, label) {
        const n = ASKED.options.indexOf(label as (typeof ASKED.options)[number]);
        await claude.keys(...Array.from({ length: n }, () => 'Down'), 'Enter');
      },
      dismiss: async () => claude.keys('Escape'),
    },
    async block() {
      // The waiting hook request is lost with the broker, so only keys remain, and copy mode blocks those.
      const pid = (await at.pid()) as number;
      process.kill(pid, 'SIGKILL');
      while (isAlive(pid)) await delay(20);
      await client.status();
      await claude.pane.tmux('copy-mode', '-t', claude.pane.id);
      return { open: async () => void (await claude.pane.tmux('send-keys', '-t', claude.pane.id, '-X', 'cancel')) };
    },
    sendGarbage: () => postGarbage(at, 'claude-code', { hook_event_name: 'PreToolUse', session_id: 'x' }),
    exit: () => end('SIGTERM'),
    crash: () => end('SIGKILL'),
    askAlone: async () => void (await ask()),
    async stop() {
      await claude.stop();
      await model.stop();
    },
  };
}

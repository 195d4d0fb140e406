// For the conformance suite: the real Claude Code in a real tmux, with our hooks and a fake model.
import { spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { type Agent, ASKED, type Rig } from '../../../src/agents/agent.conformance.ts';
import { isAlive } from '../../../src/system/processes.ts';
import { startClaude } from '../agents/claude-session.ts';
import { type ModelRequest, startFakeModel } from '../agents/fake-model.ts';
import { hookSettings } from '../agents/hook-settings.ts';
import { eventually } from '../eventually.ts';
import type { Home } from '../home.ts';
import { replaceBroker } from '../kill.ts';
import { ownPort } from '../own-port.ts';
import { CLAUDE_CODE_IGNORED, post, postGarbage } from './garbage.ts';

/** How asks reach the broker: by hooks over its port or its socket, or without hooks. */
type Via = 'port' | 'socket' | 'screen';

export const claudeCode = (version: string, via: Via = 'port'): Rig => ({
  name: `Claude Code ${version}, ${via === 'screen' ? 'without hooks' : `hooks over the ${via}`}`,
  ignoredLine: CLAUDE_CODE_IGNORED,
  survivesRestart: true,
  // These hooks are commands, and a command can start one.
  ...(via === 'socket' ? { startsBroker: true } : {}),
  start: (at) => start(at, version, via),
});

const DIALOG = /Esc to cancel/;
/** What the model is told of a dialog that was closed without an answer. */
const REJECTED = /doesn't want to proceed with this tool use/;

async function start(at: Home, version: string, via: Via): Promise<Agent> {
  const model = await startFakeModel();
  const hooks = via !== 'screen';
  // The hooks name it, and a broker that was restarted must be found there.
  at.env.ANSWERBACK_PORT = String(await ownPort());
  const settings = via === 'screen' ? {} : await hookSettings(at, version, via);
  const claude = await startClaude({ version, model, settings, args: ['--permission-mode', 'default'] });
  const client = at.client();
  if (!hooks) {
    at.env.CLAUDE_CONFIG_DIR = claude.paths.config;
    await client.status();
  } else {
    // The hook at the start of a session starts a broker if there is none, so a test that ends the broker must not come before it.
    await eventually(async () => (await client.sessions()).length > 0 && !hasHooks(claude.pid));
  }
  let asked = 0;
  /** How many requests the model had got before each call. */
  const askedAt = new Map<string, number>();
  const isOther = ({ prompt, side }: ModelRequest) => !side && !prompt.startsWith('ask number');
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
    askedAt.set(call, model.requests.length);
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
    // The transcript may have the call only after the dialog was closed.
    mayBeAbout: ({ kind, toolUseId }) => !hooks && kind === 'question' && toolUseId.startsWith('screen:'),
    async repeat(call) {
      // Without hooks, another broker reads the same dialog from the screen.
      if (!hooks) return replaceBroker(at);
      const { asks } = await client.list({ kind: ['question'] });
      const [first] = await client.history(asks.find(({ toolUseId }) => toolUseId === call)?.id ?? '');
      const happening = first && 'happening' in first ? first.happening : undefined;
      const payload = happening?.kind === 'asked' ? happening.raw : undefined;
      if ((payload as { tool_use_id?: string } | undefined)?.tool_use_id !== call) throw new Error(`not a hook of ${call}`);
      await post(at.place.socket, '/v1/channels/claude-code', JSON.stringify(payload));
    },
    async told(call) {
      const { content } = await model.toolResult(call, 60_000);
      if (hooks || !REJECTED.test(content)) return content;
      // Without hooks, a message is typed as the next prompt after the dialog was closed.
      const next = await eventually(() => model.requests.slice(askedAt.get(call)).find(isOther));
      return `${content}\n${next.prompt}`;
    },
    /** As a result, or as a prompt that nobody typed: keys that came after the dialog was closed. */
    async timesTold(call) {
      const results = model.requests.map(({ body }) => JSON.stringify(body.messages).split(`"tool_use_id":"${call}"`).length - 1);
      return Math.max(0, ...results) + model.requests.filter(isOther).length;
    },
    keyboard: {
      choose: (_, label) => claude.choose(label),
      dismiss: async () => claude.keys('Escape'),
    },
    async block() {
      // The waiting hook request is lost with the broker, so only keys remain, and copy mode blocks those.
      await replaceBroker(at);
      await claude.pane.tmux('copy-mode', '-t', claude.pane.id);
      return { open: async () => void (await claude.pane.tmux('send-keys', '-t', claude.pane.id, '-X', 'cancel')) };
    },
    sendGarbage: () => postGarbage(at, 'claude-code', { hook_event_name: 'PreToolUse', session_id: 5 }),
    exit: () => end('SIGTERM'),
    crash: () => end('SIGKILL'),
    askAlone: ask,
    async stop() {
      await claude.stop();
      await model.stop();
    },
  };
}

/** Whether a hook that is a command is running. */
function hasHooks(agent: number): boolean {
  return spawnSync('ps', ['-o', 'args=', '--ppid', String(agent)], { encoding: 'utf8' }).stdout.includes('hook.cjs');
}

// The real opencode in a real tmux, with our plugin and a fake model, for the conformance suite.
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { vi } from 'vitest';
import { type Agent, ASKED, type Rig } from '../../../src/channels/channel.conformance.ts';
import { referenceOf } from '../../../src/channels/opencode/reference.ts';
import { isAlive } from '../../../src/drivers/processes.ts';
import type { Home } from '../home.ts';
import { ask as askCall, startFakeOpencodeModel } from '../opencode/fake-model.ts';
import { startOpencodeTui } from '../opencode/opencode.ts';
import { installedPlugin } from '../opencode/plugin.ts';
import { postGarbage } from './garbage.ts';

export const opencode: Rig = { name: 'opencode', blocks: true, survivesRestart: true, start };

const DIALOG = /esc dismiss/;
const QUESTION = {
  question: ASKED.text,
  header: ASKED.header,
  options: ASKED.options.map((label) => ({ label, description: `about ${label}` })),
};

async function start(at: Home): Promise<Agent> {
  const client = at.client();
  const model = await startFakeOpencodeModel();
  // tmux sets a pane's own process going again when it is stopped, so opencode runs below a shell.
  const wrapper = ['sh', '-c', '"$0" "$@"; true'];
  const tui = await startOpencodeTui({ model, plugin: await installedPlugin(at), wrapper });
  const pid = Number(readFileSync(`/proc/${tui.pid}/task/${tui.pid}/children`, 'utf8').trim());
  /** The model's own name for a call, by the ask's. */
  const calls = new Map<string, string>();
  let asked = 0;

  async function prompt(): Promise<void> {
    asked += 1;
    const text = `ask number ${asked}`;
    model.script(text, [{ calls: [askCall(QUESTION)] }]);
    await tui.prompt(text);
    await tui.waitFor(DIALOG);
  }
  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    process.kill(pid, signal);
    while (isAlive(pid)) await delay(20);
  }
  return {
    async ask() {
      await prompt();
      const open = async () => (await client.list({ kind: ['question'] })).asks.find(({ toolUseId }) => !calls.has(toolUseId));
      const view = await vi.waitUntil(open, { timeout: 60_000 });
      calls.set(view.toolUseId, referenceOf(view)?.call ?? '');
      return view.toolUseId;
    },
    told: (call) => model.toolResult(calls.get(call) ?? ''),
    keyboard: {
      choose: (_, label) => tui.keys(String(ASKED.options.indexOf(label as (typeof ASKED.options)[number]) + 1)),
      dismiss: () => tui.keys('Escape'),
    },
    async block() {
      // A process that stands still answers no call; what it was asked to do is done when it goes on.
      process.kill(pid, 'SIGSTOP');
      return { open: async () => void process.kill(pid, 'SIGCONT') };
    },
    sendGarbage: () => postGarbage(at, 'opencode', { protocol: 1, kind: 'hello' }, { protocol: 1, kind: 'events', link: 'x', events: [] }),
    exit: () => end('SIGTERM'),
    crash: () => end('SIGKILL'),
    askAlone: prompt,
    async stop() {
      await tui.stop();
      await model.stop();
    },
  };
}

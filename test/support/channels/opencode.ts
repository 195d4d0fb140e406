// For the conformance suite: the real opencode with a fake model and our plugin. Either a TUI in a real tmux, or `opencode serve` and a TUI that
// is attached to it.
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { vi } from 'vitest';
import { type Agent, ASKED, type Rig } from '../../../src/agents/agent.conformance.ts';
import { referenceOf } from '../../../src/agents/opencode/reference.ts';
import { isAlive } from '../../../src/system/processes.ts';
import { eventually } from '../eventually.ts';
import type { Home } from '../home.ts';
import { ask as askCall, type FakeOpencodeModel, startFakeOpencodeModel } from '../opencode/fake-model.ts';
import { type OpencodeTui, startOpencodeServer, startOpencodeTui } from '../opencode/opencode.ts';
import { installedPlugin } from '../opencode/plugin.ts';
import { OPENCODE_GARBAGE, OPENCODE_IGNORED, postGarbage } from './garbage.ts';
import { sayHello } from './opencode-hello.ts';

export const opencode: Rig = {
  name: 'opencode',
  survivesRestart: true,
  ignoredLine: OPENCODE_IGNORED,
  async start(at) {
    const model = await startFakeOpencodeModel();
    // tmux sets a pane's own process going again when it is stopped, so opencode runs below a shell.
    const wrapper = ['sh', '-c', '"$0" "$@"; true'];
    const tui = await startOpencodeTui({ model, plugin: await installedPlugin(at), wrapper });
    const pid = Number(readFileSync(`/proc/${tui.pid}/task/${tui.pid}/children`, 'utf8').trim());
    return driven(at, { model, tui, pid, stop: tui.stop });
  },
};

export const opencodeServe: Rig = {
  name: 'opencode serve',
  survivesRestart: true,
  ignoredLine: OPENCODE_IGNORED,
  async start(at) {
    const model = await startFakeOpencodeModel();
    const server = await startOpencodeServer({ model, plugin: await installedPlugin(at) });
    const tui = await startOpencodeTui({ model, paths: server.paths, args: ['attach', server.url] });
    const stop = async () => {
      await tui.stop();
      await server.stop();
    };
    return driven(at, { model, tui, pid: server.pid, stop });
  },
};

type Parts = {
  readonly model: FakeOpencodeModel;
  /** Where its dialogs are. */
  readonly tui: OpencodeTui;
  /** Of the process that asks. */
  readonly pid: number;
  readonly stop: () => Promise<void>;
};

const DIALOG = /esc dismiss/;
const QUESTION = {
  question: ASKED.text,
  header: ASKED.header,
  options: ASKED.options.map((label) => ({ label, description: `about ${label}` })),
};

function driven(at: Home, { model, tui, pid, stop }: Parts): Agent {
  const client = at.client();
  /** The model's own name for a call, by the ask's. */
  const calls = new Map<string, string>();
  let asked = 0;

  /** Resolves with the prompt when the dialog is open. */
  async function prompt(): Promise<string> {
    asked += 1;
    const text = `ask number ${asked}`;
    model.script(text, [{ calls: [askCall(QUESTION)] }]);
    await tui.prompt(text);
    await tui.dialog.opened(DIALOG);
    return text;
  }
  /** The model asks in reply to the prompt, and is told the result with its second request. */
  async function resultOf(prompt: string): Promise<string> {
    const second = () => model.requests.filter(({ kind, prompt: text }) => kind === 'turn' && text.includes(prompt))[1];
    return (await eventually(second)).results.at(-1)?.content ?? '';
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
    async repeat(call) {
      const view = (await client.list({ kind: ['question'] })).asks.find(({ toolUseId }) => toolUseId === call);
      if (!view) throw new Error(`no ask for ${call}`);
      await sayHello(at, view.session);
    },
    told: (call) => (calls.has(call) ? model.toolResult(calls.get(call) ?? '') : resultOf(call)),
    async timesTold(call) {
      const each = model.requests.map(({ results }) => results.filter(({ callID }) => callID === calls.get(call)).length);
      return Math.max(0, ...each);
    },
    keyboard: {
      choose: (_, label) => tui.dialog.choose(label),
      dismiss: () => tui.keys('Escape'),
    },
    async block() {
      // A process that stands still answers no call; what it was asked to do is done when it goes on.
      process.kill(pid, 'SIGSTOP');
      return { open: async () => void process.kill(pid, 'SIGCONT') };
    },
    sendGarbage: () => postGarbage(at, 'opencode', ...OPENCODE_GARBAGE),
    exit: () => end('SIGTERM'),
    crash: () => end('SIGKILL'),
    askAlone: prompt,
    async stop() {
      await stop();
      await model.stop();
    },
  };
}

// For the conformance suite: our real plugin in a process of its own, over a fake opencode.
import { type Agent, ASKED, type Rig } from '../../../src/channels/channel.conformance.ts';
import { PATH, PROTOCOL } from '../../../src/channels/opencode/plugin/protocol.ts';
import { toolUseIdOf } from '../../../src/channels/opencode/reference.ts';
import { eventually } from '../eventually.ts';
import type { Home } from '../home.ts';
import { startStandIn } from '../opencode/start-stand-in.ts';
import { OPENCODE_GARBAGE, post, postGarbage } from './garbage.ts';

export const opencodePlugin: Rig = {
  name: 'opencode (our plugin over a fake one)',
  hasDialog: true,
  repeats: true,
  blocks: true,
  survivesRestart: true,
  start,
};

const QUESTION = { question: ASKED.text, header: ASKED.header, options: ASKED.options.map((label) => ({ label })) };

async function start(at: Home): Promise<Agent> {
  const client = at.client();
  const opencode = await startStandIn(at);
  const session = await opencode.do('session');
  /** opencode's own ids of a call. */
  const calls = new Map<string, { readonly request: string; readonly call: string }>();
  const idsOf = (call: string) => calls.get(call) ?? { request: '', call: '' };
  let prompts = 0;

  async function ask(): Promise<string> {
    prompts += 1;
    await opencode.do('prompt', session, `ask number ${prompts}`);
    const { id: request, sessionID, tool } = await opencode.do('ask', session, [QUESTION]);
    if (!(await opencode.do('shows', request))) throw new Error('opencode shows no dialog');
    const call = toolUseIdOf({ session: sessionID, message: tool.messageID, request, call: tool.callID });
    calls.set(call, { request, call: tool.callID });
    return call;
  }
  /** Events are handled in order, so what was sent before this prompt has been handled when the prompt is known. */
  async function allIsHandled(): Promise<void> {
    const other = await opencode.do('session');
    await opencode.do('prompt', other, 'the last event');
    await eventually(async () => (await client.sessions()).some(({ id }) => id === other));
  }
  return {
    ask,
    async repeat(call) {
      await opencode.do('askAgain', idsOf(call).request);
      const { link } = await eventually(async () => (await client.sessions()).find(({ id }) => id === session));
      const hello = { protocol: PROTOCOL, kind: 'hello', link, pid: opencode.pid, directory: opencode.project };
      await post(at.place.socket, PATH, JSON.stringify(hello));
      await allIsHandled();
    },
    told: (call) => opencode.told(idsOf(call).call),
    timesTold: (call) => opencode.do('replies', idsOf(call).request),
    keyboard: {
      choose: (call, label) => opencode.do('choose', idsOf(call).request, label),
      dismiss: (call) => opencode.do('dismiss', idsOf(call).request),
    },
    async block() {
      await opencode.do('refuse', true);
      return { open: () => opencode.do('refuse', false) };
    },
    sendGarbage: () => postGarbage(at, 'opencode', ...OPENCODE_GARBAGE),
    async exit() {
      await opencode.do('dispose');
      await opencode.kill('SIGTERM');
    },
    crash: () => opencode.kill('SIGKILL'),
    askAlone: ask,
    stop: opencode.stop,
  };
}

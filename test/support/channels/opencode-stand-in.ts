// For the conformance suite: a fake opencode in a process of its own, with our real plugin.
import { type Agent, ASKED, type Rig } from '../../../src/agents/agent.conformance.ts';
import { toolUseIdOf } from '../../../src/agents/opencode/reference.ts';
import type { Home } from '../home.ts';
import { startStandIn } from '../opencode/start-stand-in.ts';
import { OPENCODE_GARBAGE, OPENCODE_IGNORED, postGarbage } from './garbage.ts';
import { sayHello } from './opencode-hello.ts';

export const opencodeStandIn: Rig = {
  name: 'opencode (our plugin over a fake one)',
  withholds: true,
  survivesRestart: true,
  ignoredLine: OPENCODE_IGNORED,
  start,
};

const QUESTION = { question: ASKED.text, header: ASKED.header, options: ASKED.options.map((label) => ({ label })) };

async function start(at: Home): Promise<Agent> {
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
  return {
    ask,
    async repeat(call) {
      await opencode.do('askAgain', idsOf(call).request);
      await sayHello(at, session);
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
    async withhold(call) {
      await opencode.do('withhold');
      return { record: (label) => opencode.do('record', idsOf(call).request, label) };
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

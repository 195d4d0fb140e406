// For the conformance suite: a fake opencode in a process of its own, reached through our real plugin or over HTTP.
import { type Agent, ASKED, type Rig } from '../../../src/channels/channel.conformance.ts';
import { toolUseIdOf } from '../../../src/channels/opencode/reference.ts';
import { eventually } from '../eventually.ts';
import type { Home } from '../home.ts';
import { type StandIn, startStandIn } from '../opencode/start-stand-in.ts';
import { ownPort } from '../own-port.ts';
import { EVENT_IGNORED, OPENCODE_EVENTS, OPENCODE_GARBAGE, OPENCODE_IGNORED, postGarbage } from './garbage.ts';
import { configureServer, sayHello } from './opencode-links.ts';

export const opencodePlugin: Rig = {
  name: 'opencode (our plugin over a fake one)',
  withholds: true,
  survivesRestart: true,
  ignoredLine: OPENCODE_IGNORED,
  async start(at) {
    const opencode = await startStandIn(at);
    const agent = await driven(at, opencode);
    return { ...agent, sendGarbage: () => postGarbage(at, 'opencode', ...OPENCODE_GARBAGE) };
  },
};

export const opencodeServer: Rig = {
  name: 'opencode (a fake one behind HTTP, without our plugin)',
  withholds: true,
  survivesRestart: true,
  ignoredLine: EVENT_IGNORED,
  async start(at) {
    const port = await ownPort();
    configureServer(at, `http://127.0.0.1:${port}`);
    const opencode = await startStandIn(at, port);
    const agent = await driven(at, opencode);
    return {
      ...agent,
      async sendGarbage() {
        await isListenedTo(at, opencode);
        await opencode.do('send', OPENCODE_EVENTS);
        return OPENCODE_EVENTS.length;
      },
    };
  },
};

const QUESTION = { question: ASKED.text, header: ASKED.header, options: ASKED.options.map((label) => ({ label })) };

async function driven(at: Home, opencode: StandIn): Promise<Omit<Agent, 'sendGarbage'>> {
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
      // The broker asks for the pending requests again after a hello of the plugin, and when the stream of a server broke.
      await opencode.do('cut');
      if (opencode.hasPlugin) await sayHello(at, session);
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
    async exit() {
      await opencode.do('dispose');
      await opencode.kill('SIGTERM');
    },
    crash: () => opencode.kill('SIGKILL'),
    askAlone: ask,
    stop: opencode.stop,
  };
}

/** Events before the broker has connected are not sent to it. */
async function isListenedTo(at: Home, opencode: StandIn): Promise<void> {
  const client = at.client();
  const other = await opencode.do('session');
  await eventually(async () => {
    await opencode.do('prompt', other, 'are you there?');
    return (await client.sessions()).some(({ id }) => id === other);
  });
}

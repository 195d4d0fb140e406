// For the conformance suite: a program that calls our own tool, waits for the result, and reports what it received.
import { type Agent, ASKED, type Rig } from '../../../src/agents/agent.conformance.ts';
import type { Home } from '../home.ts';

export const toolCalls: Rig = { name: 'tool calls', fetches: true, withholds: true, survivesRestart: true, start };

async function start(at: Home): Promise<Agent> {
  const client = at.client();
  const session = { id: crypto.randomUUID(), program: 'tester', project: '/srv/app' };
  const request = (toolUseId: string) => ({
    session,
    toolUseId,
    rules: 'tolerant' as const,
    questions: [{ text: ASKED.text, header: ASKED.header, options: ASKED.options.map((label) => ({ label })) }],
  });
  const ids = new Map<string, string>();
  const stopped = new AbortController();
  return {
    async ask() {
      const call = crypto.randomUUID();
      ids.set(call, (await client.ask(request(call))).id);
      return call;
    },
    async repeat(call) {
      await client.ask(request(call));
    },
    async told(call) {
      const result = await client.result(ids.get(call) as string, stopped.signal);
      await client.receipt(result);
      return result.text;
    },
    /** Nothing happens before the program fetches its result. */
    async withhold(call) {
      return {
        async record(label) {
          if (label === undefined) return;
          const result = await client.result(ids.get(call) as string, stopped.signal);
          await client.receipt({ ...result, answers: result.answers.map((answer) => ({ ...answer, chosen: [label] })) });
        },
      };
    },
    async sendGarbage() {
      for (const body of [null, 7, 'ask', [], {}, { session: 1 }, { ...request('x'), questions: 'none' }])
        await client.ask(body as never).then(
          () => Promise.reject(new Error(`${JSON.stringify(body)} was accepted as an ask`)),
          () => {},
        );
      return 0;
    },
    exit: async () => void (await client.endSession(session.id, 'the program ended')),
    // The broker cannot notice that such a program was killed. The process that started it has to report it.
    crash: async () => void (await client.endSession(session.id, 'the program was killed')),
    async stop() {
      stopped.abort();
    },
  };
}

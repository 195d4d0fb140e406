// A real broker and a fake model for tests with the real opencode, and helpers that wait for the state of an ask.
import { referenceOf } from '../../../src/agents/opencode/reference.ts';
import type { AskView, State } from '../../../src/ask/schema/history.ts';
import { ensureBroker } from '../../../src/client/start.ts';
import type { Client } from '../client.ts';
import { BROKER_PROGRAM, type Home, home } from '../home.ts';
import { type FakeOpencodeModel, startFakeOpencodeModel } from './fake-model.ts';

export type Environment = {
  readonly at: Home;
  readonly client: Client;
  readonly model: FakeOpencodeModel;
  /** The ask whose first question contains these words, as soon as it is in one of the states. */
  becomes(words: string, ...states: State[]): Promise<AskView>;
  /** What the model was finally told about the tool call behind an ask. */
  told(ask: AskView): Promise<string>;
  start(): Promise<void>;
  /** SIGKILL; resolves when it is gone. */
  killBroker(): Promise<void>;
  stop(): Promise<void>;
};

const PATIENCE_MS = 60_000;

export async function startEnvironment(): Promise<Environment> {
  const at = home();
  const model = await startFakeOpencodeModel();
  const client = at.client();
  const start = async () => void (await ensureBroker({ place: at.place, program: BROKER_PROGRAM, env: at.env }));
  return {
    at,
    client,
    model,
    async becomes(words, ...states) {
      const known = new Set<string>();
      const stop = new AbortController();
      const timer = setTimeout(() => stop.abort(), PATIENCE_MS);
      try {
        for await (const item of client.events({ after: 0, signal: stop.signal })) {
          if (item.kind !== 'event' || !('ask' in item.event)) continue;
          const { ask, happening } = item.event;
          if (happening.kind === 'asked' && happening.ask.questions[0]?.text.includes(words)) known.add(ask);
          if (!known.has(ask)) continue;
          const view = await client.show(ask);
          if (states.includes(view.state)) return view;
        }
      } finally {
        clearTimeout(timer);
        stop.abort();
      }
      const { asks } = await client.list({ limit: 20 });
      const seen = asks.map((view) => [view.kind, view.questions[0]?.text, view.state, view.ending, view.delivery, view.receipt]);
      throw new Error(`"${words}" did not become ${states}: ${JSON.stringify(seen)}`);
    },
    told: (ask) => model.toolResult(referenceOf(ask)?.call ?? ''),
    start,
    async killBroker() {
      const pid = await at.pid();
      if (pid === undefined) return;
      process.kill(pid, 'SIGKILL');
      await isGone(pid);
    },
    async stop() {
      await model.stop();
      await at.close();
    },
  };
}

async function isGone(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

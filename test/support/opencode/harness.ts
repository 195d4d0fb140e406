// The opencode channel on a fake clock, connected to a fake plugin that speaks the real protocol.
import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { createOpencode } from '../../../src/agents/opencode/channel.ts';
import { createFilter } from '../../../src/agents/opencode/filter.ts';
import { PROTOCOL } from '../../../src/agents/opencode/plugin/protocol.ts';
import type { Decision } from '../../../src/ask/schema/decision.ts';
import type { AskView, State } from '../../../src/ask/schema/history.ts';
import type { Channel } from '../../../src/inbox/channel.ts';
import { createChannelInbox } from '../../../src/inbox/channel-inbox.ts';
import { createDeliveries } from '../../../src/inbox/deliveries.ts';
import { createPrompts } from '../../../src/inbox/prompts.ts';
import { settle } from '../../../src/inbox/settle.ts';
import type { Journal } from '../../../src/journal/journal.ts';
import { fakeBroker } from '../broker-harness.ts';
import type { FakeOpencode } from './fake-opencode.ts';

export type World = ReturnType<typeof world>;
type Options = { readonly excluded?: readonly string[] };

export function world(opened: Journal, { excluded = [] }: Options = {}) {
  const { journal, clock, waiting, newId, channels, pauses, sessions, broker, errors, onError } = fakeBroker(opened, Date.now());
  const debugged: string[] = [];
  const warned: object[] = [];
  const alive = new Set<number>();
  const program = 'opencode';
  const parts = () => ({
    inbox: createChannelInbox({ program, journal, sessions, clock, waiting, newId, deliver: (id) => deliveries.mayBeDeliverable(id) }),
    clock,
    machine: {
      env: {},
      terminal: () => undefined,
      watchFolder: () => () => {},
      isAlive: (pid: number) => alive.has(pid),
      whyNotInForeground: async () => undefined,
    },
    ignored: (folder: string | undefined) => (folder !== undefined && excluded.includes(folder) ? 'it is excluded' : undefined),
    warn(what: string, about: object) {
      warned.push({ what, ...about });
    },
    debug(why: string) {
      debugged.push(why);
    },
    onError,
  });
  let channel: Channel = createOpencode(parts());
  channels.add(program, channel);
  let deliveries = createDeliveries({ journal, clock, channels, pauses, onError });
  let prompts = createPrompts({ journal, clock, channelOf: channels.ofSession, newId, onError });
  const stop = async () => {
    deliveries.stop();
    prompts.stop();
    await channel.stop();
  };
  onTestFinished(stop);

  return {
    journal,
    clock,
    broker,
    errors,
    debugged,
    warned,
    alive,
    receive: (message: unknown, gone: AbortSignal) => channel.receive?.(message, gone) ?? Promise.resolve({ body: {} }),
    channel: () => channel,
    send: (session: string, text: string) => prompts.send(session, text, { kind: 'person', name: 'ada', surface: 'test' }),
    async start(): Promise<void> {
      await deliveries.recover();
      await channel.start();
      await deliveries.resume();
      await prompts.resume();
    },
    /** Another broker on the same journal. Plugins have to reconnect themselves. */
    async restart(): Promise<void> {
      await stop();
      channel = createOpencode(parts());
      channels.add(program, channel);
      deliveries = createDeliveries({ journal, clock, channels, pauses, onError });
      prompts = createPrompts({ journal, clock, channelOf: channels.ofSession, newId, onError });
      await this.start();
    },
    /** The only ask of this kind. */
    async ask(kind: AskView['kind'] = 'question'): Promise<AskView | undefined> {
      await soon();
      return (await journal.list({ kinds: [kind] }, { limit: 1 })).items[0];
    },
    async decide(view: AskView | undefined, verdict: object): Promise<AskView> {
      if (!view) throw new Error('There is no ask.');
      const by = { kind: 'person', name: 'ada', surface: 'test' } as const;
      await settle(journal, view.id, { ...verdict, key: randomUUID(), by, at: 1 } as Decision);
      await soon();
      return (await journal.get(view.id)) as AskView;
    },
    async state(view: AskView | undefined): Promise<State | undefined> {
      await soon();
      return view && (await journal.get(view.id))?.state;
    },
  };
}

export const answers = (...given: readonly object[]) => ({ kind: 'answers', answers: given });
export const chosen = (...numbers: readonly number[]) => ({ kind: 'chosen', chosen: numbers });

/** Resolves when everything that follows from past events has happened. */
export async function soon(): Promise<void> {
  for (let i = 0; i < 60; i += 1) await new Promise((resolve) => setImmediate(resolve));
}

export type Plugged = {
  readonly link: string;
  hello(): Promise<object>;
  /** The connection breaks; the process stays alive. */
  cut(): void;
  /** The process is gone, without a message. */
  die(): void;
  bye(): Promise<void>;
};

/** Like the plugin: one request is kept open, calls are made in parallel, events are sent one by one. */
export function plug(world: World, opencode: FakeOpencode, { pid = 1, directory = '/srv/app', namespace = {} } = {}): Plugged {
  const link = randomUUID();
  const matters = createFilter();
  let connection = new AbortController();
  let isConnected = false;
  world.alive.add(pid);
  const post = async (message: object) => (await world.receive({ protocol: PROTOCOL, link, ...message }, connection.signal)).body;
  const unplug = opencode.onEvent((event) => {
    if (matters(event) && isConnected) void post({ kind: 'events', events: [event] });
  });
  const serve = async (mine: AbortController): Promise<void> => {
    while (!mine.signal.aborted) {
      const reply = (await post({ kind: 'calls' })) as { calls?: readonly { call: number; method: string; path: string }[] };
      if (!reply.calls) break;
      if (mine.signal.aborted) return;
      for (const { call, method, path, ...more } of reply.calls)
        void opencode
          .call(method, path, more)
          .then((called) => (mine.signal.aborted ? undefined : post({ kind: 'result', call, ...called })));
      await new Promise((resolve) => setImmediate(resolve));
    }
    if (connection === mine) isConnected = false;
  };
  return {
    link,
    async hello() {
      connection = new AbortController();
      const reply = await post({ kind: 'hello', pid, ...namespace, directory });
      isConnected = true;
      void serve(connection);
      await soon();
      return reply;
    },
    cut() {
      isConnected = false;
      connection.abort();
    },
    die() {
      unplug();
      world.alive.delete(pid);
      this.cut();
    },
    async bye() {
      await post({ kind: 'bye' });
      this.die();
    },
  };
}

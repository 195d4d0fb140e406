// The opencode channel: through our plugin in its process, or through its own server if one is configured. Tool parts and messages are the evidence.
import { setMaxListeners } from 'node:events';
import { isVisible } from '../../question/visible.ts';
import type { AgentSession, AskView } from '../../question/words.generated.ts';
import { type Attempt, type Channel, type ChannelParts, type Delivery, defineChannel } from '../channel.ts';
import { refusal } from './api.ts';
import { createAsks } from './asks.ts';
import { encode } from './deliver.ts';
import { createHttpLinks, type Fetch } from './http-link.ts';
import type { Instance } from './instance.ts';
import { createInstances } from './instances.ts';
import { createPluginLinks } from './plugin-link.ts';
import { createPrompting, promptIn } from './prompt.ts';
import { referenceOf } from './reference.ts';
import { type OpencodeSettings, settings } from './settings.ts';
import { createWaiters } from './waiters.ts';

export const opencode = defineChannel({ program: 'opencode', settings, create: (parts) => createOpencode(parts, fetch) });

/** How long evidence may take: a question is recorded at once, a permitted tool may run for a while first. */
const CONFIRM_WITHIN_MS = { question: 30_000, plan: 30_000, idle: 30_000, permission: 600_000 } as const;
/** After a broker restart, opencode reconnects within this time. */
const BACK_WITHIN_MS = 3_000;

export function createOpencode(parts: ChannelParts<OpencodeSettings>, fetch: Fetch): Channel {
  const { inbox, clock, machine, ignored, debug, warn, onError } = parts;
  const stop = new AbortController();
  // One listener per decision that is being delivered.
  setMaxListeners(0, stop.signal);
  const waiters = createWaiters(clock);
  const asks = createAsks({ inbox, waiters, ignored, debug });
  const instances = createInstances({ inbox, clock, asks, waiters, debug, onError });
  const plugins = createPluginLinks({ clock, machine, listener: instances.listener, debug, warn });
  const servers = createHttpLinks({ clock, env: machine.env, settings: parts.settings, listener: instances.listener, fetch, debug, warn });
  const prompting = createPrompting({ clock, waiters, instances, asks, inbox });

  return {
    async start() {
      for (const { id, pid, link } of await inbox.sessions()) {
        const isGone = pid === undefined ? !servers.isConfigured(String(link)) : !machine.isAlive(pid);
        if (isGone) await inbox.endSession(id, pid === undefined ? 'its server was removed from the configuration' : 'opencode is gone');
      }
      servers.start();
    },

    async deliver(view, attempt) {
      if (view.kind === 'idle') return prompting.answer(view, attempt);
      const reference = referenceOf(view);
      if (!reference || !view.decision) return NO_WAY;
      const instance = await waiters.until(() => instances.asking(reference), clock.now() + BACK_WITHIN_MS, attempt.signal);
      if (!instance) return NO_WAY;
      const encoded = encode(view, view.decision, reference);
      const way = instance.server.source;
      if (encoded.kind === 'impossible') return { kind: 'impossible', way, reason: encoded.reason };
      if (!(await attempt.begin(way))) return { kind: 'impossible', way, reason: 'it was decided differently in the meantime' };
      const called = await instance.server.call('POST', encoded.path, { body: encoded.body, signal: attempt.signal });
      if (called.status === 404) return { kind: 'failed', reason: 'opencode no longer waits for an answer' };
      if (called.status !== 200) return { kind: 'failed', reason: refusal(called) };
      return encoded.followUp === undefined ? { kind: 'delivered' } : saidAfterwards(instance, view, encoded.followUp, attempt);
    },

    async cannotDeliver(view, verdict) {
      const reference = view.kind === 'idle' ? undefined : referenceOf(view);
      const encoded = reference && encode(view, verdict, reference);
      return encoded?.kind === 'impossible' ? encoded.reason : undefined;
    },

    async verify(view, signal) {
      const reference = referenceOf(view);
      let hasEnded = false;
      const unsubscribe = inbox.onSessionEnd((id) => {
        if (id !== view.session) return;
        hasEnded = true;
        waiters.wake();
      });
      try {
        const session = await inbox.session(view.session);
        const instance = session && instances.running(session);
        if (reference && instance) {
          instance.remember(reference);
          await asks.look(instance, reference);
        }
        // Its opencode ended, now or before this broker was started, so no evidence will come.
        const isLost = () => (instance ? !instances.has(instance) : hasEnded || session?.endedAt !== undefined);
        const found = () => asks.evidenceOf(view) ?? (isLost() ? null : undefined);
        const time = clock.now() + CONFIRM_WITHIN_MS[view.kind];
        return (await waiters.until(found, time, AbortSignal.any([signal, stop.signal]))) ?? undefined;
      } finally {
        unsubscribe();
      }
    },

    promptProblem: (text) => (isVisible(text) ? undefined : 'the prompt is empty; write something'),
    cannotPrompt: notConnected,
    cannotPromptNow: async (session) => notConnected(session),
    prompt: (session, text, attempt) => prompting.prompt(session, text, attempt, Number.POSITIVE_INFINITY),

    resumeCommand: ({ id }) => (/^ses_\w+$/.test(id) ? ['opencode', '--session', id] : undefined),
    interrupt: prompting.interrupt,

    receive: plugins.receive,
    socketOnly: true,

    stop() {
      stop.abort();
      plugins.stop();
      servers.stop();
    },
  };

  function notConnected(session: AgentSession): string | undefined {
    return instances.running(session) ? undefined : 'that opencode is not connected now; is it still running, with our plugin?';
  }

  /** The dialog was refused, which ends the turn; words that the dialog cannot take are sent as the next prompt. */
  async function saidAfterwards({ server: { source } }: Instance, view: AskView, text: string, { signal }: Attempt): Promise<Delivery> {
    const session = await inbox.session(view.session);
    const begun = { signal, begin: async () => true };
    const sent = session && (await prompting.prompt(session, text, begun, clock.now() + promptIn));
    if (sent?.kind === 'delivered') return sent;
    return {
      kind: 'failed',
      reason: `opencode received the refusal (${source}), but not your message: ${sent?.reason ?? 'its session is not known'}`,
    };
  }
}

const NO_WAY: Delivery = {
  kind: 'impossible',
  way: 'plugin',
  reason: 'the opencode that asked this is not connected, or no longer waits; answer it in opencode itself',
};

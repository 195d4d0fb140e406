// The opencode channel: through our plugin in its process. Tool parts and messages are the evidence.
import { setMaxListeners } from 'node:events';
import type { AskView } from '../../ask/schema/history.ts';
import type { AgentSession } from '../../ask/schema/session.ts';
import { type Attempt, type Channel, type ChannelParts, type Delivery, defineChannel } from '../../inbox/channel.ts';
import { pidHere } from '../../system/pid-namespace.ts';
import { isVisible } from '../../text/visible.ts';
import { refusal } from './api.ts';
import { createAsks } from './asks.ts';
import { encode } from './deliver.ts';
import { createInstances } from './instances.ts';
import { createPrompting, promptIn } from './prompt.ts';
import { referenceOf } from './reference.ts';
import { createWaiters } from './waiters.ts';

export const opencode = defineChannel({
  settings: {},
  gone: {
    servers:
      'opencode is reached only through our plugin now, which also runs in opencode serve. Remove servers, and run answerback setup opencode on the machine that runs opencode',
  },
  create: createOpencode,
});

const WAY = 'plugin';
/** How long evidence may take: a question is recorded at once, a permitted tool may run for a while first. */
const CONFIRM_WITHIN_MS = { question: 30_000, plan: 30_000, idle: 30_000, permission: 600_000 } as const;
/** After a broker restart, opencode reconnects within this time. */
const BACK_WITHIN_MS = 3_000;

export function createOpencode(parts: Omit<ChannelParts<object>, 'settings'>): Channel {
  const { inbox, clock, machine, ignored, debug, warn, onError } = parts;
  const stop = new AbortController();
  // One listener per decision that is being delivered.
  setMaxListeners(0, stop.signal);
  const waiters = createWaiters(clock);
  const asks = createAsks({ inbox, waiters, ignored, debug });
  const instances = createInstances({ inbox, clock, machine, asks, waiters, debug, warn, onError });
  const prompting = createPrompting({ clock, waiters, instances, asks, inbox });

  return {
    async start() {
      for (const session of await inbox.sessions()) {
        const here = pidHere(session);
        // Earlier versions also knew sessions of servers, without a process.
        const isGone = session.pid === undefined || (here !== undefined && !machine.isAlive(here));
        if (isGone) await inbox.endSession(session.id, 'opencode is gone');
      }
    },

    async deliver(view, attempt) {
      if (view.kind === 'idle') return prompting.answer(view, attempt);
      const reference = referenceOf(view);
      if (!reference || !view.decision) return NO_WAY;
      const instance = await waiters.until(() => instances.asking(reference), clock.now() + BACK_WITHIN_MS, attempt.signal);
      if (!instance) return NO_WAY;
      const encoded = encode(view, view.decision, reference);
      if (encoded.kind === 'impossible') return { kind: 'impossible', way: WAY, reason: encoded.reason };
      if (!(await attempt.begin(WAY))) return { kind: 'impossible', way: WAY, reason: 'it was decided differently in the meantime' };
      const called = await instance.link.call('POST', encoded.path, { body: encoded.body, signal: attempt.signal });
      if (called.status === 404) return { kind: 'failed', reason: 'opencode no longer waits for an answer' };
      if (called.status !== 200) return { kind: 'failed', reason: refusal(called) };
      return encoded.followUp === undefined ? { kind: 'delivered' } : saidAfterwards(view, encoded.followUp, attempt);
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

    receive: instances.receive,
    socketOnly: true,

    stop() {
      stop.abort();
      instances.stop();
    },
  };

  function notConnected(session: AgentSession): string | undefined {
    return instances.running(session) ? undefined : 'that opencode is not connected now; is it still running, with our plugin?';
  }

  /** The dialog was refused, which ends the turn; words that the dialog cannot take are sent as the next prompt. */
  async function saidAfterwards(view: AskView, text: string, { signal }: Attempt): Promise<Delivery> {
    const session = await inbox.session(view.session);
    const begun = { signal, begin: async () => true };
    const sent = session && (await prompting.prompt(session, text, begun, clock.now() + promptIn));
    if (sent?.kind === 'delivered') return sent;
    return {
      kind: 'failed',
      reason: `opencode received the refusal, but not your message: ${sent?.reason ?? 'its session is not known'}`,
    };
  }
}

const NO_WAY: Delivery = {
  kind: 'impossible',
  way: WAY,
  reason: 'the opencode that asked this is not connected, or no longer waits; answer it in opencode itself',
};

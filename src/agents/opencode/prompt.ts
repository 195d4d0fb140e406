// The next prompt for an opencode session: sent when it is idle, and confirmed when its message appears.

import { nextPrompt } from '../../ask/next-prompt.ts';
import type { AskView } from '../../ask/schema/history.ts';
import type { AgentSession } from '../../ask/schema/session.ts';
import type { Attempt, Delivery, Inbox, Interrupted } from '../../inbox/channel.ts';
import type { Clock } from '../../system/clock.ts';
import { abort, busySessions, refusal, sendPrompt } from './api.ts';
import type { Asks } from './asks.ts';
import type { Instance } from './instance.ts';
import type { Instances } from './instances.ts';
import type { Waiters } from './waiters.ts';

type PromptingParts = {
  readonly clock: Clock;
  readonly waiters: Waiters;
  readonly instances: Instances;
  readonly asks: Asks;
  readonly inbox: Inbox;
};

/** A session that asks for its next prompt is already idle. */
export const promptIn = 10_000;
/** From the call to the message in the session. */
const SHOWN_WITHIN_MS = 10_000;
const STOPPED_WITHIN_MS = 5_000;
const NEVER = new AbortController().signal;

export function createPrompting({ clock, waiters, instances, asks, inbox }: PromptingParts) {
  return {
    /** Sends an idle session its next prompt. */
    async answer({ session: id, decision }: AskView, attempt: Attempt): Promise<Delivery> {
      const session = await inbox.session(id);
      const text = decision ? nextPrompt(decision) : '';
      if (!session || text === '') return { kind: 'impossible', way: 'none', reason: 'there is nothing to tell the agent' };
      return prompt(session, text, attempt, clock.now() + promptIn);
    },

    prompt,

    async interrupt(session: AgentSession): Promise<Interrupted> {
      const instance = instances.running(session);
      if (!instance) return { kind: 'failed', reason: whyNot(session) };
      const { id } = session;
      const busy = await busySessions(instance.link);
      if (busy && !busy.has(id)) return { kind: 'idle' };
      const called = await abort(instance.link, id);
      if (called.status !== 200) return { kind: 'failed', reason: refusal(called) };
      const over = () => (instance.busy.has(id) ? undefined : true);
      const stopped = await waiters.until(over, clock.now() + STOPPED_WITHIN_MS, NEVER);
      return stopped ? { kind: 'interrupted' } : { kind: 'failed', reason: 'opencode was told to stop, but is still working' };
    },
  };

  async function prompt(session: AgentSession, text: string, { signal, begin }: Attempt, time: number): Promise<Delivery> {
    for (;;) {
      const instance = await idle(session, time, signal);
      if (!instance) return { kind: 'impossible', way: 'none', reason: whyNot(session) };
      // Events may still be on their way, so opencode itself is asked.
      const busy = await busySessions(instance.link);
      if (busy?.has(session.id)) {
        instance.busy.add(session.id);
        continue;
      }
      if (!(await begin('plugin'))) return { kind: 'impossible', way: 'plugin', reason: 'it was cancelled' };
      return send(instance, session, text, signal);
    }
  }

  async function send(instance: Instance, { id }: AgentSession, text: string, signal: AbortSignal): Promise<Delivery> {
    const before = asks.promptsOf(id);
    // One per turn: until opencode says otherwise, it is working on this one.
    instance.busy.add(id);
    const called = await sendPrompt(instance.link, id, text);
    if (called.status !== 204 && called.status !== 200) {
      instance.busy.delete(id);
      return { kind: 'failed', reason: refusal(called) };
    }
    const shown = () => (asks.promptsOf(id) > before ? true : undefined);
    if (await waiters.until(shown, clock.now() + SHOWN_WITHIN_MS, signal)) return { kind: 'delivered' };
    return signal.aborted
      ? { kind: 'delivered' }
      : { kind: 'failed', reason: 'opencode took the prompt, but it did not appear in the session' };
  }

  /** After a restart of the broker opencode is not connected at first, so a session that has not ended is waited for. */
  async function idle(session: AgentSession, time: number, signal: AbortSignal): Promise<Instance | undefined> {
    let hasEnded = session.endedAt !== undefined;
    const unsubscribe = inbox.onSessionEnd((id) => {
      if (id !== session.id) return;
      hasEnded = true;
      waiters.wake();
    });
    const look = () => {
      const instance = instances.running(session);
      if (!instance) return hasEnded ? null : undefined;
      return instance.busy.has(session.id) ? undefined : instance;
    };
    try {
      return (await waiters.until(look, time, signal)) ?? undefined;
    } finally {
      unsubscribe();
    }
  }

  function whyNot(session: AgentSession): string {
    return instances.running(session) ? 'opencode is still working' : 'that opencode is not connected now';
  }
}

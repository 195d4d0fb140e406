// All connected opencodes: applies their events to the inbox, from connection to end.
import type { Clock } from '../../decide/clock.ts';
import type { AgentSession } from '../../question/words.generated.ts';
import type { Inbox } from '../channel.ts';
import { busySessions, pendingRequests } from './api.ts';
import { type Asks, isDeliverable } from './asks.ts';
import { referenceTo } from './capture.ts';
import { type Asked, type OpencodeEvent, readEvent } from './events.ts';
import { Recent } from './filter.ts';
import { Instance } from './instance.ts';
import type { Reference } from './reference.ts';
import type { ServerListener } from './server.ts';
import type { Waiters } from './waiters.ts';

type InstancesParts = {
  readonly inbox: Inbox;
  readonly clock: Clock;
  readonly asks: Asks;
  readonly waiters: Waiters;
  readonly debug: (why: string, about: object) => void;
  readonly onError: (error: unknown) => void;
};

export type Instances = ReturnType<typeof createInstances>;

/** An opencode that has just started may take a while to answer the first request. */
const AGAIN_AFTER_MS = 5_000;

export function createInstances({ inbox, clock, asks, waiters, debug, onError }: InstancesParts) {
  const instances = new Map<string, Instance>();
  /** opencode reports a message again whenever it adds to it. */
  const prompts = new Recent(500);

  const listener: ServerListener = {
    up(server) {
      const instance = instances.get(server.key) ?? new Instance(server);
      instances.set(server.key, instance);
      instance.inOrder(() => catchUp(instance), onError);
    },
    event(server, value) {
      const instance = instances.get(server.key);
      const event = readEvent(value);
      if (!event) debug('an event of opencode is not valid', { type: (value as { type?: unknown } | null)?.type });
      else instance?.inOrder(() => heard(instance, event), onError);
    },
    gone(server, reason, died) {
      const instance = instances.get(server.key);
      if (!instance) return;
      instances.delete(server.key);
      waiters.wake();
      instance.inOrder(() => ended(instance, reason, died), onError);
    },
    absent(key, reason) {
      endAll((session) => session.link === key && !instances.has(key), reason).catch(onError);
    },
  };

  return {
    listener,

    /** The one that waits for this request. */
    asking,

    /** The one that runs this session. */
    running: (session: AgentSession): Instance | undefined =>
      (typeof session.link === 'string' ? instances.get(session.link) : undefined) ??
      [...instances.values()].find(({ sessions }) => sessions.has(session.id)),

    has: isHere,
  };

  function asking({ request }: Reference): Instance | undefined {
    return [...instances.values()].find(({ pending }) => pending.has(request));
  }

  function isHere(instance: Instance): boolean {
    return instances.get(instance.server.key) === instance;
  }

  async function heard(instance: Instance, event: OpencodeEvent): Promise<void> {
    switch (event.kind) {
      case 'question':
      case 'permission':
        await asked(instance, event);
        await asks.askedAgain(instance, referenceTo(event.request));
        return;
      case 'replied': {
        const reference = instance.pending.get(event.request);
        instance.pending.delete(event.request);
        instance.replied(event.request, event.reply);
        if (reference) await asks.replied(instance, reference);
        return;
      }
      case 'tool-ended':
        return asks.ended(instance, event.part);
      case 'prompted':
        if (prompts.has(event.message)) return;
        prompts.add(event.message);
        return asks.prompted(instance, event.session, event.text);
      case 'busy':
        instance.busy.add(event.session);
        return;
      case 'idle':
        instance.busy.delete(event.session);
        waiters.wake();
        return asks.idle(instance, event.session);
      case 'deleted':
        return inbox.endSession(event.session, 'the session was deleted in opencode');
    }
  }

  async function asked(instance: Instance, event: Asked): Promise<void> {
    const reference = referenceTo(event.request);
    instance.pending.set(reference.request, reference);
    const view = await asks.open(instance, event);
    waiters.wake();
    if (view && isDeliverable(view)) inbox.deliver(view.id);
  }

  /** Earlier events are unknown: opens its pending requests, and looks up those that are no longer pending. */
  async function catchUp(instance: Instance): Promise<void> {
    const requests = await pendingRequests(instance.server);
    const busy = requests && (await busySessions(instance.server));
    if (!requests || !busy) {
      debug('the pending requests of opencode could not be read', { link: instance.server.key });
      clock.at(clock.now() + AGAIN_AFTER_MS, () => {
        if (isHere(instance)) instance.inOrder(() => catchUp(instance), onError);
      });
      return;
    }
    instance.busy.clear();
    for (const session of busy) instance.busy.add(session);
    instance.pending.clear();
    for (const request of requests) {
      // An aborted turn leaves its question in the list.
      instance.remember(referenceTo(request.request));
      if (!(await asks.look(instance, referenceTo(request.request)))) await asked(instance, request);
    }
    for (const session of await ours(instance)) {
      instance.sessions.add(session.id);
      await asks.catchUp(instance, session.id);
    }
    waiters.wake();
  }

  /** Between two turns, opencode may just have been closed: it does not always say so. */
  async function ended(instance: Instance, reason: string, died?: 'died'): Promise<void> {
    for (const session of await ours(instance)) {
      const other = [...instances.values()].find(({ sessions }) => sessions.has(session.id));
      if (other) await asks.move(other, session);
      else await inbox.endSession(session.id, reason, instance.busy.has(session.id) ? died : undefined);
    }
    // The session may continue elsewhere, but the requests of this process are lost with it.
    for (const reference of instance.pending.values()) if (!asking(reference)) await asks.drop(instance, reference, reason);
  }

  async function endAll(concerns: (session: AgentSession) => boolean, reason: string): Promise<void> {
    for (const session of await inbox.sessions()) if (concerns(session)) await inbox.endSession(session.id, reason);
  }

  async function ours({ server }: Instance): Promise<readonly AgentSession[]> {
    return (await inbox.sessions()).filter(({ link }) => link === server.key);
  }
}

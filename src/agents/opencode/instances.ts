// All connected opencodes: takes the messages of our plugins, and applies their events to the inbox, from connection to end.
import { z } from 'zod';
import type { AgentSession } from '../../ask/schema/session.ts';
import type { Inbox, Machine, Reply } from '../../inbox/channel.ts';
import type { Clock } from '../../system/clock.ts';
import { pidHere } from '../../system/pid-namespace.ts';
import { fittingValue } from '../../text/fitting.ts';
import { busySessions, pendingRequests } from './api.ts';
import { type Asks, isDeliverable } from './asks.ts';
import { referenceTo } from './capture.ts';
import { type OpencodeEvent, type RequestEvent, readEvent } from './events.ts';
import { Recent } from './filter.ts';
import { Instance, type Origin } from './instance.ts';
import { PROTOCOL } from './plugin/protocol.ts';
import { createPluginLink } from './plugin-link.ts';
import type { Reference } from './reference.ts';
import type { Waiters } from './waiters.ts';

type InstancesParts = {
  readonly inbox: Inbox;
  readonly clock: Clock;
  readonly machine: Pick<Machine, 'isAlive'>;
  readonly asks: Asks;
  readonly waiters: Waiters;
  readonly debug: (why: string, about: object) => void;
  readonly warn: (what: string, about: object) => void;
  readonly onError: (error: unknown) => void;
};

export type Instances = ReturnType<typeof createInstances>;

const id = z.string().min(1).max(200);
const message = z.discriminatedUnion('kind', [
  z.looseObject({
    kind: z.literal('hello'),
    link: id,
    pid: z.int().positive(),
    pidNamespace: z.string().max(255).optional(),
    directory: z.string().min(1).max(4096),
  }),
  z.looseObject({ kind: z.literal('events'), link: id, events: z.array(z.unknown()).max(1_000) }),
  z.looseObject({ kind: z.literal('calls'), link: id }),
  z.looseObject({ kind: z.literal('result'), link: id, call: z.int(), status: z.int(), data: z.unknown() }),
  z.looseObject({ kind: z.literal('bye'), link: id }),
]);

/** Anybody with the hook token can send any number. */
const MOST_WARNED = 10;

const OK: Reply = { body: { ok: true } };
/** Asks the plugin to say hello again: the broker was restarted, or considered it gone. */
const HELLO_AGAIN: Reply = { body: { hello: true } };
const UPDATE: Reply = { body: { update: true } };
const NOTHING: Reply = { body: {} };

/** An opencode that has just started may take a while to answer the first request. */
const AGAIN_AFTER_MS = 5_000;
const ENDED = 'opencode has ended';

export function createInstances({ inbox, clock, machine, asks, waiters, debug, warn, onError }: InstancesParts) {
  const instances = new Map<string, Instance>();
  /** opencode reports a message again whenever it adds to it. */
  const prompts = new Recent(500);
  /** Of plugins that do not match and were warned about. Such a plugin says hello again and again. */
  const otherProtocols = new Set<number>();
  let isStopped = false;

  return {
    /** A message of a plugin. */
    async receive(value: unknown, gone: AbortSignal): Promise<Reply> {
      const protocol = (value as { protocol?: unknown } | null | undefined)?.protocol;
      if (protocol !== PROTOCOL) {
        const isNew = typeof protocol === 'number' && !otherProtocols.has(protocol) && otherProtocols.size < MOST_WARNED;
        if (isNew) otherProtocols.add(protocol);
        const say = isNew ? warn : debug;
        say('the plugin in opencode has another version; run `answerback setup opencode` and restart opencode', { protocol });
        return UPDATE;
      }
      const data = fittingValue(message, value);
      if (!data || isStopped) {
        debug("a message to opencode's channel is not valid", {});
        return NOTHING;
      }
      if (data.kind === 'hello') {
        const { link: key, pid, pidNamespace, directory } = data;
        hello({ key, pid, pidNamespace, directory });
        return OK;
      }
      const instance = instances.get(data.link);
      if (!instance) return HELLO_AGAIN;
      switch (data.kind) {
        case 'events':
          for (const event of data.events) take(instance, event);
          return OK;
        case 'calls':
          return instance.link.hold(gone);
        case 'result':
          instance.link.result(data.call, { status: data.status, data: data.data });
          return OK;
        case 'bye':
          end(instance);
          return OK;
      }
    },

    /** The one that waits for this request. */
    asking,

    /** The one that runs this session. */
    running: (session: AgentSession): Instance | undefined =>
      (typeof session.link === 'string' ? instances.get(session.link) : undefined) ??
      [...instances.values()].find(({ sessions }) => sessions.has(session.id)),

    has: isHere,

    stop(): void {
      isStopped = true;
      for (const { link } of instances.values()) link.close('the broker stops');
    },
  };

  /** For the first time or again. Events may have been missed. */
  function hello(origin: Origin): void {
    const instance = instances.get(origin.key) ?? connected(origin);
    instance.link.renewed();
    instance.inOrder(() => catchUp(instance), onError);
  }

  function connected(origin: Origin): Instance {
    const here = pidHere(origin);
    const isAlive = () => here === undefined || machine.isAlive(here);
    const instance: Instance = new Instance(origin, createPluginLink({ clock, isAlive, onDeath: () => end(instance, 'died') }));
    instances.set(origin.key, instance);
    return instance;
  }

  function take(instance: Instance, value: unknown): void {
    const event = readEvent(value);
    if (!event) debug('an event of opencode is not valid', { type: (value as { type?: unknown } | null)?.type });
    else instance.inOrder(() => handle(instance, event), onError);
  }

  /** Its process has ended. `died`: it did not say so. */
  function end(instance: Instance, died?: 'died'): void {
    if (!isHere(instance)) return;
    instances.delete(instance.origin.key);
    instance.link.close(ENDED);
    waiters.wake();
    instance.inOrder(() => ended(instance, died), onError);
  }

  function asking({ request }: Reference): Instance | undefined {
    return [...instances.values()].find(({ pending }) => pending.has(request));
  }

  function isHere(instance: Instance): boolean {
    return instances.get(instance.origin.key) === instance;
  }

  async function handle(instance: Instance, event: OpencodeEvent): Promise<void> {
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

  async function asked(instance: Instance, event: RequestEvent): Promise<void> {
    const reference = referenceTo(event.request);
    instance.pending.set(reference.request, reference);
    const view = await asks.open(instance, event);
    waiters.wake();
    if (view && isDeliverable(view)) inbox.deliver(view.id);
  }

  /** Earlier events are unknown: opens its pending requests, and looks up those that are no longer pending. */
  async function catchUp(instance: Instance): Promise<void> {
    const requests = await pendingRequests(instance.link);
    const busy = requests && (await busySessions(instance.link));
    if (!requests || !busy) {
      debug('the pending requests of opencode could not be read', { link: instance.origin.key });
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
  async function ended(instance: Instance, died?: 'died'): Promise<void> {
    for (const session of await ours(instance)) {
      const other = [...instances.values()].find(({ sessions }) => sessions.has(session.id));
      if (other) await asks.move(other, session);
      else await inbox.endSession(session.id, ENDED, instance.busy.has(session.id) ? died : undefined);
    }
    // The session may continue elsewhere, but the requests of this process are lost with it.
    for (const reference of instance.pending.values()) if (!asking(reference)) await asks.drop(instance, reference, ENDED);
  }

  async function ours({ origin }: Instance): Promise<readonly AgentSession[]> {
    return (await inbox.sessions()).filter(({ link }) => link === origin.key);
  }
}

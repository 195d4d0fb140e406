// The broker's side of the plugin: events come in as requests, API calls go out as the reply to a request that the plugin keeps open.
import { z } from 'zod';
import type { Clock } from '../../decide/clock.ts';
import type { Machine, Reply } from '../channel.ts';
import { PROTOCOL } from './plugin/protocol.ts';
import type { Called, Server, ServerListener } from './server.ts';

type PluginLinksParts = {
  readonly clock: Clock;
  readonly machine: Pick<Machine, 'isAlive'>;
  readonly listener: ServerListener;
  readonly debug: (why: string, about: object) => void;
  readonly warn: (what: string, about: object) => void;
};

/** The plugin sends the next request at once. */
const RENEWED_WITHIN_MS = 2_000;
/** A process closes its connections a moment before it ends; a living one may be suspended for hours and then continue. */
const FIRST_CHECK_MS = 250;
const SLOWEST_CHECK_MS = 5_000;
/** Some HTTP clients give up on a request without a reply for longer than this. */
const HELD_AT_MOST_MS = 60_000;
const CALLED_WITHIN_MS = 20_000;

const id = z.string().min(1).max(200);
const message = z.discriminatedUnion('kind', [
  z.looseObject({ kind: z.literal('hello'), link: id, pid: z.int().positive(), directory: z.string().min(1).max(4096) }),
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

export function createPluginLinks({ clock, machine, listener, debug, warn }: PluginLinksParts) {
  const links = new Map<string, PluginLink>();
  /** Of plugins that do not match and were warned about. Such a plugin says hello again and again. */
  const otherProtocols = new Set<number>();
  let isStopped = false;

  return {
    async receive(value: unknown, gone: AbortSignal): Promise<Reply> {
      const protocol = (value as { protocol?: unknown } | null | undefined)?.protocol;
      if (protocol !== PROTOCOL) {
        const isNew = typeof protocol === 'number' && !otherProtocols.has(protocol) && otherProtocols.size < MOST_WARNED;
        if (isNew) otherProtocols.add(protocol);
        const say = isNew ? warn : debug;
        say('the plugin in opencode has another version; run `answerback setup opencode` and restart opencode', { protocol });
        return UPDATE;
      }
      const read = message.safeParse(value);
      if (!read.success || isStopped) {
        debug("a message to opencode's channel is not valid", {});
        return NOTHING;
      }
      const { data } = read;
      if (data.kind === 'hello') return hello(data);
      const link = links.get(data.link);
      if (!link) return HELLO_AGAIN;
      switch (data.kind) {
        case 'events':
          for (const event of data.events) listener.event(link.server, event);
          return OK;
        case 'calls':
          return link.hold(gone);
        case 'result':
          link.result(data.call, { status: data.status, data: data.data });
          return OK;
        case 'bye':
          end(link, 'opencode has ended');
          return OK;
      }
    },

    stop(): void {
      isStopped = true;
      for (const link of links.values()) link.close('the broker stops');
      links.clear();
    },
  };

  function hello({ link: key, pid, directory }: { link: string; pid: number; directory: string }): Reply {
    const link = links.get(key) ?? createLink({ key, pid, directory });
    links.set(key, link);
    link.expect(RENEWED_WITHIN_MS);
    listener.up(link.server);
    return OK;
  }

  function end(link: PluginLink, reason: string, died?: 'died'): void {
    if (links.get(link.server.key) !== link) return;
    links.delete(link.server.key);
    link.close(reason);
    listener.gone(link.server, reason, died);
  }

  function createLink({ key, pid, directory }: { key: string; pid: number; directory: string }): PluginLink {
    let waiting: readonly HandedCall[] = [];
    const results = new Map<number, (called: Called) => void>();
    let reply: ((calls: readonly HandedCall[]) => void) | undefined;
    let forget = () => {};
    let calls = 0;

    const link: PluginLink = {
      server: {
        key,
        source: 'plugin',
        directory,
        pid,
        call: (method, path, { signal, ...more } = {}) =>
          new Promise((resolve) => {
            const call = ++calls;
            const until = clock.now() + CALLED_WITHIN_MS;
            // A call that is over must never be made later: the plugin may be suspended, and take what waits when it goes on.
            const end = (called: Called) => {
              results.delete(call);
              waiting = waiting.filter((each) => each.call !== call);
              cancel();
              signal?.removeEventListener('abort', takeBack);
              resolve(called);
            };
            const takeBack = () => end({ status: 0, data: 'it was cancelled' });
            const cancel = clock.at(until, () => end({ status: 0, data: 'it did not answer in time' }));
            results.set(call, end);
            if (isStopped || links.get(key) !== link) return end({ status: 0, data: 'it has ended' });
            if (signal?.aborted) return takeBack();
            signal?.addEventListener('abort', takeBack);
            waiting = [...waiting, { call, method, path, until, ...more }];
            flush();
          }),
      },
      async hold(gone) {
        forget();
        reply?.([]);
        const replied = new Promise<readonly HandedCall[]>((resolve) => {
          reply = resolve;
        });
        const mine = reply;
        const drop = () => {
          if (reply === mine) reply = undefined;
          mine?.([]);
        };
        gone.addEventListener('abort', drop);
        const release = clock.at(clock.now() + HELD_AT_MOST_MS, drop);
        flush();
        const handed = await replied;
        release();
        gone.removeEventListener('abort', drop);
        if (reply === mine) reply = undefined;
        const lost = () => {
          waiting = [...handed.filter(({ call }) => results.has(call)), ...waiting];
          if (reply) flush();
          else link.expect(0);
        };
        if (gone.aborted) lost();
        else if (!reply) link.expect(RENEWED_WITHIN_MS);
        // The plugin did not receive the complete call, so it did not make it.
        return { body: { calls: handed }, sent: (whole) => (whole || gone.aborted ? undefined : lost()) };
      },
      result: (call, called) => results.get(call)?.(called),
      expect(first) {
        forget();
        let pauseMs = FIRST_CHECK_MS;
        const check = () => {
          if (!machine.isAlive(pid)) return end(link, 'opencode has ended', 'died');
          forget = clock.at(clock.now() + pauseMs, check);
          pauseMs = Math.min(SLOWEST_CHECK_MS, pauseMs * 2);
        };
        forget = clock.at(clock.now() + first, check);
      },
      close(reason) {
        forget();
        reply?.([]);
        reply = undefined;
        for (const done of [...results.values()]) done({ status: 0, data: reason });
      },
    };
    return link;

    function flush(): void {
      if (!reply || waiting.length === 0) return;
      const hand = reply;
      reply = undefined;
      const calls = waiting;
      waiting = [];
      hand(calls);
    }
  }
}

/** `until`: in epoch milliseconds; the plugin makes no call that is late. */
type HandedCall = { readonly call: number; readonly until: number; readonly method: string; readonly path: string };

type PluginLink = {
  readonly server: Server;
  /** Keeps the plugin's request open until there is a call to make. */
  hold(gone: AbortSignal): Promise<Reply>;
  result(call: number, called: Called): void;
  /** The next request should come soon; after this time, checks whether the process is still alive. */
  expect(afterMs: number): void;
  close(reason: string): void;
};

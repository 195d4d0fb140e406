// Our plugin in opencode: it reports events to the broker, and makes the API calls that the broker asks for.
//
// It must never delay or break opencode: no hook waits for anything, all errors are swallowed, and nothing keeps the process alive. Without
// a broker it only watches for one. The calls it is told to make are checked by opencode's own API.
import { randomUUID } from 'node:crypto';
import { existsSync, type FSWatcher, watch } from 'node:fs';
import { request } from 'node:http';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { foreignSocket } from '../../../client/place.ts';
import { backoff } from '../../../system/backoff.ts';
import { pidNamespace } from '../../../system/pid-namespace.ts';
import { createFilter } from '../filter.ts';
import { PATH, PROTOCOL } from './protocol.ts';

/** `answerback setup opencode` writes these at the top of the file. */
declare const ANSWERBACK_SOCKET: string | undefined;
declare const ANSWERBACK_VERSION: string | undefined;

type Input = {
  readonly directory: string;
  readonly client: {
    readonly _client: { request(call: object): Promise<{ data?: unknown; error?: unknown; response?: { status: number } }> };
  };
};
type Reply = { readonly ok?: unknown; readonly hello?: unknown; readonly update?: unknown; readonly calls?: readonly Call[] };
type Call = {
  readonly call: number;
  /** Nobody waits for it after this time. */
  readonly until: number;
  readonly method: string;
  readonly path: string;
  readonly query?: object;
  readonly body?: unknown;
};

const MOST_QUEUED = 500;
const MOST_AT_ONCE = 50;
/** In characters; the broker takes messages of 16 MB. */
const LARGEST_MESSAGE = 4_000_000;
const LARGEST_REQUEST = 200_000;
/** A socket that has just appeared may take a moment to accept connections. */
const TRIES_MS = [0, 100, 400, 1_500];
/** Only if the folder cannot be watched. */
const LOOKS = { firstMs: 1_000, longestMs: 30_000 };

export const Answerback = async ({ client, directory }: Input): Promise<object> => {
  const link = randomUUID();
  const socketPath = socketOf();
  const matters = createFilter();
  const queue: unknown[] = [];
  let state: 'away' | 'connecting' | 'connected' | 'ended' = 'away';
  let isSending = false;
  let watcher: FSWatcher | undefined;
  let looks = 0;

  // After opencode has loaded its plugins.
  later(0, () => {
    look();
    void connect();
  });

  return {
    event: async ({ event }: { event: unknown }) => {
      try {
        if (!matters(event) || state === 'ended') return;
        // Events without a broker are dropped; their effects are looked up when one starts.
        if (state === 'connected') tell(event);
        else if (!watcher && existsSync(socketPath)) void connect();
      } catch {}
    },
    dispose: async () => {
      const wasConnected = state === 'connected';
      state = 'ended';
      watcher?.close();
      if (wasConnected) void post({ kind: 'bye' });
    },
  };

  /** Looks for a broker when its socket appears. */
  function look(): void {
    if (state === 'ended' || watcher) return;
    try {
      const socket = basename(socketPath);
      watcher = watch(dirname(socketPath), { persistent: false }, (_, file) => {
        if (file === null || file === socket) void connect();
      });
      watcher.on('error', () => {
        watcher?.close();
        watcher = undefined;
        lookSlowly();
      });
    } catch {
      lookSlowly();
    }
  }

  function lookSlowly(): void {
    looks += 1;
    later(backoff(looks, LOOKS), () => {
      if (existsSync(dirname(socketPath))) look();
      else lookSlowly();
      void connect();
    });
  }

  async function connect(): Promise<void> {
    if (state !== 'away') return;
    state = 'connecting';
    for (const ms of TRIES_MS) {
      if (ms > 0) await new Promise<void>((resolve) => later(ms, resolve));
      if (isEnded() || !existsSync(socketPath)) break;
      const reply = await post({ kind: 'hello', pid: process.pid, pidNamespace, directory, version: versionOf() });
      if (isEnded() || reply?.update) break;
      if (!reply?.ok) continue;
      state = 'connected';
      queue.length = 0;
      void serve();
      return;
    }
    if (!isEnded()) state = 'away';
  }

  /** Keeps one request open, through which the broker sends calls. */
  async function serve(): Promise<void> {
    while (state === 'connected') {
      const reply = await post({ kind: 'calls' });
      if (!Array.isArray(reply?.calls)) break;
      // In parallel: a slow call must not delay the next.
      for (const call of reply.calls.filter(isCall)) void make(call);
    }
    if (isEnded()) return;
    state = 'away';
    later(TRIES_MS[1] ?? 100, () => void connect());
  }

  async function make({ call, until, method, path, query, body }: Call): Promise<void> {
    if (Date.now() > until) return;
    const result = { status: 0, data: undefined as unknown };
    try {
      const headers = body === undefined ? {} : { 'content-type': 'application/json' };
      const { data, error, response } = await client._client.request({ method, url: path, query, body, headers });
      result.status = response?.status ?? 0;
      result.data = data ?? error;
    } catch (error) {
      result.data = String(error);
    }
    const large = (JSON.stringify(result.data)?.length ?? 0) > LARGEST_MESSAGE;
    await post({ kind: 'result', call, ...(large ? { status: 413, data: 'its reply is too large' } : result) });
  }

  function tell(event: unknown): void {
    queue.push(slim(event));
    if (queue.length > MOST_QUEUED) queue.shift();
    if (!isSending) void send();
  }

  async function send(): Promise<void> {
    isSending = true;
    while (state === 'connected' && queue.length > 0) {
      const reply = await post({ kind: 'events', events: nextEvents() });
      // A new broker asks for everything again.
      if (reply?.hello) await post({ kind: 'hello', pid: process.pid, pidNamespace, directory, version: versionOf() });
    }
    isSending = false;
  }

  /** As many as fit into one message. One that is too large alone is looked up by the broker when it asks again. */
  function nextEvents(): readonly unknown[] {
    const events: unknown[] = [];
    let size = 0;
    while (queue.length > 0 && events.length < MOST_AT_ONCE) {
      size += JSON.stringify(queue[0])?.length ?? 0;
      if (size > LARGEST_MESSAGE && events.length > 0) break;
      const event = queue.shift();
      if (size <= LARGEST_MESSAGE) events.push(event);
    }
    return events;
  }

  function isEnded(): boolean {
    return state === 'ended';
  }

  /** Undefined when there is no reply. Never rejects. */
  function post(message: object): Promise<Reply | undefined> {
    return new Promise((done) => {
      try {
        if (foreignSocket(socketPath) !== undefined) return done(undefined);
        const headers = { 'content-type': 'application/json', connection: 'close' };
        const outgoing = request({ socketPath, path: PATH, method: 'POST', headers, agent: false }, (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (chunk: string) => {
            text += chunk;
          });
          response.on('error', () => done(undefined));
          response.on('aborted', () => done(undefined));
          response.on('end', () => done(parsed(text)));
        });
        outgoing.on('error', () => done(undefined));
        outgoing.on('socket', (socket) => socket.unref?.());
        outgoing.end(JSON.stringify({ protocol: PROTOCOL, link, ...message }));
      } catch {
        done(undefined);
      }
    });
  }
};

/** The same rule as in the broker. */
function socketOf(): string {
  if (typeof ANSWERBACK_SOCKET === 'string') return ANSWERBACK_SOCKET;
  const { ANSWERBACK_HOME, XDG_STATE_HOME, HOME } = process.env;
  return join(resolve(ANSWERBACK_HOME || join(XDG_STATE_HOME || join(HOME || homedir(), '.local', 'state'), 'answerback')), 'broker.sock');
}

function versionOf(): string {
  return typeof ANSWERBACK_VERSION === 'string' ? ANSWERBACK_VERSION : 'unknown';
}

/** Tool input and output can be large, and is not needed. */
function slim(event: unknown): unknown {
  // biome-ignore lint/suspicious/noExplicitAny: JSON of another program
  const { id, type, properties } = event as any;
  const part = properties?.part;
  if (type === 'permission.asked' && JSON.stringify(properties)?.length > LARGEST_REQUEST)
    return { id, type, properties: { ...properties, metadata: { ...properties.metadata, diff: undefined, filediff: undefined } } };
  if (part?.type !== 'tool') return event;
  const { status, error, metadata } = part.state;
  const { answers, interrupted } = metadata ?? {};
  return { id, type, properties: { part: { ...part, state: { status, error, metadata: { answers, interrupted } } } } };
}

function later(ms: number, call: () => void): void {
  setTimeout(call, ms).unref?.();
}

function isCall(value: unknown): value is Call {
  const { call, until, method, path } = (value ?? {}) as Partial<Call>;
  return typeof call === 'number' && typeof until === 'number' && typeof method === 'string' && typeof path === 'string';
}

function parsed(text: string): Reply | undefined {
  try {
    return JSON.parse(text) as Reply;
  } catch {
    return undefined;
  }
}

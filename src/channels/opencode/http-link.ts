// Configured opencode servers: their API over HTTP, and their events as a stream that is reopened when it breaks.
import { readFileSync } from 'node:fs';
import type { Clock } from '../../decide/clock.ts';
import { sleep } from '../../decide/sleep.ts';
import { asObject } from '../../question/json.ts';
import { createFilter } from './filter.ts';
import type { Call, Called, Server, ServerListener } from './server.ts';
import type { OpencodeSettings, ServerSettings } from './settings.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

type HttpLinksParts = {
  readonly clock: Clock;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly settings: () => OpencodeSettings;
  readonly listener: ServerListener;
  readonly fetch: Fetch;
  readonly debug: (why: string, about: object) => void;
  readonly warn: (what: string, about: object) => void;
};

/** How often the configuration is read for changes. */
const SETTINGS_EVERY_MS = 10_000;
/** opencode sends a heartbeat every 10 seconds. */
const SILENT_AT_MOST_MS = 35_000;
const CALLED_WITHIN_MS = 10_000;
const CONNECTED_WITHIN_MS = 5_000;
const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 30_000;
const LARGEST_EVENT = 16 * 1024 * 1024;

export function createHttpLinks({ clock, env, settings, listener, fetch, debug, warn }: HttpLinksParts) {
  const links = new Map<string, AbortController>();
  let cancel = () => {};

  return {
    start: follow,
    isConfigured: (key: string): boolean => settings().servers.some((server) => keyOf(server) === key),
    stop(): void {
      cancel();
      for (const link of links.values()) link.abort();
    },
  };

  function follow(): void {
    const wanted = new Map(settings().servers.map((server) => [keyOf(server), server]));
    for (const [key, link] of [...links]) {
      if (wanted.has(key)) continue;
      links.delete(key);
      link.abort('removed');
    }
    for (const [key, server] of wanted) {
      if (links.has(key)) continue;
      const stop = new AbortController();
      links.set(key, stop);
      void listen(key, server, stop.signal);
    }
    cancel = clock.at(clock.now() + SETTINGS_EVERY_MS, follow);
  }

  /** Runs until stopped. Never rejects. */
  async function listen(key: string, named: ServerSettings, stop: AbortSignal): Promise<void> {
    let server: Server | undefined;
    let warned: string | undefined;
    for (let retry = 0; !stop.aborted; retry += 1) {
      let reason: string;
      try {
        const { directory, stream } = await connect(named, stop);
        const current: Server = server ?? {
          key,
          source: 'server',
          directory,
          call: (method, path, more) => call(named, directory, method, path, more),
        };
        server = current;
        listener.up(current);
        retry = 0;
        reason = await readAll(stream, (event) => listener.event(current, event), stop);
      } catch (error) {
        reason = String((error as Error)?.message ?? error);
        if (error instanceof Unusable && reason !== warned) warn('an opencode server cannot be used', { url: named.url, reason });
        if (error instanceof Unusable) warned = reason;
        const refused = (error as { cause?: { code?: unknown } })?.cause?.code === 'ECONNREFUSED';
        // A server that cannot be reached for a while (sleep, a network, a changed password) still waits for its answers.
        if (refused) {
          const reason = `the opencode server at ${named.url} has ended`;
          if (server) listener.gone(server, reason);
          else listener.absent(key, reason);
          server = undefined;
        }
      }
      if (stop.aborted) break;
      debug('an opencode server is not connected', { url: named.url, reason });
      await sleep(clock, Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** retry) * (0.5 + Math.random() / 2), stop);
    }
    if (server && stop.reason === 'removed')
      listener.gone(server, `the opencode server at ${named.url} was removed from the configuration`);
  }

  async function connect(named: ServerSettings, stop: AbortSignal): Promise<{ directory: string; stream: ReadableStream<Uint8Array> }> {
    const late = new AbortController();
    const cancelLate = clock.at(clock.now() + CONNECTED_WITHIN_MS, () => late.abort(new Error('it did not answer in time')));
    const signal = AbortSignal.any([stop, late.signal]);
    try {
      const directory = named.directory ?? asObject(await (await request(named, '/path', signal)).json())?.directory;
      if (typeof directory !== 'string') throw new Unusable('it does not say in which folder it runs');
      const { body: stream } = await request(named, `/event?${new URLSearchParams({ directory })}`, signal);
      if (!stream) throw new Unusable('it sends no events');
      return { directory, stream };
    } finally {
      cancelLate();
    }
  }

  /** Rejects if opencode refuses; error messages never contain the password. */
  async function request(named: ServerSettings, path: string, signal: AbortSignal): Promise<Response> {
    const response = await fetch(addressOf(named, path), { headers: authorization(named), signal });
    if (response.status === 401) throw new Unusable('the user name or the password is wrong or missing (password-file, password-env)');
    if (!response.ok) throw new Unusable(`it answered with ${response.status}`);
    return response;
  }

  async function call(named: ServerSettings, directory: string, method: string, path: string, { query, body }: Call = {}): Promise<Called> {
    const search = new URLSearchParams({ ...query, directory });
    const late = new AbortController();
    const cancelLate = clock.at(clock.now() + CALLED_WITHIN_MS, () => late.abort());
    try {
      const content = body === undefined ? {} : { body: JSON.stringify(body) };
      const headers = { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...authorization(named) };
      const response = await fetch(addressOf(named, `${path}?${search}`), { method, headers, ...content, signal: late.signal });
      return { status: response.status, data: parsed(await response.text()) };
    } catch (error) {
      return { status: 0, data: String((error as Error)?.message ?? error) };
    } finally {
      cancelLate();
    }
  }

  /** Resolves with the reason when the stream ends. */
  async function readAll(stream: ReadableStream<Uint8Array>, heard: (event: unknown) => void, stop: AbortSignal): Promise<string> {
    const matters = createFilter('all');
    const reader = stream.getReader();
    const decoder = new TextDecoder();
    let text = '';
    let watch = () => {};
    const silent = () => void reader.cancel().catch(() => {});
    stop.addEventListener('abort', silent);
    try {
      for (;;) {
        watch = clock.at(clock.now() + SILENT_AT_MOST_MS, silent);
        const { done, value } = await reader.read();
        watch();
        if (done) return 'the stream of events ended';
        // A large event comes in many pieces: only what is new is searched for its end.
        const searched = Math.max(0, text.length - BLANK_LINE);
        text += decoder.decode(value, { stream: true });
        if (text.length > LARGEST_EVENT) return 'it sent an event that is too large';
        if (!/\r?\n\r?\n/.test(text.slice(searched))) continue;
        const blocks = text.split(/\r?\n\r?\n/);
        text = blocks.pop() ?? '';
        for (const event of blocks.map(eventIn)) if (matters(event)) heard(event);
      }
    } catch (error) {
      return `the stream of events broke: ${String((error as Error)?.message ?? error)}`;
    } finally {
      watch();
      stop.removeEventListener('abort', silent);
      silent();
    }
  }

  function authorization({ username = 'opencode', ...named }: ServerSettings): { authorization?: string } {
    const password = passwordOf(named);
    return password === undefined ? {} : { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` };
  }

  function passwordOf(named: Pick<ServerSettings, 'password-file' | 'password-env'>): string | undefined {
    const file = named['password-file'];
    const variable = named['password-env'];
    if (file !== undefined) return readFileSync(file.replace(/^~(?=$|\/)/, env.HOME ?? '~'), 'utf8').trim();
    return variable === undefined ? undefined : env[variable];
  }
}

/** A server that answers, but not as it should. Somebody has to change something. */
class Unusable extends Error {}

const keyOf = (server: ServerSettings): string =>
  JSON.stringify([server.url, server.directory ?? '', server.username ?? '', server['password-file'] ?? '', server['password-env'] ?? '']);

const addressOf = ({ url }: ServerSettings, path: string): string => `${url.replace(/\/$/, '')}${path}`;

/** The most characters that end an event. */
const BLANK_LINE = 4;

function eventIn(block: string): unknown {
  const data = block.split(/\r?\n/).filter((line) => line.startsWith('data:'));
  return parsed(data.map((line) => line.slice('data:'.length).trim()).join('\n'));
}

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}

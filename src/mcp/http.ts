// The MCP server at the broker's own address: /mcp for agents that ask, /mcp/answers for agents that answer. The daemon checks token, Host and Origin.
//
// In the new protocol every request stands alone. In the old one a client has a session, which this process may not know: the broker may have
// been restarted since. Such a request is served as well; its session id says all that is needed.
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  createMcpHandler,
  isLegacyRequest,
  legacyStatelessFallback,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { Client } from '../client/client.ts';
import type { Place } from '../client/place.ts';
import { elicitKey, sameToken } from '../client/token.ts';
import { duration } from '../text/duration.ts';
import { createAnsweringServer } from './answering.ts';
import { withdrawIfOpen } from './asking.ts';
import { createMcpServer, programOf } from './server.ts';

export type McpHttp = { fetch(request: Request): Promise<Response>; close(): Promise<void> };
export type McpPurpose = 'ask' | 'answer';

/** What the address says after the question mark. */
type Options = {
  readonly project: string | undefined;
  readonly session: string | undefined;
  readonly holdMs: number | undefined;
  readonly timeoutMs: number | undefined;
  readonly elicit: boolean;
  readonly keep: boolean;
  readonly as: string;
};

/** One client of the old protocol. */
type Connected = {
  readonly id: string;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly open: Set<string>;
  readonly keep: boolean;
  requests: number;
  gone: NodeJS.Timeout | undefined;
};

const SESSION_HEADER = 'mcp-session-id';
/** After its connection broke, a client may come back for this long. */
const COMES_BACK_MS = 30_000;
/** A client that keeps no connection open may think for this long between two calls. */
const THINKS_MS = 15 * 60_000;
const MOST_CLIENTS = 500;
/** When the broker stops, clients are told first that their calls are pending. */
const LAST_REPLIES_MS = 1_000;
const LONGEST_SESSION = 200;
const LARGEST_BODY = 256 * 1024;

export function createMcpHttp(
  place: Place,
  purpose: McpPurpose,
  { comesBackMs = COMES_BACK_MS, mostClients = MOST_CLIENTS } = {},
): McpHttp {
  const client = new Client({ place, unlessStopped: true });
  const connected = new Map<string, Connected>();
  const stopping = new AbortController();
  const limits = { maxRequestBodySize: LARGEST_BODY };
  const modern = createMcpHandler(({ requestInfo }) => serverFor(optionsIn(requestInfo), {}), { legacy: 'reject', ...limits });
  const alone = legacyStatelessFallback(
    ({ requestInfo }) => {
      const session = requestInfo?.headers.get(SESSION_HEADER);
      return serverFor(optionsIn(requestInfo), session == null ? {} : conversationIn(session));
    },
    undefined,
    limits,
  );

  /** Replies that are not out yet. */
  const sending = new Set<Promise<void>>();

  return {
    async fetch(request) {
      if (request.method !== 'POST') return route(request);
      let sent = () => {};
      const out = new Promise<void>((resolve) => {
        sent = resolve;
      });
      sending.add(out);
      void out.then(() => sending.delete(out));
      request.signal.addEventListener('abort', sent, { once: true });
      try {
        return whenSent(await route(request), sent);
      } catch (error) {
        sent();
        throw error;
      }
    },

    async close() {
      stopping.abort();
      await Promise.race([Promise.all(sending), delay(LAST_REPLIES_MS, undefined, { ref: false })]);
      for (const id of [...connected.keys()]) await forget(id);
      await modern.close();
      client.close();
    },
  };

  async function route(request: Request): Promise<Response> {
    const options = optionsIn(request);
    if ([options.holdMs, options.timeoutMs].some(Number.isNaN))
      return Response.json({ error: 'hold and timeout are times such as 90s, 5m or 2h' }, { status: 400 });
    if (options.elicit && !sameToken(new URL(request.url).searchParams.get('elicit') ?? '', elicitKey(place.token)))
      return Response.json(
        { error: 'this value of elicit is not valid; get the address with: answerback mcp --url --elicit' },
        { status: 403 },
      );
    if (!(await isLegacyRequest(request, undefined, limits))) return modern.fetch(request);
    const session = request.headers.get(SESSION_HEADER);
    const known = session === null ? undefined : connected.get(session);
    if (known) return handled(known, request);
    // A client that gets 404 begins again.
    if (session !== null && !conversationIn(session).session) return Response.json({ error: 'no such session' }, { status: 404 });
    if (session !== null || request.method !== 'POST') return alone(request);
    const body: unknown = await request
      .clone()
      .json()
      .catch(() => undefined);
    const name = nameOfInitialize(body);
    return name === undefined ? alone(request, { parsedBody: body }) : begin(name, request, body, options);
  }

  function serverFor(
    options: Options,
    { session, name, open = new Set(), isOver = () => false }: Conversation & { open?: Set<string>; isOver?: () => boolean },
  ): McpServer {
    if (purpose === 'answer') return createAnsweringServer({ client, name: options.as });
    return createMcpServer({
      client,
      project: options.project ?? '/',
      session: (clientName) => (options.session === undefined && session) || sessionOf(clientName, options),
      clientName: name,
      holdMs: options.holdMs,
      timeoutMs: options.timeoutMs,
      elicit: options.elicit,
      open,
      isClosing: () => stopping.signal.aborted || isOver(),
      stopping: stopping.signal,
    });
  }

  /** The first request of a client. */
  async function begin(name: string, request: Request, body: unknown, options: Options): Promise<Response> {
    const id = `${encodeURIComponent(name)}-${randomUUID()}`;
    const open = new Set<string>();
    const transport = new WebStandardStreamableHTTPServerTransport({
      ...limits,
      sessionIdGenerator: () => id,
      onsessionclosed: () => leave(id),
    });
    // Whoever forgets a client decides what becomes of its questions.
    const isOver = (): boolean => !connected.has(id);
    await serverFor(options, { ...conversationIn(id), open, isOver }).connect(transport);
    const all = [...connected.values()];
    const oldest = all.find(({ requests }) => requests === 0) ?? all[0];
    if (all.length >= mostClients && oldest) await forget(oldest.id);
    const one: Connected = { id, transport, open, keep: options.keep, requests: 0, gone: undefined };
    connected.set(id, one);
    return handled(one, request, body);
  }

  async function handled(one: Connected, request: Request, parsedBody?: unknown): Promise<Response> {
    one.requests += 1;
    clearTimeout(one.gone);
    const over = (waitMs: number): void => {
      one.requests -= 1;
      if (one.requests === 0 && !stopping.signal.aborted) one.gone = setTimeout(() => void leave(one.id), waitMs).unref();
    };
    const broken = (): void => over(comesBackMs);
    if (request.signal.aborted) broken();
    request.signal.addEventListener('abort', broken, { once: true });
    const response = await one.transport.handleRequest(request, parsedBody === undefined ? {} : { parsedBody });
    return whenSent(response, () => {
      if (request.signal.aborted) return;
      request.signal.removeEventListener('abort', broken);
      over(THINKS_MS);
    });
  }

  /** The client is gone, or said good-bye. */
  async function leave(id: string): Promise<void> {
    const one = connected.get(id);
    await forget(id);
    if (!one || one.keep) return;
    await Promise.all([...one.open].map((ask) => withdrawIfOpen(client, ask, 'the agent closed its connection')));
  }

  async function forget(id: string): Promise<void> {
    const one = connected.get(id);
    connected.delete(id);
    clearTimeout(one?.gone);
    await one?.transport.close();
  }
}

/** A time that cannot be read is NaN. */
function optionsIn(request: Request | undefined): Options {
  const query = new URL(request?.url ?? 'http://localhost').searchParams;
  const text = (name: string): string | undefined => query.get(name)?.slice(0, 1_000) || undefined;
  const time = (name: string): number | undefined => {
    const given = text(name);
    return given === undefined ? undefined : (duration(given) ?? Number.NaN);
  };
  const isOn = (name: string): boolean => query.has(name) && !['0', 'false', 'no'].includes(query.get(name) ?? '');
  return {
    project: text('project'),
    session: text('session'),
    holdMs: time('hold'),
    timeoutMs: time('timeout'),
    elicit: query.has('elicit'),
    keep: isOn('keep'),
    as: text('as') ?? 'mcp',
  };
}

/** The client's name, if this is its first message. */
function nameOfInitialize(body: unknown): string | undefined {
  const { method, params } = (body ?? {}) as { method?: unknown; params?: { clientInfo?: { name?: unknown } } };
  if (method !== 'initialize') return undefined;
  const name = params?.clientInfo?.name;
  return (typeof name === 'string' && programOf(name)) || 'mcp';
}

/** What a session id says, also to the next broker: it is the name as it can stand in a header, and a UUID. */
type Conversation = { readonly session?: string; readonly name?: string };

function conversationIn(id: string): Conversation {
  const [, name, uuid] = /^(.+)-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(id) ?? [];
  if (name === undefined) return {};
  try {
    return { session: `mcp-${uuid}`, name: programOf(decodeURIComponent(name)) || 'mcp' };
  } catch {
    return {};
  }
}

/** The client's name is part of it, so that nobody can name the session of another program. */
function sessionOf(clientName: string, { session, project = '' }: Options): string {
  const id = `${clientName}@${session ?? project}`;
  return id.length <= LONGEST_SESSION ? id : createHash('sha256').update(id).digest('hex');
}

/** Calls back when the whole response is out. */
function whenSent(response: Response, sent: () => void): Response {
  if (!response.body) {
    sent();
    return response;
  }
  const through = new TransformStream<Uint8Array, Uint8Array>({ flush: sent });
  return new Response(response.body.pipeThrough(through), response);
}

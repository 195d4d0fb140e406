// The MCP server at the broker's own address: /mcp for agents that ask, /mcp/answers for agents that answer. The broker checks token, Host and Origin.
//
// In the new protocol every request stands alone. In the old one a client has a session, which this process may not know: the broker may have
// been restarted since. Such a client is taken up again; its session id says all that is needed.
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  createMcpHandler,
  isLegacyRequest,
  legacyStatelessFallback,
  type McpServer,
  type ServerContext,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Client } from '../client/client.ts';
import { elicitKey, sameToken } from '../client/token.ts';
import { duration } from '../text/duration.ts';
import { DEEPEST, isDeeper, parsedJson } from '../text/json.ts';
import { createAnsweringServer } from './answering.ts';
import { CONNECTION_LOST, withdrawIfOpen } from './asking.ts';
import { Calls } from './calls.ts';
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
  /** A session of its own, unless its address names one that it may share. */
  readonly session: string | undefined;
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

/** `tokenFile`: of the broker. What it lets in may show questions in the client's own dialog. */
export function createMcpHttp(
  client: Client,
  tokenFile: string,
  purpose: McpPurpose,
  { comesBackMs = COMES_BACK_MS, mostClients = MOST_CLIENTS } = {},
): McpHttp {
  const connected = new Map<string, Connected>();
  /** Clients of an earlier broker. */
  const resuming = new Map<string, Promise<Connected>>();
  const calls = new Calls();
  const stopping = new AbortController();
  const limits = { maxRequestBodySize: LARGEST_BODY };
  const modern = createMcpHandler(({ requestInfo }) => serverFor(optionsIn(requestInfo), {}), { legacy: 'reject', ...limits });
  const alone = legacyStatelessFallback(({ requestInfo }) => serverFor(optionsIn(requestInfo), {}), undefined, limits);

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
    },
  };

  async function route(request: Request): Promise<Response> {
    const options = optionsIn(request);
    if ([options.holdMs, options.timeoutMs].some(Number.isNaN))
      return Response.json({ error: 'hold and timeout are times such as 90s, 5m or 2h' }, { status: 400 });
    if (options.elicit && !sameToken(new URL(request.url).searchParams.get('elicit') ?? '', elicitKey(tokenFile)))
      return Response.json(
        { error: 'this value of elicit is not valid; get the address with: answerback mcp --url --elicit' },
        { status: 403 },
      );
    if (await isTooDeep(request)) return Response.json(TOO_DEEP, { status: 400 });
    if (!(await isLegacyRequest(request, undefined, limits))) return modern.fetch(request);
    const session = request.headers.get(SESSION_HEADER);
    if (session !== null) {
      // A client that gets 404 begins again.
      if (!conversationIn(session).session) return Response.json({ error: 'no such session' }, { status: 404 });
      return handled(await (resuming.get(session) ?? connected.get(session) ?? resumed(session, request, options)), request);
    }
    if (request.method !== 'POST') return alone(request);
    const body: unknown = await request
      .clone()
      .json()
      .catch(() => undefined);
    const name = nameOfInitialize(body);
    return name === undefined ? alone(request, { parsedBody: body }) : begin(name, request, body, options);
  }

  function serverFor(
    options: Options,
    { session, name, open = new Set(), isOver = () => false, ...more }: Conversation & ServerParts,
  ): McpServer {
    if (purpose === 'answer') return createAnsweringServer({ client, name: options.as });
    return createMcpServer({
      client,
      project: options.project ?? '/',
      session: (clientName) => (options.session === undefined && session) || sessionOf(clientName, options),
      clientName: name,
      // Without a session, all clients of this name in this project have the same one.
      continues: options.session !== undefined || session !== undefined,
      holdMs: options.holdMs,
      timeoutMs: options.timeoutMs,
      elicit: options.elicit,
      // Nothing tells whether a client that asks nothing is still there.
      ends: { endsWithItsAsks: true, endsWithItsProcess: false },
      ...more,
      open,
      calls,
      isClosing: () => stopping.signal.aborted || isOver(),
      stopping: stopping.signal,
    });
  }

  /** The first request of a client. */
  async function begin(name: string, request: Request, body: unknown, options: Options): Promise<Response> {
    return handled(await connect(`${encodeURIComponent(name)}-${randomUUID()}`, options), request, body);
  }

  /** A client that this process does not know: its protocol begins again, which the client need not notice. */
  function resumed(id: string, request: Request, options: Options): Promise<Connected> {
    const one = connect(id, options)
      .then(async (made) => {
        await (await made.transport.handleRequest(initializing(request, conversationIn(id).name))).text();
        return made;
      })
      .finally(() => resuming.delete(id));
    resuming.set(id, one);
    return one;
  }

  async function connect(id: string, options: Options): Promise<Connected> {
    const open = new Set<string>();
    const transport = new WebStandardStreamableHTTPServerTransport({
      ...limits,
      sessionIdGenerator: () => id,
      onsessionclosed: () => leave(id),
    });
    // Whoever forgets a client decides what becomes of its questions.
    const isOver = (): boolean => connected.get(id)?.transport !== transport;
    await serverFor(options, { ...conversationIn(id), open, isOver, watch: (call) => watched(call, transport) }).connect(transport);
    const all = [...connected.values()];
    const oldest = all.find(({ requests }) => requests === 0) ?? all[0];
    if (all.length >= mostClients && oldest) await forget(oldest.id);
    const session = options.session === undefined ? conversationIn(id).session : undefined;
    const one: Connected = { id, transport, open, session, keep: options.keep, requests: 0, gone: undefined };
    connected.set(id, one);
    return one;
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
    // Also those that it had asked before the broker was restarted.
    const before = one.session === undefined ? [] : await openIn(one.session);
    await Promise.all([...new Set([...one.open, ...before])].map((ask) => withdrawIfOpen(client, ask, 'the agent closed its connection')));
  }

  async function openIn(session: string): Promise<readonly string[]> {
    const page = await client.call('GET /v1/asks', { query: { session, state: ['open'] } }).catch(() => undefined);
    return page?.asks.map(({ id }) => id) ?? [];
  }

  async function forget(id: string): Promise<void> {
    const one = connected.get(id);
    connected.delete(id);
    clearTimeout(one?.gone);
    await one?.transport.close();
  }
}

type ServerParts = {
  readonly open?: Set<string>;
  readonly isOver?: () => boolean;
  readonly watch?: (call: ServerContext) => () => void;
};

/** Of a client of the old protocol. Its calls do not end with their connections, and the responses to calls that it cancels would not end at all. */
function watched({ mcpReq: { id, signal }, http }: ServerContext, transport: WebStandardStreamableHTTPServerTransport): () => void {
  const params = { requestId: id, reason: CONNECTION_LOST };
  const lost = (): void => transport.onmessage?.({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
  const connection = http?.req?.signal;
  connection?.addEventListener('abort', lost, { once: true });
  signal.addEventListener('abort', () => transport.closeSSEStream(id), { once: true });
  return () => connection?.removeEventListener('abort', lost);
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

/** What a client has sent to an earlier broker when it began. */
function initializing({ url, headers }: Request, name = 'mcp'): Request {
  const protocolVersion = headers.get('mcp-protocol-version') ?? '2025-03-26';
  const params = { protocolVersion, capabilities: {}, clientInfo: { name, version: '' } };
  return new Request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 'resumed', method: 'initialize', params }),
  });
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

const TOO_DEEP = { jsonrpc: '2.0', id: null, error: { code: -32600, message: `the request is nested more than ${DEEPEST} levels deep` } };

/** Whatever handles a request recurses over it. A body that is too large is refused by others. */
async function isTooDeep(request: Request): Promise<boolean> {
  if (request.method !== 'POST') return false;
  const chunks: Uint8Array[] = [];
  let size = 0;
  // A copy that is cancelled would wait until the request is, too.
  for await (const chunk of request.clone().body?.values({ preventCancel: true }) ?? []) {
    size += chunk.length;
    if (size > LARGEST_BODY) return false;
    chunks.push(chunk);
  }
  return isDeeper(parsedJson(Buffer.concat(chunks).toString('utf8')), DEEPEST);
}

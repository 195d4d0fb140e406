// The MCP server: our tools for one client, over stdio or HTTP, in the old and the new protocol.
import { hostname } from 'node:os';
import { type ClientCapabilities, type ElicitResult, McpServer, type ServerContext } from '@modelcontextprotocol/server';
import type { Client } from '../client/client.ts';
import { VERSION } from '../client/version.ts';
import { pidNamespace } from '../system/pid-namespace.ts';
import { wellFormed } from '../text/well-formed.ts';
import { TOOL_DESCRIPTION, TOOL_LABEL, TOOL_NAME, TOOL_PARAMETERS } from '../tool/definition.ts';
import { askQuestion, type ClientDialog, checkQuestion, type Held, type McpCall, toolReply } from './asking.ts';
import type { Calls } from './calls.ts';
import { FORM } from './elicitation.ts';
import { MCP_CLIENTS } from './setup/clients/list.ts';
import { unchecked } from './unchecked.ts';

type McpOptions = {
  readonly client: Client;
  readonly project: string;
  /** One conversation of the agent; see session() below. */
  readonly session: (clientName: string) => string;
  readonly pid?: number | undefined;
  /** See McpCall. */
  readonly continues: boolean;
  /** What the broker may take for the end of the conversation, if nobody tells it: see inbox/sessions.ts. */
  readonly ends: { readonly endsWithItsAsks: boolean; readonly endsWithItsProcess: boolean };
  /** Instead of the usual time for this client. */
  readonly holdMs?: number | undefined;
  /** Show questions in the client's own dialog too, where it has one. */
  readonly elicit?: boolean | undefined;
  /** The question expires after this. */
  readonly timeoutMs?: number | undefined;
  /** The asks of this connection that nobody has answered yet; also those that no call waits for at the moment. */
  readonly open: Set<string>;
  /** All that wait in this process. */
  readonly calls: Calls;
  /** True as soon as the agent has closed the connection: then its calls do not end their asks. */
  readonly isClosing: () => boolean;
  /** The client's name, where its requests do not say it. */
  readonly clientName?: string | undefined;
  /** Called for each call. Returns what is called when the call is over. */
  readonly watch?: ((call: ServerContext) => () => void) | undefined;
  /** When it fires, calls end with "pending". */
  readonly stopping?: AbortSignal | undefined;
};

const PROGRESS_EVERY_MS = 10_000;
/** The usual limit of a client made with the official SDK is 60 s. */
const USUAL_HELD_MS = 50_000;
export const heldMs = (clientName: string, clients = MCP_CLIENTS): number =>
  clients.find(({ call }) => call?.from.test(clientName))?.call?.heldMs ?? USUAL_HELD_MS;

export const SERVER_INFO = { name: 'answerback', title: 'Answerback', version: VERSION };
const CLIENT_INFO = 'io.modelcontextprotocol/clientInfo';
const CLIENT_CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
/** The call itself ends sooner. */
const LONGEST_DIALOG_MS = 24 * 3_600_000;

const CHECK = {
  name: 'check_question',
  title: 'Check a pending question',
  description:
    'Go on waiting for the answer to a question that ask_user_question returned as "pending". Returns the answer, or "pending" again.',
  parameters: {
    type: 'object',
    properties: { request_id: { type: 'string', minLength: 1, description: 'The request_id that ask_user_question returned.' } },
    required: ['request_id'],
    additionalProperties: false,
  },
} as const;

const OUTPUT = {
  type: 'object',
  properties: {
    status: {
      enum: ['answered', 'pending', 'invalid', 'declined', 'redirected', 'expired', 'withdrawn', 'aborted', 'dialog-open', 'unavailable'],
    },
    request_id: { type: 'string' },
    answers: { type: 'object', additionalProperties: { type: 'string' }, description: 'by header' },
    hint: { type: 'string' },
    earlier_question: { type: 'string', description: 'present if this is the question of an earlier call, which ended without its answer' },
  },
  required: ['status'],
} as const;

export function createMcpServer(options: McpOptions): McpServer {
  const server = new McpServer(SERVER_INFO, { capabilities: { tools: {} } });
  const { client } = options;
  const call = (ctx: ServerContext): McpCall => {
    const name = clientName(server, ctx) ?? options.clientName ?? 'mcp';
    return {
      meta: ctx.mcpReq._meta,
      signal: ctx.mcpReq.signal,
      session: {
        ...options.ends,
        id: options.session(name),
        program: name,
        project: options.project,
        machine: hostname(),
        pid: options.pid,
        ...(options.pid === undefined ? {} : { pidNamespace }),
      },
      continues: options.continues,
      holdMs: options.holdMs ?? heldMs(name),
      timeoutMs: options.timeoutMs,
      open: options.open,
      calls: options.calls,
      isClosing: options.isClosing,
      stopping: options.stopping,
      ...(options.elicit ? { dialog: dialogOf(server, ctx) } : {}),
    };
  };
  const reply = async (ctx: ServerContext, held: Promise<Held>) => {
    const stop = [reportProgress(ctx), options.watch?.(ctx)];
    try {
      return toolReply(await held);
    } finally {
      for (const each of stop) each?.();
    }
  };
  const annotations = { readOnlyHint: true, openWorldHint: false };
  // Claude Code would otherwise hide the tools until its model searches for them, which a model that does not know of them never does.
  const _meta = { 'anthropic/alwaysLoad': true };
  server.registerTool(
    TOOL_NAME,
    {
      title: TOOL_LABEL,
      description: TOOL_DESCRIPTION,
      inputSchema: unchecked(TOOL_PARAMETERS),
      outputSchema: unchecked(OUTPUT),
      annotations,
      _meta,
    },
    (args, ctx) => reply(ctx, askQuestion(client, args, call(ctx))),
  );
  server.registerTool(
    CHECK.name,
    {
      title: CHECK.title,
      description: CHECK.description,
      inputSchema: unchecked(CHECK.parameters),
      outputSchema: unchecked(OUTPUT),
      annotations: { ...annotations, idempotentHint: true },
      _meta,
    },
    (args, ctx) => reply(ctx, checkQuestion(client, requestId(args), call(ctx))),
  );
  return server;
}

function requestId(args: unknown): string {
  const { request_id: id } = (args ?? {}) as { request_id?: unknown };
  return typeof id === 'string' ? id : '';
}

/** "codex-mcp-client" is Codex. */
export const programOf = (clientName: string): string => wellFormed(clientName.replace(/-mcp-client.*$/s, '').slice(0, 100));

/** The new protocol sends it with each request, the old one once. */
function clientName(server: McpServer, { mcpReq }: ServerContext): string | undefined {
  const info = (mcpReq.envelope as Readonly<Record<string, { name?: unknown }>> | undefined)?.[CLIENT_INFO];
  const name = info?.name ?? server.server.getClientVersion()?.name;
  return (typeof name === 'string' && programOf(name)) || undefined;
}

/** Undefined if the client has no dialog for forms. */
function dialogOf(server: McpServer, { mcpReq }: ServerContext): ClientDialog | undefined {
  const modern = (mcpReq.envelope as Readonly<Record<string, ClientCapabilities>> | undefined)?.[CLIENT_CAPABILITIES];
  const elicitation = (modern ?? server.server.getClientCapabilities())?.elicitation;
  if (!elicitation || (elicitation.url && !elicitation.form)) return undefined;
  if (modern) {
    const [result, call] = [mcpReq.inputResponses?.[FORM] as ElicitResult | undefined, mcpReq.requestState()];
    return { kind: 'round-trip', result, call: result && typeof call === 'string' && call !== '' ? call.slice(0, 200) : undefined };
  }
  return { kind: 'push', show: (form, signal) => mcpReq.elicitInput(form, { signal, timeout: LONGEST_DIALOG_MS }) };
}

/** Tells the client that the call is alive. Returns what ends it. */
function reportProgress({ mcpReq }: ServerContext): () => void {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => {};
  let progress = 0;
  const report = () => {
    progress += 1;
    const params = { progressToken, progress, message: 'Waiting for an answer' };
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => clearInterval(timer));
  };
  const timer = setInterval(report, PROGRESS_EVERY_MS);
  report();
  return () => clearInterval(timer);
}

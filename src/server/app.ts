// All HTTP routes, the same on the unix socket and on TCP. docs/PROTOCOL.md describes them, and its examples are tests.
import { Hono } from 'hono';
import type { ToolCalls } from '../agents/tool/channel.ts';
import { BUILD } from '../client/version.ts';
import { type OpenApi, openApi } from '../contract/openapi.ts';
import type { Channels } from '../inbox/channels.ts';
import type { Decisions } from '../inbox/decide.ts';
import type { Deliveries } from '../inbox/deliveries.ts';
import type { Pauses } from '../inbox/pauses.ts';
import type { PromptQueue } from '../inbox/prompt-queue.ts';
import type { Prompts } from '../inbox/prompts.ts';
import type { Sessions } from '../inbox/sessions.ts';
import type { StatisticsMaker } from '../inbox/statistics.ts';
import type { Journal } from '../journal/journal.ts';
import type { McpHttp, McpPurpose } from '../mcp/http.ts';
import type { Answering } from './answering.ts';
import type { Bindings } from '../http/bindings.ts';
import { refusal, thrown } from '../http/errors.ts';
import { guard, isChannel } from './guard.ts';
import type { Metrics } from './metrics.ts';
import type { Notifying } from './notifying.ts';
import type { Routes } from '../http/request.ts';
import type { Status } from './routes/broker.ts';
import { chatName } from '../auto-answer/chat-agents/routes.ts';
import { type WithAsk, withAsk } from '../inbox/routes/found.ts';
import { linkRoutes } from '../notify/link-routes.ts';
import { isMcp, mcpRoutes } from './routes/mcp.ts';
import { serveRoutes } from './serve.ts';
import type { EventStream } from './stream.ts';
import type { Web } from './web/web.ts';

export type AppParts = {
  readonly decisions: Decisions;
  readonly sessions: Sessions;
  readonly pauses: Pauses;
  readonly queue: PromptQueue;
  readonly channels: Channels;
  readonly deliveries: Deliveries;
  readonly toolCalls: ToolCalls;
  readonly prompts: Prompts;
  readonly answering: Answering;
  readonly notifying: Notifying;
  readonly journal: Journal;
  readonly statistics: StatisticsMaker;
  readonly stream: EventStream;
  readonly metrics: Metrics;
  readonly web: Web;
  readonly token: string;
  /** The token for one part of the routes, in addition to `token`, which is for all of them. */
  readonly tokenFor: (path: string) => string | undefined;
  readonly mcp: (purpose: McpPurpose, app: Routes) => Promise<McpHttp>;
  readonly version: string;
  readonly status: () => Promise<Status>;
  /** The size of the copy; undefined if there is a file already. */
  readonly backup: (file: string) => Promise<number | undefined>;
  readonly stop: () => void;
  readonly stopping: AbortSignal;
  readonly onError: (error: unknown) => void;
};

/** What handlers may use. */
export type RouteContext = AppParts & { readonly found: WithAsk; readonly openapi: () => OpenApi };

export function createApp(parts: AppParts): Routes {
  const app = new Hono<{ Bindings: Bindings }>();

  app.use(async (c, next) => {
    const start = performance.now();
    // On Node's own response, because the event stream writes that itself. A call from this process has none.
    if (c.env.via !== 'process') {
      c.env.outgoing.setHeader('answerback-version', parts.version);
      c.env.outgoing.setHeader('answerback-build', String(BUILD));
    }
    await next();
    // Otherwise a keep-alive connection would delay the stop.
    if (parts.stopping.aborted) c.header('connection', 'close');
    if (
      !c.req.path.endsWith('/result') &&
      !c.req.path.endsWith('/events') &&
      !isChannel(c.req.path) &&
      !isMcp(c.req.path) &&
      !chatName(c.req.path)
    )
      parts.metrics.request(c.res.status, (performance.now() - start) / 1000);
  });
  app.use(guard(parts));

  let openapi: OpenApi | undefined;
  serveRoutes(app, {
    ...parts,
    found: withAsk(parts.journal),
    openapi: () => {
      openapi ??= openApi(parts.version);
      return openapi;
    },
  });
  linkRoutes(app, parts.notifying);
  mcpRoutes(app, parts);

  app.notFound((c) => refusal(c, 'no-such-route', `there is no ${c.req.method} ${c.req.path}`, 'docs/PROTOCOL.md lists the routes.'));
  app.onError((error, c) => thrown(c, error, parts.onError));
  return app;
}

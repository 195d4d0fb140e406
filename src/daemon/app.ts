// All HTTP routes, the same on the unix socket and on TCP. docs/PROTOCOL.md describes them, and its examples are tests.
import { Hono } from 'hono';
import type { Broker } from '../broker/broker.ts';
import type { Channels } from '../broker/channels.ts';
import type { Deliveries } from '../broker/deliveries.ts';
import type { Prompts } from '../broker/prompts.ts';
import type { ToolCalls } from '../channels/tool-call/channel.ts';
import { BUILD } from '../client/version.ts';
import type { Journal } from '../decide/journal.ts';
import type { McpHttp, McpPurpose } from '../mcp/http.ts';
import type { Reply } from '../protocol/routes.ts';
import type { Answering } from './answering.ts';
import type { Bindings } from './bindings.ts';
import { refusal, thrown } from './errors.ts';
import { guard, isChannel } from './guard.ts';
import type { Metrics } from './metrics.ts';
import type { Notifying } from './notifying.ts';
import type { Routes } from './request.ts';
import { answeringRoutes } from './routes/answering.ts';
import { askRoutes } from './routes/asks.ts';
import { brokerRoutes } from './routes/broker.ts';
import { channelRoutes } from './routes/channels.ts';
import { chatName, chatRoutes } from './routes/chat.ts';
import { decisionRoutes } from './routes/decisions.ts';
import { eventRoutes } from './routes/events.ts';
import { finding } from './routes/found.ts';
import { isMcp, mcpRoutes } from './routes/mcp.ts';
import { notifierRoutes } from './routes/notifiers.ts';
import { promptRoutes } from './routes/prompts.ts';
import { pushRoutes } from './routes/push.ts';
import { sessionRoutes } from './routes/sessions.ts';
import { webRoutes } from './routes/web.ts';
import type { EventStream } from './stream.ts';
import type { Push } from './web/push.ts';
import type { Web } from './web/web.ts';

export type AppParts = {
  readonly broker: Broker;
  readonly channels: Channels;
  readonly deliveries: Deliveries;
  readonly toolCalls: ToolCalls;
  readonly prompts: Prompts;
  readonly answering: Answering;
  readonly notifying: Notifying;
  readonly journal: Journal;
  readonly stream: EventStream;
  readonly metrics: Metrics;
  readonly web: Web;
  readonly push: Push;
  readonly token: string;
  /** The token for one part of the routes, in addition to `token`, which is for all of them. */
  readonly tokenFor: (path: string) => string | undefined;
  readonly mcp: (purpose: McpPurpose) => Promise<McpHttp>;
  readonly version: string;
  readonly status: () => Promise<Reply<'GET /v1/status', 200>>;
  readonly stop: () => void;
  readonly stopping: AbortSignal;
  readonly onError: (error: unknown) => void;
};

export function createApp(parts: AppParts): Routes {
  const app = new Hono<{ Bindings: Bindings }>();

  app.use(async (c, next) => {
    const start = performance.now();
    c.header('answerback-version', parts.version);
    c.header('answerback-build', String(BUILD));
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

  const all = { ...parts, found: finding(parts.broker) };
  brokerRoutes(app, all);
  askRoutes(app, all);
  decisionRoutes(app, all);
  answeringRoutes(app, all);
  notifierRoutes(app, all);
  chatRoutes(app, all);
  sessionRoutes(app, all);
  promptRoutes(app, all);
  channelRoutes(app, all);
  eventRoutes(app, all);
  webRoutes(app, all);
  pushRoutes(app, all);
  mcpRoutes(app, parts);

  app.notFound((c) => refusal(c, 'no-such-route', `there is no ${c.req.method} ${c.req.path}`, 'docs/PROTOCOL.md lists the routes.'));
  app.onError((error, c) => thrown(c, error, parts.onError));
  return app;
}

// All HTTP routes, the same on the unix socket and on TCP. docs/PROTOCOL.md describes them, and its examples are tests.
import { Hono } from 'hono';
import type { Broker } from '../broker/broker.ts';
import type { Channels } from '../broker/channels.ts';
import type { Deliveries } from '../broker/deliveries.ts';
import type { Prompts } from '../broker/prompts.ts';
import type { ToolCalls } from '../channels/tool-call/channel.ts';
import type { Journal } from '../decide/journal.ts';
import type { Reply } from '../protocol/routes.ts';
import type { Bindings } from './bindings.ts';
import { refusal, thrown } from './errors.ts';
import { guard, isChannel } from './guard.ts';
import type { Machinery } from './machinery.ts';
import type { Metrics } from './metrics.ts';
import type { Routes } from './request.ts';
import { answeringRoutes } from './routes/answering.ts';
import { askRoutes } from './routes/asks.ts';
import { brokerRoutes } from './routes/broker.ts';
import { channelRoutes } from './routes/channels.ts';
import { decisionRoutes } from './routes/decisions.ts';
import { eventRoutes } from './routes/events.ts';
import { finding } from './routes/found.ts';
import { promptRoutes } from './routes/prompts.ts';
import { sessionRoutes } from './routes/sessions.ts';
import type { EventStream } from './stream.ts';

export type AppParts = {
  readonly broker: Broker;
  readonly channels: Channels;
  readonly deliveries: Deliveries;
  readonly toolCalls: ToolCalls;
  readonly prompts: Prompts;
  readonly machinery: Machinery;
  readonly journal: Journal;
  readonly stream: EventStream;
  readonly metrics: Metrics;
  readonly token: string;
  readonly hookToken: string;
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
    await next();
    // Otherwise a keep-alive connection would delay the stop.
    if (parts.stopping.aborted) c.header('connection', 'close');
    if (!c.req.path.endsWith('/result') && !c.req.path.endsWith('/events') && !isChannel(c.req.path))
      parts.metrics.request(c.res.status, (performance.now() - start) / 1000);
  });
  app.use(guard(parts.token, parts.hookToken));

  const rooms = { ...parts, found: finding(parts.broker) };
  brokerRoutes(app, rooms);
  askRoutes(app, rooms);
  decisionRoutes(app, rooms);
  answeringRoutes(app, rooms);
  sessionRoutes(app, rooms);
  promptRoutes(app, rooms);
  channelRoutes(app, rooms);
  eventRoutes(app, rooms);

  app.notFound((c) => refusal(c, 'no-such-route', `there is no ${c.req.method} ${c.req.path}`, 'docs/PROTOCOL.md lists the routes.'));
  app.onError((error, c) => thrown(c, error, parts.onError));
  return app;
}

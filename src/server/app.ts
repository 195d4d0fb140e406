// All HTTP routes, the same on the unix socket and on TCP. docs/PROTOCOL.md describes them, and its examples are tests.
import { Hono } from 'hono';
import type { ToolContext } from '../agents/tool/channel.ts';
import { chatName } from '../auto-answer/chat-agents/routes.ts';
import type { AutoAnswerContext } from '../auto-answer/routes-context.ts';
import { BUILD } from '../client/version.ts';
import { type OpenApi, openApi } from '../contract/openapi.ts';
import { BadRequest, refusal } from '../http/errors.ts';
import type { Bindings, In, Routes } from '../http/request.ts';
import type { InboxContext } from '../inbox/routes/context.ts';
import { withAsk } from '../inbox/routes/found.ts';
import { JournalFailure } from '../journal/journal.ts';
import type { McpHttp, McpPurpose } from '../mcp/http.ts';
import type { MessengersContext } from '../messengers/messengers.ts';
import { linkRoutes } from '../notify/link-routes.ts';
import type { NotifyContext } from '../notify/routes-context.ts';
import { guard, isChannel } from './guard.ts';
import type { Metrics } from './metrics.ts';
import type { Status } from './routes/broker.ts';
import { isMcp, mcpRoutes } from './routes/mcp.ts';
import { serveRoutes } from './serve.ts';
import type { EventStream } from './stream.ts';
import type { Web } from './web/web.ts';

/** What handlers may use: what the routes of each feature need, and those of the server. */
export type RouteContext = InboxContext &
  AutoAnswerContext &
  NotifyContext &
  MessengersContext &
  ToolContext & {
    readonly stream: EventStream;
    readonly metrics: Metrics;
    readonly web: Web;
    readonly version: string;
    readonly status: () => Promise<Status>;
    readonly openapi: () => OpenApi;
    /** The size of the copy; undefined if there is a file already. */
    readonly backup: (file: string) => Promise<number | undefined>;
    readonly stop: () => void;
    readonly onError: (error: unknown) => void;
  };

export type AppOptions = Omit<RouteContext, 'found' | 'openapi'> & {
  readonly token: string;
  /** The token for one part of the routes, in addition to `token`, which is for all of them. */
  readonly tokenFor: (path: string) => string | undefined;
  readonly mcp: (purpose: McpPurpose, app: Routes) => Promise<McpHttp>;
};

export function createApp(options: AppOptions): Routes {
  const app = new Hono<{ Bindings: Bindings }>();

  app.use(async (c, next) => {
    const start = performance.now();
    // On Node's own response, because the event stream writes that itself. A call from this process has none.
    if (c.env.via !== 'process') {
      c.env.outgoing.setHeader('answerback-version', options.version);
      c.env.outgoing.setHeader('answerback-build', String(BUILD));
    }
    await next();
    // Otherwise a keep-alive connection would delay the stop.
    if (options.stopping.aborted) c.header('connection', 'close');
    if (
      !c.req.path.endsWith('/result') &&
      !c.req.path.endsWith('/events') &&
      !isChannel(c.req.path) &&
      !isMcp(c.req.path) &&
      !chatName(c.req.path)
    )
      options.metrics.request(c.res.status, (performance.now() - start) / 1000);
  });
  app.use(guard(options));

  let openapi: OpenApi | undefined;
  serveRoutes(app, {
    ...options,
    found: withAsk(options.journal),
    openapi: () => {
      openapi ??= openApi(options.version);
      return openapi;
    },
  });
  linkRoutes(app, options.notifying);
  mcpRoutes(app, options);

  app.notFound((c) => refusal(c, 'no-such-route', `there is no ${c.req.method} ${c.req.path}`, 'docs/PROTOCOL.md lists the routes.'));
  app.onError((error, c) => thrown(c, error, options.onError));
  return app;
}

/** For anything thrown inside a route. Bugs are logged with their stack, which is not sent. */
function thrown(c: In, error: unknown, log: (error: unknown) => void): Response {
  if (error instanceof BadRequest) return refusal(c, error.code, error.message, error.fix);
  // Nobody waits for the reply: the work stopped because the request did.
  if (!c.req.raw.signal.aborted) log(error);
  if (error instanceof JournalFailure) return refusal(c, `journal-${error.trouble}`, error.message, error.hint);
  return refusal(
    c,
    'internal',
    `something went wrong inside the broker: ${error instanceof Error ? error.message : String(error)}`,
    '`answerback broker logs` has the details.',
  );
}

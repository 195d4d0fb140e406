// The routes, the same on the unix socket and on TCP. docs/PROTOCOL.md describes each, and its examples are tests.
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import { z } from 'zod';
import type { Broker, Decided, Signature } from '../broker/broker.ts';
import type { Hooks } from '../broker/hooks.ts';
import type { Prompts } from '../broker/prompts.ts';
import type { Screens } from '../broker/screens.ts';
import { BUILD } from '../client/version.ts';
import type { AskFilter, Journal } from '../decide/journal.ts';
import type { AskView } from '../question/lifecycle.ts';
import { LONGEST_TEXT } from '../question/limits.ts';
import { answerer, answersInput, askKind, sessionInput } from '../question/schema.ts';
import { shapeProblems } from '../question/shape.ts';
import { decisionLine } from '../question/summary.ts';
import { isVisible } from '../question/visible.ts';
import { toolEcho } from '../verify/from-tool-result.ts';
import { LARGEST_HOOK } from './body.ts';
import type { Door } from './door.ts';
import { BadRequest, invalid, refusal, thrown } from './errors.ts';
import { guard } from './guard.ts';
import { machineRoutes } from './machine-routes.ts';
import type { Machinery } from './machinery.ts';
import type { Metrics } from './metrics.ts';
import { type In, json, parsed, wholeNumber } from './request.ts';
import type { EventStream } from './stream.ts';

export type AppParts = {
  readonly broker: Broker;
  readonly hooks: Hooks;
  readonly prompts: Prompts;
  readonly screens: Screens;
  readonly machinery: Machinery;
  readonly journal: Journal;
  readonly stream: EventStream;
  readonly metrics: Metrics;
  readonly token: string;
  readonly hookToken: string;
  readonly version: string;
  readonly status: () => Promise<Record<string, unknown>>;
  readonly stop: () => void;
  readonly stopping: AbortSignal;
  readonly onError: (error: unknown) => void;
};

const LONGEST_WAIT_MS = 60_000;
const PAGE = { usual: 50, most: 500 };

export function createApp(parts: AppParts): Hono<{ Bindings: Door }> {
  const { broker, hooks, prompts, screens, journal, stream, metrics } = parts;
  const app = new Hono<{ Bindings: Door }>();

  app.use(async (c, next) => {
    const start = performance.now();
    c.header('answerback-version', parts.version);
    await next();
    // Otherwise a connection kept alive would hold up the stop.
    if (parts.stopping.aborted) c.header('connection', 'close');
    if (!c.req.path.endsWith('/result') && !c.req.path.endsWith('/events') && !c.req.path.startsWith('/v1/hooks/'))
      metrics.request(c.res.status, (performance.now() - start) / 1000);
  });
  app.use(guard(parts.token, parts.hookToken));

  // ── the broker itself ────────────────────────────────────────────────────────────────────────────────────────────

  app.get('/v1/health', (c) => c.json({ ok: true, version: parts.version, build: BUILD, pid: process.pid }));
  app.get('/v1/status', async (c) => c.json(await parts.status()));
  app.get('/v1/check', async (c) => c.json({ damage: await journal.check() }));
  app.get('/metrics', async (c) => {
    const now = { openAsks: await journal.countOpen(), listeners: stream.size, uptimeSeconds: process.uptime(), version: parts.version };
    return c.text(metrics.text(now), 200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' });
  });
  app.post('/v1/stop', (c) => {
    parts.stop();
    return c.json({ stopping: true }, 202);
  });

  // ── asks ─────────────────────────────────────────────────────────────────────────────────────────────────────────

  app.post('/v1/asks', async (c) => {
    const asked = await broker.ask(await json(c));
    if (asked.kind === 'invalid') return invalid(c, asked.problems);
    return c.json(asked.view, asked.kind === 'opened' ? 201 : 200);
  });
  app.get('/v1/asks', async (c) => {
    const { filter, page } = listQuery(c);
    const { items, next } = await journal.list(filter, page);
    return c.json({ asks: items, ...(next === undefined ? {} : { next }) });
  });
  app.get('/v1/log', async (c) => {
    const { filter, page } = listQuery(c);
    const { items, next } = await journal.decided(filter, page);
    return c.json({ asks: items, ...(next === undefined ? {} : { next }) });
  });
  app.get('/v1/asks/:id', (c) => found(c, async (view) => c.json(view)));
  app.get('/v1/asks/:id/events', (c) => found(c, async (view) => c.json({ events: await journal.history(view.id) })));
  app.get('/v1/asks/:id/precedents', (c) =>
    found(c, async (view) => c.json({ precedents: await broker.precedents(view, Math.min(wholeNumber(c, 'limit', 10), PAGE.usual)) })),
  );
  app.get('/v1/asks/:id/result', (c) =>
    found(c, async (view) => {
      const wait = Math.min(wholeNumber(c, 'wait', 0), LONGEST_WAIT_MS);
      const result = await broker.result(view.id, wait, c.req.raw.signal);
      return result ? c.json(result) : c.json({ id: view.id, outcome: 'open' }, 202);
    }),
  );

  // ── decisions ────────────────────────────────────────────────────────────────────────────────────────────────────

  app.post('/v1/asks/:id/answer', (c) =>
    found(c, async (view) => {
      const body = await parsed(c, signed.extend({ answers: answersInput }));
      return body instanceof Response ? body : decided(c, await broker.answer(view, body.answers, signature(body)));
    }),
  );
  app.post('/v1/asks/:id/redirect', (c) =>
    found(c, async (view) => {
      const body = await parsed(c, signed.extend({ message: z.string() }));
      return body instanceof Response ? body : decided(c, await broker.redirect(view, body.message, signature(body)));
    }),
  );
  app.post('/v1/asks/:id/decline', (c) =>
    found(c, async (view) => {
      const body = await parsed(c, signed.extend({ message: z.string().optional() }));
      return body instanceof Response ? body : decided(c, await broker.decline(view, body.message, signature(body)));
    }),
  );
  app.post('/v1/asks/:id/withdraw', (c) =>
    found(c, async (view) => {
      const body = await parsed(c, z.object({ reason: z.string().min(1).max(1000) }));
      if (body instanceof Response) return body;
      const result = await broker.withdraw(view.id, body.reason, `agent:${view.program}`);
      const after = result.kind === 'unknown' ? view : result.view;
      // Said twice, it is withdrawn once.
      return after.state === 'withdrawn' ? c.json(after) : taken(c, after);
    }),
  );
  app.post('/v1/asks/:id/receipt', (c) =>
    found(c, async (view) => {
      const body = await parsed(c, toolEcho);
      if (body instanceof Response) return body;
      const result = await broker.received(view.id, body);
      const receipt = result.kind === 'unknown' ? undefined : result.view.receipt;
      if (receipt) return c.json(receipt);
      return refusal(
        c,
        409,
        'nothing-decided',
        `ask ${view.id} is ${view.state}: there is no decision to confirm`,
        'Wait for a result first.',
      );
    }),
  );

  machineRoutes(app, parts, found);

  // ── agent sessions ───────────────────────────────────────────────────────────────────────────────────────────────

  app.get('/v1/sessions', async (c) => {
    const all = !['false', '0', undefined].includes(c.req.query('all'));
    return c.json({
      sessions: await journal.sessions({
        ...(all ? {} : { ended: false }),
        limit: Math.min(wholeNumber(c, 'limit', PAGE.most), PAGE.most),
      }),
    });
  });
  app.put('/v1/sessions/:id', async (c) => {
    const body = await parsed(c, sessionInput.omit({ id: true }));
    return body instanceof Response ? body : c.json(await broker.see({ ...body, id: c.req.param('id') } as z.output<typeof sessionInput>));
  });
  app.post('/v1/sessions/:id/end', async (c) => {
    const body = await parsed(c, z.object({ reason: z.string().min(1).max(1000).default('the session ended') }));
    if (body instanceof Response) return body;
    const session = await broker.endSession(c.req.param('id'), body.reason);
    return session
      ? c.json(session)
      : refusal(c, 404, 'unknown-session', `no agent session "${c.req.param('id')}"`, '`answerback sessions` lists them.');
  });

  app.post('/v1/panes', async (c) => {
    const body = await parsed(
      c,
      z.object({ tmux: z.string().startsWith('/').max(255), pane: z.string().regex(/^%\d+$/), project: z.string().min(1).max(4096) }),
    );
    if (body instanceof Response) return body;
    const pointed = await screens.point(body.tmux, body.pane, body.project);
    if (pointed.kind !== 'no-pane') return c.json(pointed, pointed.kind === 'watched' ? 201 : 200);
    return refusal(c, 404, 'unknown-pane', `no pane ${body.pane} at ${body.tmux}`, '`tmux list-panes -a` lists them.');
  });

  app.get('/v1/prompts', async (c) => {
    const states = c.req.query('all') === undefined ? (['queued', 'sending'] as const) : undefined;
    return c.json({ prompts: await journal.prompts({ session: c.req.query('session'), states, limit: PAGE.most }) });
  });
  app.post('/v1/sessions/:id/prompts', async (c) => {
    const body = await parsed(
      c,
      z.object({
        text: z.string().max(LONGEST_TEXT).refine(isVisible, 'the prompt shows nothing'),
        by: signed.shape.by,
        key: signed.shape.key,
      }),
    );
    if (body instanceof Response) return body;
    const sent = await prompts.send(c.req.param('id'), body.text, body.by, body.key);
    if (sent.kind === 'queued') return c.json(sent.prompt, 201);
    return refusal(c, 409, 'cannot-send', sent.reason, '`answerback sessions` shows which sessions run, and in which pane.');
  });
  app.post('/v1/prompts/:id/cancel', async (c) => {
    const result = await prompts.cancel(c.req.param('id'));
    if (result.kind === 'unknown')
      return refusal(c, 404, 'unknown-prompt', `no prompt "${c.req.param('id')}"`, '`answerback send --list` shows those that wait.');
    if (result.kind === 'cancelled') return c.json({ ...result.prompt, state: 'cancelled' });
    return refusal(
      c,
      409,
      'too-late',
      `prompt ${result.prompt.id} is ${result.prompt.state} already`,
      'It can be cancelled only while it waits.',
    );
  });

  // ── hooks ────────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Always 200: any other status would show up on the agent's screen. */
  app.post('/v1/hooks/claude-code', async (c) => {
    const { outgoing } = c.env;
    const gone = new AbortController();
    const dropped = () => gone.abort();
    outgoing.once('close', dropped);
    const body = await json(c, {}, LARGEST_HOOK).catch(() => undefined);
    const { body: reply, sent } = await hooks.receive(body, gone.signal);
    outgoing.off('close', dropped);
    if (sent) outgoing.once('close', () => void sent(outgoing.writableFinished).catch(parts.onError));
    return c.json(reply);
  });

  // ── events ───────────────────────────────────────────────────────────────────────────────────────────────────────

  app.get('/v1/events', async (c) => {
    const last = c.req.header('last-event-id');
    const after =
      last !== undefined && /^\d+$/.test(last) ? Number(last) : c.req.query('after') === undefined ? undefined : wholeNumber(c, 'after', 0);
    const listen = (ask: string | undefined) => {
      // Not awaited: the response belongs to the stream from here on.
      stream.add(c.env.outgoing, after, ask).catch((error) => {
        parts.onError(error);
        c.env.outgoing.destroy();
      });
      return RESPONSE_ALREADY_SENT;
    };
    return c.req.query('ask') === undefined ? listen(undefined) : found(c, async (view) => listen(view.id), c.req.query('ask'));
  });

  app.notFound((c) => refusal(c, 404, 'no-such-route', `there is no ${c.req.method} ${c.req.path}`, 'docs/PROTOCOL.md lists the routes.'));
  app.onError((error, c) => thrown(c, error, parts.onError));
  return app;

  // ── shared by the routes ─────────────────────────────────────────────────────────────────────────────────────────

  async function found(c: In, then: (view: AskView) => Promise<Response>, id = c.req.param('id') ?? ''): Promise<Response> {
    const result = await broker.find(id);
    if (result.kind === 'found') return then(result.view);
    if (result.kind === 'unknown')
      return refusal(c, 404, 'unknown-ask', `no ask "${id}"`, '`answerback list` shows the open asks, `answerback list --all` every one.');
    return refusal(
      c,
      409,
      'ambiguous-id',
      `"${id}" is the beginning of several asks: ${result.ids.join(', ')}`,
      'Give more characters of the id.',
      { ids: result.ids },
    );
  }
}

const signed = z.object({
  by: answerer.default({ kind: 'person', name: 'someone', surface: 'api' }),
  key: z.string().min(1).max(200).optional(),
  reason: z.string().max(10_000).optional(),
});

function signature({ by, key, reason }: z.output<typeof signed>): Signature {
  return { by, key: key ?? crypto.randomUUID(), reason };
}

function decided(c: In, result: Decided): Response {
  switch (result.kind) {
    case 'won':
      return c.json(result.view);
    case 'taken':
      return taken(c, result.view);
    case 'refused':
      return refusal(
        c,
        403,
        'not-appointed',
        `ask ${result.view.id} was not answered: ${result.reason}`,
        `\`answerback route explain ${result.view.id}\` says who decides it, and when. A person can always answer.`,
      );
    case 'invalid':
      return invalid(c, result.problems);
    case 'unknown':
      return refusal(c, 404, 'unknown-ask', 'no such ask', '`answerback list` shows the open asks.');
  }
}

function taken(c: In, view: AskView): Response {
  return refusal(c, 409, 'taken', takenMessage(view), `\`answerback show ${view.id}\` shows what was decided.`, {
    ask: view,
    by: view.decision?.by,
  });
}

function takenMessage(view: AskView): string {
  const { decision } = view;
  if (view.state === 'withdrawn') return `ask ${view.id} was withdrawn: ${view.ending}`;
  if (decision) {
    const how = decision.kind === 'answers' ? 'answered' : decision.kind === 'redirect' ? 'redirected' : 'declined';
    return `ask ${view.id} was already ${how} by ${decision.by.name} (${decision.by.surface}): ${decisionLine(view, decision)}`;
  }
  return `ask ${view.id} has expired: its deadline passed`;
}

const states = z.enum([
  'open',
  'answered',
  'declined',
  'delivering',
  'delivered',
  'verified',
  'mismatched',
  'unconfirmed',
  'withdrawn',
  'expired',
]);
const query = z.object({
  state: z.array(states).optional(),
  kind: z.array(askKind).optional(),
  project: z.string().optional(),
  program: z.string().optional(),
  session: z.string().optional(),
  text: z.string().optional(),
});

function listQuery(c: In): { filter: AskFilter; page: { limit: number; cursor?: number } } {
  const many = (name: string) => c.req.query(name)?.split(',').filter(Boolean);
  const one = (name: string) => c.req.query(name);
  const input = {
    state: many('state'),
    kind: many('kind'),
    project: one('project'),
    program: one('program'),
    session: one('session'),
    text: one('text'),
  };
  const result = query.safeParse(input);
  if (!result.success)
    throw new BadRequest(
      400,
      'bad-query',
      shapeProblems(result.error, input)
        .map((p) => p.message)
        .join('; '),
      'docs/PROTOCOL.md lists the filters.',
    );
  const { state, kind, ...rest } = result.data;
  const limit = Math.min(Math.max(1, wholeNumber(c, 'limit', PAGE.usual)), PAGE.most);
  const cursor = c.req.query('cursor') === undefined ? {} : { cursor: wholeNumber(c, 'cursor', 0) };
  return { filter: { ...rest, states: state, kinds: kind }, page: { limit, ...cursor } };
}

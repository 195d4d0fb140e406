// The routes about machine answering: who would decide and why, pauses, replies in plain text, the roster.
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Broker } from '../../broker/broker.ts';
import type { Explained } from '../../broker/judge.ts';
import { replay } from '../../broker/replay.ts';
import type { Journal } from '../../decide/journal.ts';
import { roster } from '../../decide/roster.ts';
import { stopName } from '../../decide/route/stop-name.ts';
import { type AskView, isOpen } from '../../question/lifecycle.ts';
import { LONGEST_TEXT } from '../../question/limits.ts';
import { answerer } from '../../question/schema.ts';
import { checkAnswerers } from '../answerer-check.ts';
import { LARGEST_HOOK } from '../body.ts';
import { onlyPeople } from '../errors.ts';
import type { Machinery } from '../machinery.ts';
import { pastAsk } from '../past-ask.ts';
import { takeReplies } from '../replies.ts';
import { parsed, type Routes, signed } from '../request.ts';
import { problemText } from '../yaml-problems.ts';
import type { Found } from './found.ts';

type Parts = { readonly broker: Broker; readonly journal: Journal; readonly machinery: Machinery; readonly found: Found };

const scope = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('all') }),
  z.strictObject({ kind: z.literal('project'), project: z.string().min(1).max(4096) }),
  z.strictObject({ kind: z.literal('session'), session: z.string().min(1).max(200) }),
]);
const LONGEST_PAUSE_MS = 365 * 24 * 3_600_000;
const pausing = z.strictObject({
  paused: z.boolean(),
  scope: scope.optional(),
  forMs: z.int().positive().max(LONGEST_PAUSE_MS).optional(),
  by: signed.shape.by,
});

const HISTORY = { page: 500, most: 2_000 };

export function machineRoutes(app: Routes, { broker, journal, machinery, found }: Parts): void {
  app.get('/v1/pause', (c) => c.json({ pauses: machinery.pauses.list() }));
  app.put('/v1/pause', async (c) => {
    const body = await parsed(c, pausing);
    if (body instanceof Response) return body;
    const { paused, scope: where, forMs, by } = body;
    if (by.kind !== 'person') return onlyPeople(c, `machine answering was not ${paused ? 'paused' : 'resumed'}`, by);
    const until = forMs === undefined ? undefined : machinery.now() + forMs;
    const pauses = paused ? await machinery.pauses.pause(where ?? { kind: 'all' }, by, until) : await machinery.pauses.lift(where, by);
    return c.json({ pauses });
  });

  app.get('/v1/asks/:id/route', (c) => found(c, async (view) => c.json(explanation(view, await machinery.judge.explain(view)))));
  app.post('/v1/route/explain', async (c) => {
    const body = await parsed(c, pastAsk);
    if (body instanceof Response) return body;
    const ask = { ...body, createdAt: body.createdAt ?? machinery.now() } as AskView;
    return c.json(explanation(ask, await machinery.judge.explain(ask)));
  });
  app.post('/v1/route/test', async (c) => {
    const body = await parsed(c, z.strictObject({ asks: z.array(pastAsk).max(10_000).optional() }), LARGEST_HOOK);
    if (body instanceof Response) return body;
    const given = body.asks?.map((ask) => ({ ...ask, createdAt: ask.createdAt ?? 0 }) as AskView);
    return c.json({ asks: await replay(machinery.judge, given ?? (await history())) });
  });
  app.get('/v1/route/check', (c) => {
    const problems = machinery.configProblems();
    const { routes, answerers } = machinery.config().routing;
    const named = routes.map(({ name, decide }) => ({ name, stops: decide.map(stopName) }));
    return c.json({
      file: machinery.configFile,
      problems: problems.map((problem) => ({ ...problem, text: problemText(problem) })),
      routes: named,
      answerers: Object.keys(answerers),
      inForce: machinery.wasRead(),
    });
  });
  app.get('/v1/answerers', async (c) => c.json({ answerers: await checkAnswerers(machinery.config().routing.answerers, process.env) }));

  app.get('/v1/roster', async (c) => {
    const [sessions, { items }] = await Promise.all([
      journal.sessions({ ended: false, limit: HISTORY.page }),
      journal.list({ states: ['open'] }, { limit: HISTORY.page }),
    ]);
    const standing = { pauses: machinery.pauses.list(), now: machinery.now() };
    return c.json({ text: roster({ sessions, asks: items, nonce: randomBytes(9).toString('base64url'), ...standing }) });
  });
  app.post('/v1/replies', async (c) => {
    const body = await parsed(
      c,
      z.strictObject({
        text: z.string().max(10 * LONGEST_TEXT),
        by: answerer,
        key: z
          .string()
          .min(1)
          .max(150)
          .default(() => crypto.randomUUID()),
      }),
    );
    return body instanceof Response ? body : c.json({ replies: await takeReplies({ broker, journal }, body) });
  });

  async function history(): Promise<readonly AskView[]> {
    const asks: AskView[] = [];
    let cursor: number | undefined;
    do {
      const page = await journal.decided({}, { limit: HISTORY.page, cursor });
      asks.push(...page.items);
      cursor = page.next;
    } while (cursor !== undefined && asks.length < HISTORY.most);
    return asks;
  }

  function explanation(view: AskView, { stops, ...explained }: Explained) {
    const pause = machinery.pauses.over(view);
    return {
      ask: view.id,
      ...explained,
      stops: stops.map((stop) => ({
        kind: stop.kind,
        name: stopName(stop),
        ...(stop.kind === 'rule' || stop.withinMs === undefined ? {} : { withinMs: stop.withinMs }),
      })),
      ...(pause ? { pause } : {}),
      ...(view.route && isOpen(view) ? { now: view.route } : {}),
    };
  }
}

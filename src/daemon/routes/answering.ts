// The routes about auto-answer: who would decide and why, pauses, replies of chat agents, the roster.
import { randomBytes } from 'node:crypto';
import type { Broker } from '../../broker/broker.ts';
import type { Explained } from '../../broker/judge.ts';
import { replay } from '../../broker/replay.ts';
import type { Journal } from '../../decide/journal.ts';
import { roster } from '../../decide/roster.ts';
import { stopName } from '../../decide/route/stop-name.ts';
import { type AskView, isOpen } from '../../question/lifecycle.ts';
import { checkAnswerers } from '../answerer-check.ts';
import { onlyPeople } from '../errors.ts';
import type { Machinery } from '../machinery.ts';
import { takeReplies } from '../replies.ts';
import type { Routes } from '../request.ts';
import { serve } from '../serve.ts';
import { problemText } from '../yaml-problems.ts';
import type { Found } from './found.ts';

type Parts = { readonly broker: Broker; readonly journal: Journal; readonly machinery: Machinery; readonly found: Found };

const HISTORY = { page: 500, most: 2_000 };

export function answeringRoutes(app: Routes, { broker, journal, machinery, found }: Parts): void {
  serve(app, 'GET /v1/pause', ({ reply }) => reply({ pauses: machinery.pauses.list() }));
  serve(app, 'PUT /v1/pause', async ({ c, body, reply }) => {
    const { paused, scope: where, forMs, by } = body;
    if (by.kind !== 'person') return onlyPeople(c, `auto-answer was not ${paused ? 'paused' : 'resumed'}`, by);
    const until = forMs === undefined ? undefined : machinery.now() + forMs;
    const pauses = paused ? await machinery.pauses.pause(where ?? { kind: 'all' }, by, until) : await machinery.pauses.lift(where, by);
    return reply({ pauses });
  });

  serve(app, 'GET /v1/asks/:id/route', ({ c, params, reply }) =>
    found(c, params.id, async (view) => reply(explanation(view, await machinery.judge.explain(view)))),
  );
  serve(app, 'POST /v1/route/explain', async ({ body, reply }) => {
    const ask = { ...body, createdAt: body.createdAt ?? machinery.now() };
    return reply(explanation(ask, await machinery.judge.explain(ask)));
  });
  serve(app, 'POST /v1/route/test', async ({ body, reply }) => {
    const given = body.asks?.map((ask) => ({ ...ask, createdAt: ask.createdAt ?? 0 }));
    return reply({ asks: await replay(machinery.judge, given ?? (await history())) });
  });
  serve(app, 'GET /v1/route/check', ({ reply }) => {
    const problems = machinery.configProblems();
    const { routes, answerers } = machinery.config().routing;
    const named = routes.map(({ name, decide }) => ({ name, stops: decide.map(stopName) }));
    return reply({
      file: machinery.configFile,
      problems: problems.map((problem) => ({ ...problem, text: problemText(problem) })),
      routes: named,
      answerers: Object.keys(answerers),
      inForce: machinery.wasRead(),
    });
  });
  serve(app, 'GET /v1/answerers', async ({ reply }) =>
    reply({ answerers: await checkAnswerers(machinery.config().routing.answerers, process.env) }),
  );

  serve(app, 'GET /v1/roster', async ({ reply }) => {
    const [sessions, { items }] = await Promise.all([
      journal.sessions({ ended: false, limit: HISTORY.page }),
      journal.list({ states: ['open'] }, { limit: HISTORY.page }),
    ]);
    const standing = { pauses: machinery.pauses.list(), now: machinery.now() };
    return reply({ text: roster({ sessions, asks: items, nonce: randomBytes(9).toString('base64url'), ...standing }) });
  });
  serve(app, 'POST /v1/replies', async ({ body: { text, by, key = crypto.randomUUID() }, reply }) =>
    reply({ replies: await takeReplies({ broker, journal }, { text, by, key }) }),
  );

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

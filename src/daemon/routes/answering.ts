// The routes about auto-answer: who would decide and why, pauses, replies of chat agents, the roster.
import type { Broker } from '../../broker/broker.ts';
import type { Explained } from '../../broker/judge.ts';
import { replay } from '../../broker/replay.ts';
import { tokensOf } from '../../decide/brief/brief.ts';
import type { Journal } from '../../decide/journal.ts';
import { roster } from '../../decide/roster.ts';
import { stepName } from '../../decide/route/step-name.ts';
import { problemText } from '../../drivers/yaml-problems.ts';
import { isOpen } from '../../question/lifecycle.ts';
import type { AskView } from '../../question/words.generated.ts';
import { checkAnswerers } from '../answerer-check.ts';
import { type Answering, newNonce } from '../answering.ts';
import { onlyPeople } from '../errors.ts';
import { takeReplies, takeReply } from '../replies.ts';
import type { Routes } from '../request.ts';
import { serve } from '../serve.ts';
import type { Found } from './found.ts';

type Parts = { readonly broker: Broker; readonly journal: Journal; readonly answering: Answering; readonly found: Found };

const HISTORY = { page: 500, most: 2_000 };

export function answeringRoutes(app: Routes, { broker, journal, answering, found }: Parts): void {
  serve(app, 'GET /v1/pause', ({ reply }) => reply({ pauses: answering.pauses.list() }));
  serve(app, 'PUT /v1/pause', async ({ c, body, reply }) => {
    const { paused, scope: where, forMs, by } = body;
    if (by.kind !== 'person') return onlyPeople(c, `auto-answer was not ${paused ? 'paused' : 'resumed'}`, by);
    const until = forMs === undefined ? undefined : answering.now() + forMs;
    const pauses = paused ? await answering.pauses.pause(where ?? { kind: 'all' }, by, until) : await answering.pauses.lift(where, by);
    return reply({ pauses });
  });

  serve(app, 'GET /v1/asks/:id/route', ({ c, params, reply }) =>
    found(c, params.id, async (view) => reply(explanation(view, await answering.judge.explain(view)))),
  );
  serve(app, 'GET /v1/asks/:id/brief', ({ c, params, query, reply }) =>
    found(c, params.id, async (view) => {
      const { by, brief } = await answering.judge.briefNow(view, query.by);
      return reply({ ask: view.id, ...(by === undefined ? {} : { by }), brief, tokens: tokensOf(brief) });
    }),
  );
  serve(app, 'POST /v1/route/explain', async ({ body, reply }) => {
    const ask = { ...body, createdAt: body.createdAt ?? answering.now() };
    return reply(explanation(ask, await answering.judge.explain(ask)));
  });
  serve(app, 'POST /v1/route/test', async ({ body, reply }) => {
    const given = body.asks?.map((ask) => ({ ...ask, createdAt: ask.createdAt ?? 0 }));
    return reply({ asks: await replay(answering.judge, given ?? (await history())) });
  });
  serve(app, 'GET /v1/route/check', ({ reply }) => {
    const problems = answering.configProblems();
    const { routes, answerers } = answering.config().routing;
    const named = routes.map(({ name, decide }) => ({ name, steps: decide.map(stepName) }));
    return reply({
      file: answering.configFile,
      problems: problems.map((problem) => ({ ...problem, text: problemText(problem) })),
      routes: named,
      answerers: Object.keys(answerers),
      inForce: answering.wasRead(),
      warnings: answering.configWarnings(),
    });
  });
  serve(app, 'GET /v1/answerers', async ({ reply }) =>
    reply({ answerers: await checkAnswerers(answering.config().routing.answerers, process.env) }),
  );

  serve(app, 'GET /v1/roster', async ({ reply }) => {
    const [sessions, { items }] = await Promise.all([
      journal.sessions({ ended: false, limit: HISTORY.page }),
      journal.list({ states: ['open'] }, { limit: HISTORY.page }),
    ]);
    const standing = { pauses: answering.pauses.list(), now: answering.now() };
    const mustAnswer = await answering.chats.mustAnswer(items);
    return reply({ text: roster({ sessions, asks: items, mustAnswer, nonce: newNonce(), ...standing }) });
  });
  serve(app, 'POST /v1/replies', async ({ body: { text, by, ask, key = crypto.randomUUID() }, reply }) => {
    const parts = { broker, journal };
    const said = { text, by, key };
    return reply({ replies: await (ask === undefined ? takeReplies(parts, said) : takeReply(parts, { ...said, ask })) });
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

  function explanation(view: AskView, { steps, ...explained }: Explained) {
    const pause = answering.pauses.over(view);
    return {
      ask: view.id,
      ...explained,
      steps: steps.map((step) => ({
        kind: step.kind,
        name: stepName(step),
        ...(step.kind === 'rule' || step.withinMs === undefined ? {} : { withinMs: step.withinMs }),
      })),
      ...(pause ? { pause } : {}),
      ...(view.route && isOpen(view) ? { now: view.route } : {}),
    };
  }
}

// The routes of asks: create, list, read, wait.
import type { Broker } from '../../broker/broker.ts';
import { statistics } from '../../broker/statistics.ts';
import type { ToolCalls } from '../../channels/tool-call/channel.ts';
import type { AskFilter, Journal, PageRequest } from '../../decide/journal.ts';
import type { Request } from '../../protocol/routes.ts';
import { isSelfTest } from '../../question/precedent.ts';
import type { AskView } from '../../question/words.generated.ts';
import type { Answering } from '../answering.ts';
import { invalid, refusal } from '../errors.ts';
import type { Routes } from '../request.ts';
import { serve } from '../serve.ts';
import { PREVIEW_HEADERS } from '../web/headers.ts';
import type { Found } from './found.ts';

type Parts = {
  readonly broker: Broker;
  readonly toolCalls: ToolCalls;
  readonly answering: Pick<Answering, 'now' | 'notices'>;
  readonly journal: Journal;
  readonly found: Found;
};

export function askRoutes(app: Routes, { broker, toolCalls, answering, journal, found }: Parts): void {
  serve(app, 'POST /v1/asks', async ({ c, body, reply }) => {
    const asked = await toolCalls.ask(body);
    if (asked.kind === 'invalid') return invalid(c, asked.problems);
    return reply(asked.view, asked.kind === 'opened' ? 201 : 200);
  });
  serve(app, 'GET /v1/asks', async ({ query, reply }) => {
    const { items, next } = await journal.list(filterOf(query), pageOf(query));
    const notices = query.notices ? { notices: await answering.notices() } : {};
    return reply({ asks: shown(items, query), ...(next === undefined ? {} : { next }), ...notices });
  });
  serve(app, 'GET /v1/log', async ({ query, reply }) => {
    const { items, next } = await journal.decided(filterOf(query), pageOf(query));
    return reply({ asks: shown(items, query), ...(next === undefined ? {} : { next }) });
  });
  serve(app, 'GET /v1/statistics', async ({ query: { from = 0, to = Infinity, kind, session, ...rest }, reply }) => {
    const filter = { ...rest, kinds: kind, sessionNamed: session };
    return reply(await statistics(journal, filter, { from, to }, answering.now()));
  });
  serve(app, 'GET /v1/asks/:id', ({ c, params, reply }) => found(c, params.id, (view) => reply(view)));
  serve(app, 'GET /v1/asks/:id/events', ({ c, params, reply }) =>
    found(c, params.id, async (view) => reply({ events: await journal.history(view.id) })),
  );
  serve(app, 'GET /v1/asks/:id/precedents', ({ c, params, query, reply }) =>
    found(c, params.id, async (view) => reply({ precedents: await broker.precedents(view, query.limit) })),
  );
  serve(app, 'GET /v1/asks/:id/preview', ({ c, params, query }) =>
    found(c, params.id, ({ questions }) => {
      const preview = questions[query.question]?.options[query.option - 1]?.preview;
      // In a window of its own, it could look like the page itself.
      if (!['iframe', undefined].includes(c.req.header('sec-fetch-dest')))
        return refusal(c, 'no-preview', 'previews are shown only in a frame of the page', 'Open the ask in the page.');
      if (preview === undefined)
        return refusal(c, 'no-preview', 'this option has no preview', 'Read the ask: it says which options have one.');
      return c.body(preview, 200, PREVIEW_HEADERS);
    }),
  );
  serve(app, 'GET /v1/asks/:id/result', ({ c, params, query, reply }) =>
    found(c, params.id, async (view) => {
      const result = await toolCalls.result(view.id, query.wait, c.req.raw.signal);
      return result ? reply(result) : reply({ id: view.id, outcome: 'open' }, 202);
    }),
  );
}

type ListQuery = Request<'GET /v1/log'>['query'];

function filterOf({ state, kind, session, limit: _, cursor: __, ...rest }: ListQuery): AskFilter {
  return { ...rest, states: state, kinds: kind, sessionNamed: session };
}

/** The test questions of `doctor` are nobody's business, unless somebody asks for its session. */
const shown = (asks: readonly AskView[], { session }: ListQuery): readonly AskView[] =>
  session === undefined ? asks.filter((view) => !isSelfTest(view)) : asks;

function pageOf({ limit, cursor }: ListQuery): PageRequest {
  return { limit, ...(cursor === undefined ? {} : { cursor }) };
}

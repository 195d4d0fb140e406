// The routes of asks: one is made, looked for, read, waited for.
import { z } from 'zod';
import type { Broker } from '../../broker/broker.ts';
import type { ToolCalls } from '../../channels/tool-call/channel.ts';
import type { AskFilter, Journal } from '../../decide/journal.ts';
import { askKind } from '../../question/schema.ts';
import { shapeProblems } from '../../question/shape.ts';
import { BadRequest, invalid } from '../errors.ts';
import { type In, json, PAGE, type Routes, wholeNumber } from '../request.ts';
import type { Found } from './found.ts';

type Parts = { readonly broker: Broker; readonly toolCalls: ToolCalls; readonly journal: Journal; readonly found: Found };

const LONGEST_WAIT_MS = 60_000;

export function askRoutes(app: Routes, { broker, toolCalls, journal, found }: Parts): void {
  app.post('/v1/asks', async (c) => {
    const asked = await toolCalls.ask(await json(c));
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
      const result = await toolCalls.result(view.id, wait, c.req.raw.signal);
      return result ? c.json(result) : c.json({ id: view.id, outcome: 'open' }, 202);
    }),
  );
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

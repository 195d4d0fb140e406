// The auto-answer routes: who would decide and why, pauses, replies in plain text, the roster.

import { z } from 'zod';
import { isOpen } from '../ask/lifecycle.ts';
import { LONGEST_TEXT } from '../ask/limits.ts';
import { answerer } from '../ask/schema/decision.ts';
import type { AskView } from '../ask/schema/history.ts';
import { named, type Word } from '../ask/schema/named.ts';
import { replayed, routeView, stepName, trial } from '../ask/schema/route.ts';
import { pause, pauseScope } from '../ask/schema/session.ts';
import { LARGEST_PAYLOAD, LONGEST_PAUSE_MS } from '../contract/limits.ts';
import { pastAsk } from '../contract/past-ask.ts';
import { signed } from '../contract/signed.ts';
import { onlyPeople } from '../http/errors.ts';
import { routesWith } from '../http/route.ts';
import type { Pauses } from '../inbox/pauses.ts';
import type { Journal } from '../journal/journal.ts';
import { pages } from '../journal/pages.ts';
import { tokensOf } from './brief/brief.ts';
import { roster } from './chat-agents/roster.ts';
import { takeReplies, takeReply } from './chat-agents/take-replies.ts';
import type { Judge } from './judge.ts';
import { replay } from './replay.ts';
import { stepName as nameOf } from './route/step-name.ts';
import type { AutoAnswerContext } from './routes-context.ts';

const route = routesWith<AutoAnswerContext>();

const pauseList = z.object({ pauses: z.array(pause).describe('all that are in effect now') });

const step = stepName.extend({ withinMs: z.number().optional() });

/** Who decides an ask, in order, and why. */
const explanation = named(
  'Explanation',
  z.object({
    ask: z.string(),
    route: z.string().optional(),
    narrowedBy: z.string().optional(),
    steps: z.array(step),
    irreversible: z.boolean(),
    named: z.boolean().describe('whether the route names the question by its text'),
    documents: z.array(z.string()),
    trials: z.array(trial),
    projectTrials: z.array(trial),
    ignored: z.array(z.object({ where: z.string(), why: z.string() })),
    problem: z.string().optional(),
    pause: pause.optional(),
    now: routeView.optional(),
  }),
);
export type Explanation = Word<typeof explanation>;

/** A brief as it would be written now. A token is counted as four characters. */
const writtenBrief = named('WrittenBrief', z.object({ ask: z.string(), by: z.string().optional(), brief: z.string(), tokens: z.int() }));
export type WrittenBrief = Word<typeof writtenBrief>;

const routeCheck = named(
  'RouteCheck',
  z.object({
    file: z.string(),
    problems: z.array(
      z.object({ file: z.string(), line: z.int().optional(), column: z.int().optional(), message: z.string(), text: z.string() }),
    ),
    routes: z.array(z.object({ name: z.string(), steps: z.array(z.string()) })),
    answerers: z.array(z.string()),
    inForce: z.boolean().describe('false if the file was invalid at the start; people decide everything in that case'),
    warnings: z
      .array(z.object({ about: z.enum(['file', 'route', 'notifier']), text: z.string() }))
      .optional()
      .describe('what is allowed, and still likely to be a mistake'),
  }),
);
export type RouteCheck = Word<typeof routeCheck>;

const answererCheck = named('AnswererCheck', z.object({ name: z.string(), kind: z.string(), ok: z.boolean(), message: z.string() }));
export type AnswererCheck = Word<typeof answererCheck>;

/** The text of a chat agent, in which answers are looked for. */
export const writtenText = z
  .string()
  .max(10 * LONGEST_TEXT)
  .describe('what it wrote');
export const answeredAsk = z.string().min(1).max(200).describe('the text is an answer to this ask: JSON as in a brief, or a tag');
export const replyKey = z.string().min(1).max(150).describe('the same key with the same text is the same reply');

/** The result of one answer found in a chat agent's text. */
export const takenReply = named(
  'TakenReply',
  z.object({ ask: z.string().optional(), outcome: z.enum(['answered', 'passed', 'taken', 'refused']), message: z.string() }),
);
export type TakenReply = Word<typeof takenReply>;

const HISTORY = { page: 500, most: 2_000 };

export const answeringRoutes = [
  route('GET /v1/asks/:id/route', {
    summary: 'who decides an ask, and why',
    browsers: true,
    replies: { 200: explanation },
    errors: ['unknown-ask', 'ambiguous-id'],
    handle: ({ c, params, reply }, { answering, pauses, found }) =>
      found(c, params.id, async (view) => reply(await explained(view, answering.judge, pauses))),
  }),
  route('GET /v1/asks/:id/brief', {
    summary: 'what an answering agent is told about an ask',
    query: z.object({ by: z.string().max(50).optional().describe('the answerer; without it, the first agent on the route of the ask') }),
    replies: { 200: writtenBrief },
    errors: ['unknown-ask', 'ambiguous-id'],
    handle: ({ c, params, query, reply }, { answering, found }) =>
      found(c, params.id, async (view) => {
        const { by, brief } = await answering.judge.briefNow(view, query.by);
        return reply({ ask: view.id, ...(by === undefined ? {} : { by }), brief, tokens: tokensOf(brief) });
      }),
  }),
  route('POST /v1/route/explain', {
    summary: 'the same for an ask that was never made',
    body: pastAsk,
    replies: { 200: explanation },
    handle: async ({ body, reply }, { answering, pauses, now }) => {
      const ask = { ...body, createdAt: body.createdAt ?? now() };
      return reply(await explained(ask, answering.judge, pauses));
    },
  }),
  route('POST /v1/route/test', {
    summary: 'try the routes on past asks',
    body: z.strictObject({
      asks: z
        .array(pastAsk)
        .max(10_000)
        .optional()
        .describe('asks that people decided; without them, the last 2,000 decisions of this journal'),
    }),
    largestBody: LARGEST_PAYLOAD,
    replies: { 200: z.object({ asks: z.array(replayed) }) },
    handle: async ({ body, reply }, { answering, journal }) => {
      const given = body.asks?.map((ask) => ({ ...ask, createdAt: ask.createdAt ?? 0 }));
      return reply({ asks: await replay(answering.judge, given ?? (await recentDecisions(journal))) });
    },
  }),
  route('GET /v1/route/check', {
    summary: 'what is wrong with the configuration',
    replies: { 200: routeCheck },
    handle: ({ reply }, { answering }) => {
      const { routes, answerers } = answering.config().routing;
      return reply({
        file: answering.configFile,
        problems: answering.configProblems(),
        routes: routes.map(({ name, decide }) => ({ name, steps: decide.map(nameOf) })),
        answerers: Object.keys(answerers),
        inForce: answering.wasRead(),
        warnings: [...answering.configWarnings()],
      });
    },
  }),
  route('GET /v1/answerers', {
    summary: 'the agents that can answer, and whether each can be reached',
    browsers: true,
    replies: { 200: z.object({ answerers: z.array(answererCheck) }) },
    handle: async ({ reply }, { answering }) => reply({ answerers: await answering.checkAnswerers() }),
  }),
  route('GET /v1/pause', {
    summary: 'where auto-answer is paused',
    browsers: true,
    replies: { 200: pauseList },
    handle: ({ reply }, { pauses }) => reply({ pauses: pauses.list() }),
  }),
  route('PUT /v1/pause', {
    summary: 'pause or resume auto-answer',
    browsers: true,
    body: z.strictObject({
      paused: z.boolean().describe('`true` pauses, `false` resumes'),
      scope: pauseScope
        .optional()
        .describe(
          '`{"kind": "all"}`, `{"kind": "project", "project": "/a/folder"}` (with all below it; a name without `/` is any folder of that name) or `{"kind": "session", "session": "…"}`. Without it: everywhere, or when resuming, every pause.',
        ),
      forMs: z.int().positive().max(LONGEST_PAUSE_MS).optional().describe('the pause ends after this many milliseconds'),
      by: signed.by,
    }),
    replies: { 200: pauseList },
    errors: ['only-people'],
    handle: async ({ c, body, reply }, { pauses, now }) => {
      const { paused, scope: where, forMs, by } = body;
      if (by.kind !== 'person') return onlyPeople(c, `auto-answer was not ${paused ? 'paused' : 'resumed'}`, by);
      const until = forMs === undefined ? undefined : now() + forMs;
      return reply({ pauses: paused ? await pauses.pause(where ?? { kind: 'all' }, by, until) : await pauses.lift(where, by) });
    },
  }),
  route('GET /v1/roster', {
    summary: 'what runs and what is pending, as a text for chat agents',
    replies: { 200: z.object({ text: z.string() }) },
    handle: async ({ reply }, { journal, answering, pauses, now }) => {
      const [sessions, { items }] = await Promise.all([
        journal.sessions({ ended: false, limit: HISTORY.page }),
        journal.list({ states: ['open'] }, { limit: HISTORY.page }),
      ]);
      const mustAnswer = await answering.chats.mustAnswer(items);
      return reply({
        text: roster({
          sessions,
          asks: items,
          mustAnswer,
          nonce: answering.newNonce(),
          pauses: pauses.list(),
          now: now(),
        }),
      });
    },
  }),
  route('POST /v1/replies', {
    summary: 'take the answers out of what a chat agent wrote',
    body: z.strictObject({
      text: writtenText,
      by: answerer.describe('who wrote it'),
      ask: answeredAsk.optional(),
      key: replyKey.optional(),
    }),
    replies: { 200: z.object({ replies: z.array(takenReply) }) },
    handle: async ({ body: { text, by, ask, key = crypto.randomUUID() }, reply }, { decisions, journal }) => {
      const parts = { decisions, journal };
      const said = { text, by, key };
      return reply({ replies: await (ask === undefined ? takeReplies(parts, said) : takeReply(parts, { ...said, ask })) });
    },
  }),
];

async function recentDecisions(journal: Journal): Promise<readonly AskView[]> {
  const asks: AskView[] = [];
  for await (const items of pages((page) => journal.decided({}, page), HISTORY.page)) {
    asks.push(...items);
    if (asks.length >= HISTORY.most) break;
  }
  return asks;
}

async function explained(view: AskView, judge: Judge, pauses: Pauses) {
  const { steps, ...rest } = await judge.explain(view);
  const pause = pauses.over(view);
  return {
    ask: view.id,
    ...rest,
    steps: steps.map((step) => ({
      kind: step.kind,
      name: nameOf(step),
      ...(step.kind === 'rule' || step.withinMs === undefined ? {} : { withinMs: step.withinMs }),
    })),
    ...(pause ? { pause } : {}),
    ...(view.route && isOpen(view) ? { now: view.route } : {}),
  };
}

// The routes that read asks: lists, statistics, one ask and its events.

import { z } from 'zod';
import { isSelfTest } from '../../ask/precedent.ts';
import { askKind } from '../../ask/schema/ask.ts';
import type { AskView } from '../../ask/schema/history.ts';
import { askView, journalEvent, state } from '../../ask/schema/history.ts';
import { named, type Word } from '../../ask/schema/named.ts';
import { precedent } from '../../ask/schema/result.ts';
import { statistics } from '../../ask/schema/statistics.ts';
import { PAGE, PAGE_BYTES } from '../../contract/limits.ts';
import { notices } from '../../contract/notices.ts';
import { atMost, flag, several, wholeNumber } from '../../contract/parameters.ts';
import { refusal } from '../../http/errors.ts';
import { routesWith } from '../../http/route.ts';
import type { AskFilter, PageRequest } from '../../journal/journal.ts';
import { findPrecedents } from '../look-up.ts';
import type { InboxContext } from './context.ts';

const route = routesWith<InboxContext>();

/** For HTML of an agent in a frame of the page: no script, no network, no forms, an origin of its own. It can only be looked at. */
const PREVIEW_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  'x-frame-options': 'SAMEORIGIN',
} as const;

const filters = z.object({
  state: several(state).describe('one or more states, separated by commas'),
  kind: several(askKind).describe('one or more of `question`, `permission`, `plan`, `idle`, separated by commas'),
  project: z.string().optional().describe('a path (with a `/`, matched exactly) or the name of its last folder'),
  program: z.string().optional().describe('exactly this program'),
  session: z.string().optional().describe('exactly this agent session: its id, or the name of its tmux session'),
  by: z.string().optional().describe('decided by exactly this person, rule or agent'),
  text: z.string().optional().describe('searched in question texts, headers and labels; case-insensitive'),
  limit: atMost(PAGE.most, PAGE.usual, 1).describe(`how many, 1 to ${PAGE.most}; more counts as ${PAGE.most}`),
  cursor: wholeNumber.optional().describe('the `next` of the previous page'),
});
const page = named(
  'AskPage',
  z.object({
    asks: z.array(askView),
    next: z.int().optional().describe('present if there are more; a page of very long asks has fewer than `limit`'),
    notices: notices.optional().describe('present if they were asked for'),
  }),
);
export type AskPage = Word<typeof page>;

export const askRoutes = [
  route('GET /v1/asks', {
    summary: 'list asks, the newest first; the test questions of `answerback doctor` only with their `session`',
    browsers: true,
    query: filters.extend({ notices: flag.describe('also what people should know before they look at asks') }),
    replies: { 200: page },
    handle: async ({ c, query, reply }, { journal, notices }) => {
      const { items, next } = await journal.list(filterOf(query), pageOf(query, c.req.raw.signal));
      const noticed = query.notices ? { notices: await notices() } : {};
      return reply({ asks: shown(items, query), ...(next === undefined ? {} : { next }), ...noticed });
    },
  }),
  route('GET /v1/log', {
    summary: 'list decided asks, the latest decision first; without the test questions, as above',
    browsers: true,
    query: filters,
    replies: { 200: page },
    handle: async ({ c, query, reply }, { journal }) => {
      const { items, next } = await journal.decided(filterOf(query), pageOf(query, c.req.raw.signal));
      return reply({ asks: shown(items, query), ...(next === undefined ? {} : { next }) });
    },
  }),
  route('GET /v1/statistics', {
    summary: 'figures about asks: how many, who decided them, how long agents waited, what became of the decisions',
    browsers: true,
    query: filters.pick({ kind: true, project: true, program: true, session: true, by: true, text: true }).extend({
      from: wholeNumber.optional().describe('asked at this time or later'),
      to: wholeNumber.optional().describe('asked before this time'),
    }),
    replies: { 200: statistics },
    handle: async ({ c, query: { from = 0, to = Infinity, kind, session, ...rest }, reply }, { statistics, now }) => {
      const filter = { ...rest, kinds: kind, sessionNamed: session };
      return reply(await statistics.of(filter, { from, to }, now, c.req.raw.signal));
    },
  }),
  route('GET /v1/asks/:id', {
    summary: 'one ask as it is now',
    browsers: true,
    replies: { 200: askView },
    errors: ['unknown-ask', 'ambiguous-id'],
    handle: ({ c, params, reply }, { found }) => found(c, params.id, (view) => reply(view)),
  }),
  route('GET /v1/asks/:id/events', {
    summary: 'everything that happened to one ask, the oldest first',
    browsers: true,
    replies: { 200: z.object({ events: z.array(journalEvent) }) },
    errors: ['unknown-ask', 'ambiguous-id'],
    handle: ({ c, params, reply }, { journal, found }) =>
      found(c, params.id, async (view) => reply({ events: await journal.history(view.id) })),
  }),
  route('GET /v1/asks/:id/precedents', {
    summary: 'how the same questions were decided before in the same project',
    browsers: true,
    query: z.object({ limit: atMost(PAGE.usual, 10).describe(`how many, at most ${PAGE.usual}`) }),
    replies: { 200: z.object({ precedents: z.array(precedent) }) },
    errors: ['unknown-ask', 'ambiguous-id'],
    handle: ({ c, params, query, reply }, { journal, found }) =>
      found(c, params.id, async (view) => reply({ precedents: await findPrecedents(journal, view, query.limit) })),
  }),
  route('GET /v1/asks/:id/preview', {
    summary: 'the HTML preview of an option, for a frame of the web page in which nothing runs',
    browsers: true,
    query: z.object({
      question: wholeNumber.describe('counted from 0'),
      option: wholeNumber.describe('counted from 1'),
    }),
    media: 'text/html',
    replies: { 200: z.string() },
    errors: ['unknown-ask', 'ambiguous-id', 'no-preview'],
    handle: ({ c, params, query }, { found }) =>
      found(c, params.id, ({ questions }) => {
        const preview = questions[query.question]?.options[query.option - 1]?.preview;
        // In a window of its own, it could look like the page itself.
        if (!['iframe', undefined].includes(c.req.header('sec-fetch-dest')))
          return refusal(c, 'no-preview', 'previews are shown only in a frame of the page', 'Open the ask in the page.');
        if (preview === undefined)
          return refusal(c, 'no-preview', 'this option has no preview', 'Read the ask: it says which options have one.');
        return c.body(preview, 200, PREVIEW_HEADERS);
      }),
  }),
];

type ListQuery = z.output<typeof filters>;

function filterOf({ state, kind, session, limit: _, cursor: __, ...rest }: ListQuery): AskFilter {
  return { ...rest, states: state, kinds: kind, sessionNamed: session };
}

/** The test questions of `doctor` are nobody's business, unless somebody asks for its session. */
const shown = (asks: readonly AskView[], { session }: ListQuery): readonly AskView[] =>
  session === undefined ? asks.filter((view) => !isSelfTest(view)) : asks;

function pageOf({ limit, cursor }: ListQuery, signal: AbortSignal): PageRequest {
  return { limit, cursor, signal, bytes: PAGE_BYTES };
}

// The routes for asks: create, list, read, wait.
import { z } from 'zod';
import { askKind } from '../question/schema/ask.ts';
import { askView, journalEvent, state } from '../question/schema/history.ts';
import { toolCall } from '../question/schema/input.ts';
import { named } from '../question/schema/named.ts';
import { precedent, toolResult } from '../question/schema/result.ts';
import { statistics } from '../question/schema/statistics.ts';
import { LONGEST_WAIT_MS, PAGE } from './limits.ts';
import { noticed } from './notices.ts';
import { atMost, flag, several, wholeNumber } from './parameters.ts';
import type { Routes } from './route.ts';

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
  z.looseObject({
    asks: z.array(askView),
    next: z.int().optional().describe('present if there are more'),
    notices: named('Notices', z.looseObject(noticed)).optional().describe('present if they were asked for'),
  }),
);

export const askRoutes = {
  'POST /v1/asks': {
    summary: 'put an ask into the inbox',
    body: toolCall,
    replies: { 201: askView, 200: askView },
  },
  'GET /v1/asks/:id/result': {
    summary: 'wait for the result of an ask',
    query: z.object({
      wait: atMost(LONGEST_WAIT_MS, 0).describe(
        `how many milliseconds to wait for it; more than ${LONGEST_WAIT_MS} is taken as ${LONGEST_WAIT_MS}`,
      ),
    }),
    replies: { 200: toolResult, 202: named('StillOpen', z.looseObject({ id: z.string(), outcome: z.literal('open') })) },
    errors: ['unknown-ask', 'ambiguous-id'],
  },
  'GET /v1/asks': {
    summary: 'list asks, the newest first; the test questions of `answerback doctor` only with their `session`',
    query: filters.extend({ notices: flag.describe('also what people should know before they look at asks') }),
    replies: { 200: page },
  },
  'GET /v1/log': {
    summary: 'list decided asks, the latest decision first; without the test questions, as above',
    query: filters,
    replies: { 200: page },
  },
  'GET /v1/statistics': {
    summary: 'figures about asks: how many, who decided them, how long agents waited, what became of the decisions',
    query: filters.pick({ kind: true, project: true, program: true, session: true, by: true, text: true }).extend({
      from: wholeNumber.optional().describe('asked at this time or later'),
      to: wholeNumber.optional().describe('asked before this time'),
    }),
    replies: { 200: statistics },
  },
  'GET /v1/asks/:id': { summary: 'one ask as it is now', replies: { 200: askView }, errors: ['unknown-ask', 'ambiguous-id'] },
  'GET /v1/asks/:id/events': {
    summary: 'everything that happened to one ask, the oldest first',
    replies: { 200: z.looseObject({ events: z.array(journalEvent) }) },
    errors: ['unknown-ask', 'ambiguous-id'],
  },
  'GET /v1/asks/:id/precedents': {
    summary: 'how the same questions were decided before in the same project',
    query: z.object({ limit: atMost(PAGE.usual, 10).describe(`how many, at most ${PAGE.usual}`) }),
    replies: { 200: z.looseObject({ precedents: z.array(precedent) }) },
    errors: ['unknown-ask', 'ambiguous-id'],
  },
  'GET /v1/asks/:id/preview': {
    summary: 'the HTML preview of an option, for a frame of the web page in which nothing runs',
    query: z.object({
      question: wholeNumber.describe('counted from 0'),
      option: wholeNumber.describe('counted from 1'),
    }),
    media: 'text/html',
    replies: { 200: z.string() },
    errors: ['unknown-ask', 'ambiguous-id', 'no-preview'],
  },
} as const satisfies Routes;

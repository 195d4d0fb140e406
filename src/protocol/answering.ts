// The auto-answer routes: who would decide and why, pauses, replies in plain text, the roster.
import { z } from 'zod';
import { LONGEST_TEXT } from '../question/limits.ts';
import { answerer } from '../question/schema/decision.ts';
import { named } from '../question/schema/named.ts';
import { replayed, routeView, stepName, trial } from '../question/schema/route.ts';
import { pause, pauseScope } from '../question/schema/session.ts';
import { LARGEST_PAYLOAD } from './limits.ts';
import { pastAsk } from './past-ask.ts';
import type { Routes } from './route.ts';
import { signed } from './signed.ts';

export const LONGEST_PAUSE_MS = 365 * 24 * 3_600_000;

const pauses = z.looseObject({ pauses: z.array(pause).describe('all that are in effect now') });

const step = stepName.extend({ withinMs: z.number().optional() });

/** Who decides an ask, in order, and why. */
const explanation = named(
  'Explanation',
  z.looseObject({
    ask: z.string(),
    route: z.string().optional(),
    narrowedBy: z.string().optional(),
    steps: z.array(step),
    irreversible: z.boolean(),
    documents: z.array(z.string()),
    trials: z.array(trial),
    projectTrials: z.array(trial),
    ignored: z.array(z.looseObject({ where: z.string(), why: z.string() })),
    problem: z.string().optional(),
    pause: pause.optional(),
    now: routeView.optional(),
  }),
);

/** A brief as it would be written now. A token is counted as four characters. */
const writtenBrief = named(
  'WrittenBrief',
  z.looseObject({ ask: z.string(), by: z.string().optional(), brief: z.string(), tokens: z.int() }),
);

const routeCheck = named(
  'RouteCheck',
  z.looseObject({
    file: z.string(),
    problems: z.array(
      z.looseObject({ file: z.string(), line: z.int().optional(), column: z.int().optional(), message: z.string(), text: z.string() }),
    ),
    routes: z.array(z.looseObject({ name: z.string(), steps: z.array(z.string()) })),
    answerers: z.array(z.string()),
    inForce: z.boolean().describe('false if the file was invalid at the start; people decide everything in that case'),
    warnings: z.array(z.string()).optional().describe('what is allowed, and still likely to be a mistake'),
  }),
);

const answererCheck = named('AnswererCheck', z.looseObject({ name: z.string(), kind: z.string(), ok: z.boolean(), message: z.string() }));

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
  z.looseObject({ ask: z.string().optional(), outcome: z.enum(['answered', 'passed', 'taken', 'refused']), message: z.string() }),
);

export const answeringRoutes = {
  'GET /v1/asks/:id/route': {
    summary: 'who decides an ask, and why',
    replies: { 200: explanation },
    errors: ['unknown-ask', 'ambiguous-id'],
  },
  'GET /v1/asks/:id/brief': {
    summary: 'what an answering agent is told about an ask',
    query: z.object({ by: z.string().max(50).optional().describe('the answerer; without it, the first agent on the route of the ask') }),
    replies: { 200: writtenBrief },
    errors: ['unknown-ask', 'ambiguous-id'],
  },
  'POST /v1/route/explain': { summary: 'the same for an ask that was never made', body: pastAsk, replies: { 200: explanation } },
  'POST /v1/route/test': {
    summary: 'try the routes on past asks',
    body: z.strictObject({
      asks: z
        .array(pastAsk)
        .max(10_000)
        .optional()
        .describe('asks that people decided; without them, the last 2,000 decisions of this journal'),
    }),
    largestBody: LARGEST_PAYLOAD,
    replies: { 200: z.looseObject({ asks: z.array(replayed) }) },
  },
  'GET /v1/route/check': { summary: 'what is wrong with the configuration', replies: { 200: routeCheck } },
  'GET /v1/answerers': {
    summary: 'the agents that can answer, and whether each can be reached',
    replies: { 200: z.looseObject({ answerers: z.array(answererCheck) }) },
  },
  'GET /v1/pause': { summary: 'where auto-answer is paused', replies: { 200: pauses } },
  'PUT /v1/pause': {
    summary: 'pause or resume auto-answer',
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
    replies: { 200: pauses },
    errors: ['only-people'],
  },
  'GET /v1/roster': {
    summary: 'what runs and what is pending, as a text for chat agents',
    replies: { 200: z.looseObject({ text: z.string() }) },
  },
  'POST /v1/replies': {
    summary: 'take the answers out of what a chat agent wrote',
    body: z.strictObject({
      text: writtenText,
      by: answerer.describe('who wrote it'),
      ask: answeredAsk.optional(),
      key: replyKey.optional(),
    }),
    replies: { 200: z.looseObject({ replies: z.array(takenReply) }) },
  },
} as const satisfies Routes;

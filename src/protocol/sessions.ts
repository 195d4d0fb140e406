// The routes for agent sessions and their panes.
import { z } from 'zod';
import { sessionInput } from '../question/schema/input.ts';
import { named, time } from '../question/schema/named.ts';
import { agentSession } from '../question/schema/session.ts';
import { PAGE } from './limits.ts';
import { atMost, flag } from './parameters.ts';
import type { Routes } from './route.ts';
import { signed } from './signed.ts';

/** `screen`: what the pane shows, in a word. */
const watchedPane = named('WatchedPane', z.looseObject({ kind: z.enum(['watched', 'known']), session: agentSession, screen: z.string() }));

const prompting = named(
  'Prompting',
  z.looseObject({
    prompts: z.int().describe('how many prompts auto-answer gave it since a person was last involved'),
    since: time.optional().describe('when the first of them was given'),
    waiting: z.int().describe('how many more of its last answer wait'),
    mostPrompts: z.int(),
    tokens: z.int().optional().describe('how many it and its answerers used since then, as far as the agent counts them'),
    mostTimeMs: z.number().optional(),
    mostTokens: z.int().optional(),
  }),
);

export const sessionRoutes = {
  'GET /v1/sessions': {
    summary: 'list agent sessions, the last seen first',
    query: z.object({
      all: flag.describe('also those that have ended'),
      now: flag.describe(
        'also look at each: `cannotPrompt` says why a session cannot be given a prompt right now, `prompting` what auto-answer gave it without a person',
      ),
      limit: atMost(PAGE.most, PAGE.most).describe(`how many, at most ${PAGE.most}`),
    }),
    replies: {
      200: z.looseObject({
        sessions: z.array(
          agentSession.extend({
            cannotPrompt: z.string().optional().describe('why no prompt can be sent to it'),
            prompting: prompting.optional(),
          }),
        ),
      }),
    },
  },
  'PUT /v1/sessions/:id': {
    summary: 'say that an agent session runs, and where',
    params: sessionInput.pick({ id: true }),
    body: sessionInput.omit({ id: true }),
    replies: { 200: agentSession },
  },
  'POST /v1/sessions/:id/end': {
    summary: 'end an agent session and withdraw its open asks',
    body: z.object({
      reason: z.string().min(1).max(1000).default('the session ended').describe('why; its open asks are withdrawn with this reason'),
    }),
    replies: { 200: agentSession },
    errors: ['unknown-session'],
  },
  'POST /v1/sessions/:id/interrupt': {
    summary: 'end what an agent is doing now',
    body: z.object({ by: signed.by }),
    replies: {
      200: named(
        'Interrupted',
        z.looseObject({
          session: agentSession,
          outcome: z.enum(['interrupted', 'idle']).describe('`idle`: it was not working, so nothing was done'),
        }),
      ),
    },
    errors: ['unknown-session', 'cannot-interrupt', 'only-people'],
  },
  'POST /v1/panes': {
    summary: 'watch a tmux pane in which an agent runs',
    body: z.object({
      tmux: z.string().startsWith('/').max(255).describe("the path of the tmux server's socket"),
      pane: z
        .string()
        .regex(/^%\d+$/)
        .describe('the id of the pane, such as `%3`'),
      project: z.string().min(1).max(4096).describe('the folder the agent works in'),
      program: z.string().optional().describe('which agent it is; may be left out as long as only one kind of agent can be watched'),
    }),
    replies: { 201: watchedPane, 200: watchedPane },
    errors: ['unknown-pane', 'silent-pane', 'unreadable-program'],
  },
} as const satisfies Routes;

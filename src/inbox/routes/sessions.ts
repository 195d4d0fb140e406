// The routes for agent sessions and their panes.

import { z } from 'zod';
import { sessionInput } from '../../ask/schema/input.ts';
import { named, time, type Word } from '../../ask/schema/named.ts';
import type { AgentSession } from '../../ask/schema/session.ts';
import { agentSession } from '../../ask/schema/session.ts';
import { PAGE } from '../../contract/limits.ts';
import { atMost, flag } from '../../contract/parameters.ts';
import { signed } from '../../contract/signed.ts';
import { onlyPeople, refusal } from '../../http/errors.ts';
import { routesWith } from '../../http/route.ts';
import type { InboxContext } from './context.ts';
import { paneChannel } from './pane-channel.ts';

const route = routesWith<InboxContext>();

/** `screen`: what the pane shows, in a word. */
const watchedPane = named('WatchedPane', z.object({ kind: z.enum(['watched', 'known']), session: agentSession, screen: z.string() }));
export type WatchedPane = Word<typeof watchedPane>;

const prompting = named(
  'Prompting',
  z.object({
    prompts: z.int().describe('how many prompts auto-answer gave it since a person was last involved'),
    since: time.optional().describe('when the first of them was given'),
    waiting: z.int().describe('how many more of its last answer wait'),
    mostPrompts: z.int(),
    tokens: z.int().optional().describe('how many it and its answerers used since then, as far as the agent counts them'),
    mostTimeMs: z.number().optional(),
    mostTokens: z.int().optional(),
  }),
);
export type Prompting = Word<typeof prompting>;

const sessionNow = agentSession.extend({
  cannotPrompt: z.string().optional().describe('why no prompt can be sent to it'),
  prompting: prompting.optional(),
});
export type SessionNow = Word<typeof sessionNow>;

export const sessionRoutes = [
  route('GET /v1/sessions', {
    summary: 'list agent sessions, the last seen first',
    browsers: true,
    query: z.object({
      all: flag.describe('also those that have ended'),
      now: flag.describe(
        'also look at each: `cannotPrompt` says why a session cannot be given a prompt right now, `prompting` what auto-answer gave it without a person',
      ),
      limit: atMost(PAGE.most, PAGE.most).describe(`how many, at most ${PAGE.most}`),
    }),
    replies: { 200: z.object({ sessions: z.array(sessionNow) }) },
    handle: async ({ query: { all, now, limit }, reply }, context) => {
      const sessions = await context.journal.sessions({ ...(all ? {} : { ended: false }), limit });
      return reply({ sessions: now ? await Promise.all(sessions.map((each) => withObstacle(each, context))) : sessions });
    },
  }),
  route('PUT /v1/sessions/:id', {
    summary: 'say that an agent session runs, and where',
    params: sessionInput.pick({ id: true }),
    body: sessionInput.omit({ id: true }),
    replies: { 200: agentSession },
    handle: async ({ params, body, reply }, { sessions, channels }) => {
      // Of a program that has a channel, a session is registered by that channel's hooks.
      const channel = channels.named(body.program) && { channel: body.program };
      return reply(await sessions.see({ ...body, ...channel, id: params.id }));
    },
  }),
  route('POST /v1/sessions/:id/end', {
    summary: 'end an agent session and withdraw its open asks',
    body: z.object({
      reason: z.string().min(1).max(1000).default('the session ended').describe('why; its open asks are withdrawn with this reason'),
    }),
    replies: { 200: agentSession },
    errors: ['unknown-session'],
    handle: async ({ c, params, body, reply }, { sessions }) => {
      const session = await sessions.end(params.id, body.reason);
      return session
        ? reply(session)
        : refusal(c, 'unknown-session', `no agent session "${params.id}"`, '`answerback sessions` lists them.');
    },
  }),
  route('POST /v1/sessions/:id/interrupt', {
    summary: 'end what an agent is doing now',
    browsers: true,
    body: z.object({ by: signed.by }),
    replies: {
      200: named(
        'Interrupted',
        z.object({
          session: agentSession,
          outcome: z.enum(['interrupted', 'idle']).describe('`idle`: it was not working, so nothing was done'),
        }),
      ),
    },
    errors: ['unknown-session', 'cannot-interrupt', 'only-people'],
    handle: async ({ c, params: { id }, body: { by }, reply }, { channels, prompts, queue }) => {
      if (by.kind !== 'person') return onlyPeople(c, `session "${id}" was not interrupted`, by);
      const session = await prompts.continuation(id);
      if (!session) return refusal(c, 'unknown-session', `no agent session "${id}"`, '`answerback sessions` lists them.');
      const because = session.endedAt === undefined ? `${session.program} cannot be interrupted from here` : 'that session has ended';
      const running = session.endedAt === undefined ? channels.ofSession(session) : undefined;
      // First, so that nothing more is given to it when its turn ends, whoever ends it.
      await queue.cancel(session.id, `${by.name} interrupted it`);
      const result = (await running?.interrupt?.(session)) ?? ({ kind: 'failed', reason: because } as const);
      if (result.kind === 'failed')
        return refusal(c, 'cannot-interrupt', result.reason, "Look at its screen, or use the agent's own keyboard.");
      return reply({ session, outcome: result.kind });
    },
  }),
  route('POST /v1/panes', {
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
    handle: async ({ c, body: { tmux, pane, project, program }, reply }, { channels }) => {
      const found = paneChannel(channels.watchingPanes(), program);
      if (found.kind === 'none') return refusal(c, 'unreadable-program', found.message, found.fix);
      const pointed = await found.channel.watchPane(tmux, pane, project);
      if (pointed.kind === 'no-pane') return refusal(c, 'unknown-pane', `no pane ${pane} at ${tmux}`, '`tmux list-panes -a` lists them.');
      if (pointed.kind === 'silent')
        return refusal(c, 'silent-pane', pointed.reason, `Check whether the tmux server at ${tmux} still responds, and try again.`);
      return reply(pointed, pointed.kind === 'watched' ? 201 : 200);
    },
  }),
];

async function withObstacle(session: AgentSession, { channels, prompts, prompting }: InboxContext): Promise<SessionNow> {
  if (session.endedAt !== undefined) return session;
  const now = async () =>
    channels
      .ofSession(session)
      ?.cannotPromptNow?.(session)
      .catch((error: Error) => error.message);
  const cannotPrompt = prompts.refusal(session) ?? (await now());
  const driven = await prompting(session.id);
  const drives = driven.prompts > 0 || driven.waiting > 0;
  return { ...session, ...(cannotPrompt === undefined ? {} : { cannotPrompt }), ...(drives ? { prompting: driven } : {}) };
}

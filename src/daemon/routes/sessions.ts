// The routes of agent sessions, and of the tmux panes they run in.
import type { Broker } from '../../broker/broker.ts';
import type { Channels } from '../../broker/channels.ts';
import type { Prompts } from '../../broker/prompts.ts';
import type { Journal } from '../../decide/journal.ts';
import type { AgentSession } from '../../question/words.generated.ts';
import type { Answering } from '../answering.ts';
import { onlyPeople, refusal } from '../errors.ts';
import type { Routes } from '../request.ts';
import { serve } from '../serve.ts';
import { paneChannel } from './pane-channel.ts';

type Parts = {
  readonly broker: Broker;
  readonly channels: Channels;
  readonly journal: Journal;
  readonly prompts: Prompts;
  readonly answering: Answering;
};

export function sessionRoutes(app: Routes, { broker, channels, journal, prompts, answering }: Parts): void {
  serve(app, 'GET /v1/sessions', async ({ query: { all, now, limit }, reply }) => {
    const sessions = await journal.sessions({ ...(all ? {} : { ended: false }), limit });
    return reply({ sessions: now ? await Promise.all(sessions.map(withObstacle)) : sessions });
  });
  serve(app, 'PUT /v1/sessions/:id', async ({ params, body, reply }) => reply(await broker.see({ ...body, id: params.id })));
  serve(app, 'POST /v1/sessions/:id/end', async ({ c, params, body, reply }) => {
    const session = await broker.endSession(params.id, body.reason);
    return session ? reply(session) : refusal(c, 'unknown-session', `no agent session "${params.id}"`, '`answerback sessions` lists them.');
  });
  serve(app, 'POST /v1/sessions/:id/interrupt', async ({ c, params: { id }, body: { by }, reply }) => {
    if (by.kind !== 'person') return onlyPeople(c, `session "${id}" was not interrupted`, by);
    const session = await prompts.continuation(id);
    if (!session) return refusal(c, 'unknown-session', `no agent session "${id}"`, '`answerback sessions` lists them.');
    const because = session.endedAt === undefined ? `${session.program} cannot be interrupted from here` : 'that session has ended';
    const running = session.endedAt === undefined ? channels.ofSession(session) : undefined;
    // First, so that nothing more is given to it when its turn ends, whoever ends it.
    await answering.autoAnswer.queue.cancel(session.id, `${by.name} interrupted it`);
    const result = (await running?.interrupt?.(session)) ?? ({ kind: 'failed', reason: because } as const);
    if (result.kind === 'failed')
      return refusal(c, 'cannot-interrupt', result.reason, "Look at its screen, or use the agent's own keyboard.");
    return reply({ session, outcome: result.kind });
  });
  serve(app, 'POST /v1/panes', async ({ c, body: { tmux, pane, project, program }, reply }) => {
    const found = paneChannel(channels.watchingPanes(), program);
    if (found.kind === 'none') return refusal(c, 'unreadable-program', found.message, found.fix);
    const pointed = await found.channel.watchPane(tmux, pane, project);
    if (pointed.kind === 'no-pane') return refusal(c, 'unknown-pane', `no pane ${pane} at ${tmux}`, '`tmux list-panes -a` lists them.');
    if (pointed.kind === 'silent')
      return refusal(c, 'silent-pane', pointed.reason, `Check whether the tmux server at ${tmux} still responds, and try again.`);
    return reply(pointed, pointed.kind === 'watched' ? 201 : 200);
  });

  async function withObstacle(session: AgentSession): Promise<AgentSession> {
    if (session.endedAt !== undefined) return session;
    const now = async () =>
      channels
        .ofSession(session)
        ?.cannotPromptNow?.(session)
        .catch((error: Error) => error.message);
    const cannotPrompt = prompts.refusal(session) ?? (await now());
    const prompting = await answering.autoAnswer.prompting(session.id);
    const drives = prompting.prompts > 0 || prompting.waiting > 0;
    return { ...session, ...(cannotPrompt === undefined ? {} : { cannotPrompt }), ...(drives ? { prompting } : {}) };
  }
}

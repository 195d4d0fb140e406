// The routes of agent sessions, and of the tmux panes they run in.
import type { Broker } from '../../broker/broker.ts';
import type { Channels } from '../../broker/channels.ts';
import type { Journal } from '../../decide/journal.ts';
import { refusal } from '../errors.ts';
import type { Routes } from '../request.ts';
import { serve } from '../serve.ts';

type Parts = { readonly broker: Broker; readonly channels: Channels; readonly journal: Journal };

export function sessionRoutes(app: Routes, { broker, channels, journal }: Parts): void {
  serve(app, 'GET /v1/sessions', async ({ query: { all, limit }, reply }) =>
    reply({ sessions: await journal.sessions({ ...(all ? {} : { ended: false }), limit }) }),
  );
  serve(app, 'PUT /v1/sessions/:id', async ({ params, body, reply }) => reply(await broker.see({ ...body, id: params.id })));
  serve(app, 'POST /v1/sessions/:id/end', async ({ c, params, body, reply }) => {
    const session = await broker.endSession(params.id, body.reason);
    return session ? reply(session) : refusal(c, 'unknown-session', `no agent session "${params.id}"`, '`answerback sessions` lists them.');
  });
  serve(app, 'POST /v1/panes', async ({ c, body: { tmux, pane, project, program }, reply }) => {
    const channel = program === undefined ? channels.all().find(({ watchPane }) => watchPane) : channels.named(program);
    if (!channel?.watchPane) return refusal(c, 'unreadable-program', `the screen of "${program}" cannot be read`, 'Leave the program out.');
    const pointed = await channel.watchPane(tmux, pane, project);
    if (pointed.kind !== 'no-pane') return reply(pointed, pointed.kind === 'watched' ? 201 : 200);
    return refusal(c, 'unknown-pane', `no pane ${pane} at ${tmux}`, '`tmux list-panes -a` lists them.');
  });
}

// The routes of agent sessions, and of the panes they run in.
import { z } from 'zod';
import type { Broker } from '../../broker/broker.ts';
import type { Channels } from '../../broker/channels.ts';
import type { Journal } from '../../decide/journal.ts';
import { sessionInput } from '../../question/schema.ts';
import { refusal } from '../errors.ts';
import { PAGE, parsed, type Routes, wholeNumber } from '../request.ts';

type Parts = { readonly broker: Broker; readonly channels: Channels; readonly journal: Journal };

export function sessionRoutes(app: Routes, { broker, channels, journal }: Parts): void {
  app.get('/v1/sessions', async (c) => {
    const all = !['false', '0', undefined].includes(c.req.query('all'));
    return c.json({
      sessions: await journal.sessions({
        ...(all ? {} : { ended: false }),
        limit: Math.min(wholeNumber(c, 'limit', PAGE.most), PAGE.most),
      }),
    });
  });
  app.put('/v1/sessions/:id', async (c) => {
    const body = await parsed(c, sessionInput.omit({ id: true }));
    return body instanceof Response ? body : c.json(await broker.see({ ...body, id: c.req.param('id') } as z.output<typeof sessionInput>));
  });
  app.post('/v1/sessions/:id/end', async (c) => {
    const body = await parsed(c, z.object({ reason: z.string().min(1).max(1000).default('the session ended') }));
    if (body instanceof Response) return body;
    const session = await broker.endSession(c.req.param('id'), body.reason);
    return session
      ? c.json(session)
      : refusal(c, 404, 'unknown-session', `no agent session "${c.req.param('id')}"`, '`answerback sessions` lists them.');
  });

  app.post('/v1/panes', async (c) => {
    const body = await parsed(
      c,
      z.object({
        tmux: z.string().startsWith('/').max(255),
        pane: z.string().regex(/^%\d+$/),
        project: z.string().min(1).max(4096),
        program: z.string().optional(),
      }),
    );
    if (body instanceof Response) return body;
    const channel = body.program === undefined ? channels.all().find(({ watchPane }) => watchPane) : channels.named(body.program);
    if (!channel?.watchPane)
      return refusal(c, 400, 'unreadable-program', `the screen of "${body.program}" cannot be read`, 'Leave the program out.');
    const pointed = await channel.watchPane(body.tmux, body.pane, body.project);
    if (pointed.kind !== 'no-pane') return c.json(pointed, pointed.kind === 'watched' ? 201 : 200);
    return refusal(c, 404, 'unknown-pane', `no pane ${body.pane} at ${body.tmux}`, '`tmux list-panes -a` lists them.');
  });
}

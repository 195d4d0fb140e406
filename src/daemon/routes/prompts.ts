// The routes of prompts that wait for an idle agent.
import { z } from 'zod';
import type { Prompts } from '../../broker/prompts.ts';
import type { Journal } from '../../decide/journal.ts';
import { LONGEST_TEXT } from '../../question/limits.ts';
import { isVisible } from '../../question/visible.ts';
import { refusal } from '../errors.ts';
import { PAGE, parsed, type Routes, signed } from '../request.ts';

type Parts = { readonly prompts: Prompts; readonly journal: Journal };

export function promptRoutes(app: Routes, { prompts, journal }: Parts): void {
  app.get('/v1/prompts', async (c) => {
    const states = c.req.query('all') === undefined ? (['queued', 'sending'] as const) : undefined;
    return c.json({ prompts: await journal.prompts({ session: c.req.query('session'), states, limit: PAGE.most }) });
  });
  app.post('/v1/sessions/:id/prompts', async (c) => {
    const body = await parsed(
      c,
      z.object({
        text: z.string().max(LONGEST_TEXT).refine(isVisible, 'the prompt shows nothing'),
        by: signed.shape.by,
        key: signed.shape.key,
      }),
    );
    if (body instanceof Response) return body;
    const sent = await prompts.send(c.req.param('id'), body.text, body.by, body.key);
    if (sent.kind === 'queued') return c.json(sent.prompt, 201);
    return refusal(c, 409, 'cannot-send', sent.reason, '`answerback sessions` shows which sessions run, and in which pane.');
  });
  app.post('/v1/prompts/:id/cancel', async (c) => {
    const result = await prompts.cancel(c.req.param('id'));
    if (result.kind === 'unknown')
      return refusal(c, 404, 'unknown-prompt', `no prompt "${c.req.param('id')}"`, '`answerback send --list` shows those that wait.');
    if (result.kind === 'cancelled') return c.json({ ...result.prompt, state: 'cancelled' });
    return refusal(
      c,
      409,
      'too-late',
      `prompt ${result.prompt.id} is ${result.prompt.state} already`,
      'It can be cancelled only while it waits.',
    );
  });
}

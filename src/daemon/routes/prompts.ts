// The routes of prompts that wait for an idle agent.
import { z } from 'zod';
import type { Broker } from '../../broker/broker.ts';
import type { Prompts } from '../../broker/prompts.ts';
import type { Journal } from '../../decide/journal.ts';
import { LONGEST_TEXT } from '../../question/limits.ts';
import { isVisible } from '../../question/visible.ts';
import type { Answerer } from '../../question/words.ts';
import { refusal } from '../errors.ts';
import { type In, PAGE, parsed, type Routes, signed } from '../request.ts';
import { decided } from './decisions.ts';

type Parts = { readonly broker: Broker; readonly prompts: Prompts; readonly journal: Journal };

export function promptRoutes(app: Routes, { broker, prompts, journal }: Parts): void {
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
    if (body.by.kind !== 'person') return byMachine(c, c.req.param('id'), body);
    const sent = await prompts.send(c.req.param('id'), body.text, body.by, body.key);
    if (sent.kind === 'queued') return c.json(sent.prompt, 201);
    return cannotSend(c, sent.reason);
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

  /** A machine gives a session its next prompt only as the answer to its asking, when it is the machine's turn. */
  async function byMachine(
    c: In,
    session: string,
    { text, by, key = crypto.randomUUID() }: { text: string; by: Answerer; key?: string | undefined },
  ): Promise<Response> {
    const reason = await prompts.refusal(session, text);
    if (reason !== undefined) return cannotSend(c, reason);
    const result = await broker.answerIdle(session, text, { by, key });
    if (result.kind === 'unknown')
      return refusal(
        c,
        403,
        'not-appointed',
        `session "${session}" does not ask what to do next: ${by.name} may give it a prompt only as the answer to an idle ask`,
        'Wait until it ends its turn and the ask is yours. A person can always send.',
      );
    if (result.kind !== 'won') return decided(c, result);
    return c.json({ id: key, session, text, by, queuedAt: result.view.updatedAt, state: 'queued', ask: result.view.id }, 201);
  }
}

function cannotSend(c: In, reason: string): Response {
  return refusal(c, 409, 'cannot-send', reason, '`answerback sessions` shows which sessions run, and in which pane.');
}

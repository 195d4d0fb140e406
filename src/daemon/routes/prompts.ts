// The routes of prompts that wait for an idle agent.
import type { Broker } from '../../broker/broker.ts';
import type { Prompts, Sent } from '../../broker/prompts.ts';
import type { Journal } from '../../decide/journal.ts';
import { PAGE } from '../../protocol/limits.ts';
import { refusal } from '../errors.ts';
import type { In, Routes } from '../request.ts';
import { type Serving, serve } from '../serve.ts';
import { notDecided } from './decisions.ts';

type Parts = { readonly broker: Broker; readonly prompts: Prompts; readonly journal: Journal };

export function promptRoutes(app: Routes, { broker, prompts, journal }: Parts): void {
  serve(app, 'GET /v1/prompts', async ({ query: { all, session }, reply }) => {
    const states = all ? undefined : (['queued', 'sending'] as const);
    return reply({ prompts: await journal.prompts({ session, states, limit: PAGE.most }) });
  });
  serve(app, 'POST /v1/sessions/:id/prompts', async (request) => {
    const { c, params, body, reply } = request;
    if (body.by.kind !== 'person') return byAgent(request);
    const { text, nextPrompts = [], by, key = crypto.randomUUID() } = body;
    const reason = (await Promise.all(nextPrompts.map((each) => prompts.problem(params.id, each)))).find((why) => why !== undefined);
    if (reason !== undefined) return cannotSend(c, reason);
    const sent: Sent[] = [];
    for (const [index, each] of [text, ...nextPrompts].entries())
      sent.push(await prompts.send(params.id, each, by, index === 0 ? key : `${key}:${index + 1}`));
    const [first] = sent;
    return first?.kind === 'queued' ? reply(first.prompt, 201) : cannotSend(c, first?.reason ?? '');
  });
  serve(app, 'POST /v1/prompts/:id/cancel', async ({ c, params, reply }) => {
    const result = await prompts.cancel(params.id);
    if (result.kind === 'unknown')
      return refusal(c, 'unknown-prompt', `no prompt "${params.id}"`, '`answerback send --list` shows those that wait.');
    if (result.kind === 'cancelled') return reply({ ...result.prompt, state: 'cancelled' });
    const { id, state } = result.prompt;
    return refusal(c, 'too-late', `prompt ${id} is ${state} already`, 'It can be cancelled only while it waits.');
  });

  /** An agent can prompt a session only by answering its idle ask, when it is that agent's turn. */
  async function byAgent({ c, params, body, reply }: Serving<'POST /v1/sessions/:id/prompts'>): Promise<Response> {
    const { text, nextPrompts, by, key = crypto.randomUUID(), reason: why, risk } = body;
    const session = params.id;
    const problems = await Promise.all([text, ...(nextPrompts ?? [])].map((each) => prompts.problem(session, each)));
    const reason = problems.find((problem) => problem !== undefined);
    if (reason !== undefined) return cannotSend(c, reason);
    const result = await broker.answerIdle(session, { words: text, nextPrompts }, { by, key, reason: why, risk });
    if (result.kind === 'unknown')
      return refusal(
        c,
        'not-your-turn',
        `session "${session}" does not ask what to do next: ${by.name} may give it a prompt only as the answer to an idle ask`,
        'Wait until it ends its turn and it is your turn to answer. People can always send.',
      );
    if (result.kind !== 'won') return notDecided(c, result);
    return reply({ id: key, session, text, by, queuedAt: result.view.updatedAt, state: 'queued', ask: result.view.id }, 201);
  }
}

function cannotSend(c: In, reason: string): Response {
  return refusal(c, 'cannot-send', reason, '`answerback sessions` shows which sessions run, and in which pane.');
}

// The routes for prompts that wait for an idle agent.

import { z } from 'zod';
import { LONGEST_TEXT } from '../../ask/limits.ts';
import { prompt } from '../../ask/schema/session.ts';
import { PAGE, PAGE_BYTES } from '../../contract/limits.ts';
import { flag } from '../../contract/parameters.ts';
import { signed } from '../../contract/signed.ts';
import { refusal } from '../../http/errors.ts';
import type { In } from '../../http/request.ts';
import { routesWith } from '../../http/route.ts';
import { isVisible } from '../../text/visible.ts';
import type { InboxContext } from './context.ts';
import { notDecided } from './not-decided.ts';

const route = routesWith<InboxContext>();

const promptText = z.string().max(LONGEST_TEXT).refine(isVisible, 'the prompt is empty');

export const promptRoutes = [
  route('POST /v1/sessions/:id/prompts', {
    summary: 'queue a prompt for an agent',
    browsers: true,
    body: z.object({
      text: promptText.describe('what to type'),
      nextPrompts: z.array(promptText).min(1).max(9).optional().describe('more prompts, in order, each for the turn after the one before'),
      by: signed.by,
      key: signed.key,
      reason: signed.reason,
      risk: signed.risk,
    }),
    replies: {
      201: prompt.extend({
        nextPrompts: z.array(prompt).optional().describe('those of `nextPrompts` that were queued, in order'),
        notSent: z
          .object({ reason: z.string(), prompts: z.array(z.string()) })
          .optional()
          .describe('the last of `nextPrompts`, which were not queued, and why: for example, the session ended meanwhile'),
      }),
    },
    errors: ['cannot-send', 'not-your-turn', 'taken', 'not-deliverable'],
    handle: async ({ c, params: { id }, body, reply }, { decisions, prompts }) => {
      const { text, nextPrompts = [], by, key = crypto.randomUUID(), reason: why, risk } = body;
      const checked = by.kind === 'person' ? nextPrompts : [text, ...nextPrompts];
      const reason = (await Promise.all(checked.map((each) => prompts.problem(id, each)))).find((problem) => problem !== undefined);
      if (reason !== undefined) return cannotSend(c, reason);
      if (by.kind === 'person') {
        const { queued, refused } = await prompts.sendAll(id, [text, ...nextPrompts], by, key);
        const [first, ...next] = queued;
        if (!first) return cannotSend(c, refused?.reason ?? '');
        return reply({ ...first, ...(next.length === 0 ? {} : { nextPrompts: next }), ...(refused ? { notSent: refused } : {}) }, 201);
      }
      // An agent can prompt a session only by answering its idle ask, when it is that agent's turn.
      const result = await decisions.answerIdle(id, { words: text, nextPrompts: body.nextPrompts }, { by, key, reason: why, risk });
      if (result.kind === 'unknown')
        return refusal(
          c,
          'not-your-turn',
          `session "${id}" does not ask what to do next: ${by.name} may give it a prompt only as the answer to an idle ask`,
          'Wait until it ends its turn and it is your turn to answer. People can always send.',
        );
      if (result.kind !== 'won') return notDecided(c, result);
      return reply({ id: key, session: id, text, by, queuedAt: result.view.updatedAt, state: 'queued', ask: result.view.id }, 201);
    },
  }),
  route('GET /v1/prompts', {
    summary: 'list prompts, the oldest first; at most 500, or five megabytes of them',
    browsers: true,
    query: z.object({
      all: flag.describe('also those that are sent, failed or cancelled'),
      session: z.string().optional().describe('only those of this agent session'),
    }),
    replies: { 200: z.object({ prompts: z.array(prompt) }) },
    handle: async ({ query: { all, session }, reply }, { journal }) => {
      const states = all ? undefined : (['queued', 'sending'] as const);
      return reply({ prompts: await journal.prompts({ session, states, limit: PAGE.most, bytes: PAGE_BYTES }) });
    },
  }),
  route('POST /v1/prompts/:id/cancel', {
    summary: 'cancel a prompt that waits',
    browsers: true,
    replies: { 200: prompt },
    errors: ['unknown-prompt', 'ambiguous-id', 'too-late'],
    handle: async ({ c, params, reply }, { prompts }) => {
      const result = await prompts.cancel(params.id);
      if (result.kind === 'unknown')
        return refusal(c, 'unknown-prompt', `no prompt "${params.id}"`, '`answerback send --list` shows those that wait.');
      if (result.kind === 'ambiguous') {
        const message = `"${params.id}" is the beginning of several prompts: ${result.ids.join(', ')}`;
        return refusal(c, 'ambiguous-id', message, 'Give more characters of the id.', { ids: result.ids });
      }
      if (result.kind === 'cancelled') return reply({ ...result.prompt, state: 'cancelled' });
      const { id, state } = result.prompt;
      return refusal(c, 'too-late', `prompt ${id} is ${state} already`, 'It can be cancelled only while it waits.');
    },
  }),
];

function cannotSend(c: In, reason: string): Response {
  return refusal(c, 'cannot-send', reason, '`answerback sessions` shows which sessions run, and in which pane.');
}

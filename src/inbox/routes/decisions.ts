// The routes that change an ask: decide, withdraw, deliver, overrule.

import { z } from 'zod';
import { isPending } from '../../ask/lifecycle.ts';
import { LONGEST_TEXT } from '../../ask/limits.ts';
import { answerer, verdictOf } from '../../ask/schema/decision.ts';
import type { AskView } from '../../ask/schema/history.ts';
import { askView } from '../../ask/schema/history.ts';
import { answersInput } from '../../ask/schema/input.ts';
import { named } from '../../ask/schema/named.ts';
import { prompt } from '../../ask/schema/session.ts';
import { signed } from '../../contract/signed.ts';
import { onlyPeople, refusal } from '../../http/errors.ts';
import { routesWith } from '../../http/route.ts';
import { isVisible } from '../../text/visible.ts';
import { withdraw } from '../amend.ts';
import { correction } from '../correction.ts';
import { actorName } from '../settle.ts';
import type { InboxContext } from './context.ts';
import { notDecided, taken } from './not-decided.ts';

const route = routesWith<InboxContext>();

export const decisionRoutes = [
  route('POST /v1/asks/:id/decision', {
    summary: 'decide an ask: answer, redirect or decline',
    browsers: true,
    body: verdictOf(answersInput, signed),
    replies: { 200: askView },
    errors: ['unknown-ask', 'ambiguous-id', 'taken', 'not-your-turn', 'not-deliverable'],
    handle: ({ c, params, body, reply }, { decisions, found }) =>
      found(c, params.id, async (view) => {
        const { by, key = crypto.randomUUID(), reason, risk } = body;
        const result = await decisions.decide(view, body, { by, key, reason, risk });
        return result.kind === 'won' ? reply(result.view) : notDecided(c, result);
      }),
  }),
  route('POST /v1/asks/:id/withdraw', {
    summary: 'take an ask back',
    browsers: true,
    body: z.object({
      reason: z.string().min(1).max(1000).describe('why'),
      by: answerer.optional().describe('the person who does this for the agent; without it, the agent itself'),
    }),
    replies: { 200: askView },
    errors: ['unknown-ask', 'ambiguous-id', 'taken', 'only-people'],
    handle: ({ c, params, body, reply }, { journal, found, now }) =>
      found(c, params.id, async (view) => {
        const { reason, by } = body;
        if (by && by.kind !== 'person') return onlyPeople(c, `ask ${view.id} was not withdrawn`, by);
        const result = await withdraw(
          journal,
          view.id,
          reason,
          { at: now(), actor: by ? actorName(by) : `agent:${view.program}` },
          isPending,
        );
        const after = result.kind === 'unknown' ? view : result.view;
        // Withdrawing it again changes nothing.
        return after.state === 'withdrawn' ? reply(after) : taken(c, after);
      }),
  }),
  route('POST /v1/asks/:id/delivery', {
    summary: 'try a failed delivery again',
    browsers: true,
    replies: { 200: askView },
    errors: ['unknown-ask', 'ambiguous-id', 'not-deliverable'],
    handle: ({ c, params, reply }, { deliveries, found }) =>
      found(c, params.id, async (view) => {
        const reason = deliveries.refusal(view);
        if (reason !== undefined)
          return refusal(
            c,
            'not-deliverable',
            `ask ${view.id} was not delivered again: ${reason}`,
            `\`answerback show ${view.id}\` shows its state.`,
          );
        deliveries.mayBeDeliverable(view.id);
        return reply(view);
      }),
  }),
  route('POST /v1/asks/:id/overrule', {
    summary: 'say that a decision was wrong',
    browsers: true,
    body: z.object({
      message: z
        .string()
        .max(LONGEST_TEXT)
        .refine(isVisible, 'say what was wrong, or what to do instead')
        .describe('what was wrong, and what to do instead'),
      prompt: z.boolean().default(true).describe('also send it to the agent as a prompt, if it still runs and takes prompts'),
      by: signed.by,
      key: signed.key,
    }),
    replies: {
      200: named(
        'Overruled',
        z.object({
          ask: askView,
          prompt: prompt.optional().describe('what was sent to the agent'),
          notSent: z.string().optional().describe('why nothing was sent to the agent'),
        }),
      ),
    },
    errors: ['unknown-ask', 'ambiguous-id', 'nothing-decided', 'only-people'],
    handle: ({ c, params, body, reply }, { decisions, prompts, found }) =>
      found(c, params.id, async (view) => {
        const { by, message, key = crypto.randomUUID() } = body;
        if (by.kind !== 'person') return onlyPeople(c, `ask ${view.id} was not overruled`, by);
        const result = await decisions.overrule(view.id, { by, message, key });
        const ask = result.kind === 'unknown' ? view : result.view;
        if (ask.overruled?.key !== key) return refusal(c, 'nothing-decided', notOverruled(ask), howToDecide(ask));
        if (!body.prompt) return reply({ ask });
        const sent = await prompts.send(ask.session, correction(ask, message), by, key);
        return reply({ ask, ...(sent.kind === 'queued' ? { prompt: sent.prompt } : { notSent: sent.reason }) });
      }),
  }),
];

function notOverruled({ id, state, decision }: AskView): string {
  return `ask ${id} was not overruled: ${decision ? `its decision did not arrive, it is ${state}` : `it is ${state}, and nobody decided it`}`;
}

function howToDecide(view: AskView): string {
  return isPending(view) ? `Decide it: \`answerback answer ${view.id}\`.` : 'To tell its agent something, use `answerback send`.';
}

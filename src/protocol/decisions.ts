// The routes that change an ask: decide, withdraw, deliver, confirm.
import { z } from 'zod';
import { LONGEST_TEXT } from '../question/limits.ts';
import { answerer, receipt, verdictOf } from '../question/schema/decision.ts';
import { askView } from '../question/schema/history.ts';
import { answersInput, toolEcho } from '../question/schema/input.ts';
import { named } from '../question/schema/named.ts';
import { prompt } from '../question/schema/session.ts';
import { isVisible } from '../question/visible.ts';
import type { Routes } from './route.ts';
import { signed } from './signed.ts';

export const decisionRoutes = {
  'POST /v1/asks/:id/decision': {
    summary: 'decide an ask: answer, redirect or decline',
    body: verdictOf(answersInput, signed),
    replies: { 200: askView },
    errors: ['unknown-ask', 'ambiguous-id', 'taken', 'not-your-turn', 'not-deliverable'],
  },
  'POST /v1/asks/:id/withdraw': {
    summary: 'take an ask back',
    body: z.object({
      reason: z.string().min(1).max(1000).describe('why'),
      by: answerer.optional().describe('the person who does this for the agent; without it, the agent itself'),
    }),
    replies: { 200: askView },
    errors: ['unknown-ask', 'ambiguous-id', 'taken', 'only-people'],
  },
  'POST /v1/asks/:id/delivery': {
    summary: 'try a failed delivery again',
    replies: { 200: askView },
    errors: ['unknown-ask', 'ambiguous-id', 'not-deliverable'],
  },
  'POST /v1/asks/:id/overrule': {
    summary: 'say that a decision was wrong',
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
        z.looseObject({
          ask: askView,
          prompt: prompt.optional().describe('what was sent to the agent'),
          notSent: z.string().optional().describe('why nothing was sent to the agent'),
        }),
      ),
    },
    errors: ['unknown-ask', 'ambiguous-id', 'nothing-decided', 'only-people'],
  },
  'POST /v1/asks/:id/receipt': {
    summary: 'say what the asker received',
    body: toolEcho,
    replies: { 200: receipt },
    errors: ['unknown-ask', 'ambiguous-id', 'nothing-decided'],
  },
} as const satisfies Routes;

// The routes that change an ask: decide, withdraw, deliver, confirm.
import { z } from 'zod';
import { answerer, toolEcho, verdictInputs } from '../question/schema.ts';
import type { Routes } from './route.ts';
import { signed } from './signed.ts';
import { askView, receipt } from './views.ts';

const [answers, redirect, decline] = verdictInputs;

export const decisionRoutes = {
  'POST /v1/asks/:id/decision': {
    summary: 'decide an ask: answer, redirect or decline',
    body: z.discriminatedUnion('kind', [answers.extend(signed), redirect.extend(signed), decline.extend(signed)]),
    replies: { 200: askView },
    errors: ['unknown-ask', 'ambiguous-id', 'taken', 'not-your-turn'],
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
  'POST /v1/asks/:id/receipt': {
    summary: 'say what the asker received',
    body: toolEcho,
    replies: { 200: receipt },
    errors: ['unknown-ask', 'ambiguous-id', 'nothing-decided'],
  },
} as const satisfies Routes;

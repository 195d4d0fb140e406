// The routes for prompts that wait for an idle agent.
import { z } from 'zod';
import { LONGEST_TEXT } from '../question/limits.ts';
import { prompt } from '../question/schema/session.ts';
import { isVisible } from '../question/visible.ts';
import { flag } from './parameters.ts';
import type { Routes } from './route.ts';
import { signed } from './signed.ts';

const promptText = z.string().max(LONGEST_TEXT).refine(isVisible, 'the prompt is empty');

export const promptRoutes = {
  'POST /v1/sessions/:id/prompts': {
    summary: 'queue a prompt for an agent',
    body: z.object({
      text: promptText.describe('what to type'),
      nextPrompts: z.array(promptText).min(1).max(9).optional().describe('more prompts, in order, each for the turn after the one before'),
      by: signed.by,
      key: signed.key,
      reason: signed.reason,
      risk: signed.risk,
    }),
    replies: { 201: prompt },
    errors: ['cannot-send', 'not-your-turn', 'taken', 'not-deliverable'],
  },
  'GET /v1/prompts': {
    summary: 'list prompts, the oldest first',
    query: z.object({
      all: flag.describe('also those that are sent, failed or cancelled'),
      session: z.string().optional().describe('only those of this agent session'),
    }),
    replies: { 200: z.looseObject({ prompts: z.array(prompt) }) },
  },
  'POST /v1/prompts/:id/cancel': {
    summary: 'cancel a prompt that waits',
    replies: { 200: prompt },
    errors: ['unknown-prompt', 'too-late'],
  },
} as const satisfies Routes;

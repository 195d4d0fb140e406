// The route through which coding agents reach their channel. Body and reply are in the agent's own format.
import { z } from 'zod';
import { LARGEST_PAYLOAD } from './limits.ts';
import type { Routes } from './route.ts';

export const channelRoutes = {
  'POST /v1/channels/:program': {
    summary: "a coding agent's own hooks and plugins",
    body: z.unknown(),
    largestBody: LARGEST_PAYLOAD,
    replies: { 200: z.looseObject({}) },
  },
} as const satisfies Routes;

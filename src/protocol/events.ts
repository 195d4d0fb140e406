// The route of the event stream.
import { z } from 'zod';
import { journalEvent } from '../question/schema/history.ts';
import { wholeNumber } from './parameters.ts';
import type { Routes } from './route.ts';

export const eventRoutes = {
  'GET /v1/events': {
    summary: 'all events as they happen',
    query: z.object({
      after: wholeNumber.optional().describe('only events after this number; the header `Last-Event-ID` takes precedence'),
      ask: z.string().optional().describe('only events of this ask'),
    }),
    media: 'text/event-stream',
    /** The shape of one `data` line. */
    replies: { 200: journalEvent },
    errors: ['unknown-ask', 'ambiguous-id'],
  },
} as const satisfies Routes;

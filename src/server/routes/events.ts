// The route of the event stream.

import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { z } from 'zod';
import { streamedEvent } from '../../ask/schema/history.ts';
import { wholeNumber } from '../../contract/parameters.ts';
import { routesWith } from '../../http/route.ts';
import type { RouteContext } from '../app.ts';

const route = routesWith<RouteContext>();

export const eventRoutes = [
  route('GET /v1/events', {
    summary: 'all events as they happen',
    browsers: true,
    query: z.object({
      after: wholeNumber.optional().describe('only events after this number; the header `Last-Event-ID` takes precedence'),
      ask: z.string().optional().describe('only events of this ask'),
    }),
    media: 'text/event-stream',
    /** The shape of one `data` line. */
    replies: { 200: streamedEvent },
    errors: ['unknown-ask', 'ambiguous-id'],
    handle: ({ c, query }, { stream, found, onError }) => {
      const last = c.req.header('last-event-id');
      const after = last !== undefined && /^\d+$/.test(last) ? Number(last) : query.after;
      const listen = (ask: string | undefined) => {
        // Not awaited: the response belongs to the stream from here on.
        stream.add(c.env.outgoing, after, ask).catch((error) => {
          onError(error);
          c.env.outgoing.destroy();
        });
        return RESPONSE_ALREADY_SENT;
      };
      return query.ask === undefined ? listen(undefined) : found(c, query.ask, (view) => listen(view.id));
    },
  }),
];

// The route of the event stream.
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Routes } from '../request.ts';
import { serve } from '../serve.ts';
import type { EventStream } from '../stream.ts';
import type { Found } from './found.ts';

type Parts = { readonly stream: EventStream; readonly found: Found; readonly onError: (error: unknown) => void };

export function eventRoutes(app: Routes, { stream, found, onError }: Parts): void {
  serve(app, 'GET /v1/events', ({ c, query }) => {
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
  });
}

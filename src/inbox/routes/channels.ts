// The route through which coding agents reach their channel. Body and reply are in the agent's own format.

import { z } from 'zod';
import { LARGEST_PAYLOAD } from '../../contract/limits.ts';
import { parsedJson, readBody } from '../../http/request.ts';
import { routesWith } from '../../http/route.ts';
import type { InboxContext } from './context.ts';

const route = routesWith<InboxContext>();

export const channelRoutes = [
  route('POST /v1/channels/:program', {
    summary: "a coding agent's own hooks and plugins",
    body: z.unknown(),
    readsBody: true,
    replies: { 200: z.looseObject({}) },
    // Always 200: any other status would show up as an error in the agent.
    handle: async ({ c, params: { program } }, { channels }) => {
      const { incoming, outgoing, via } = c.env;
      const gone = new AbortController();
      const dropped = () => gone.abort();
      outgoing.once('close', dropped);
      const message = await readBody(incoming, LARGEST_PAYLOAD)
        .then(parsedJson)
        .catch(() => undefined);
      const channel = channels.named(program);
      const isAllowed = via === 'socket' || !channel?.socketOnly;
      const received = isAllowed ? await channel?.receive?.(message, gone.signal) : undefined;
      outgoing.off('close', dropped);
      const sent = received?.sent;
      if (sent) outgoing.once('close', () => sent(outgoing.writableFinished));
      return c.json(received?.body ?? {});
    },
  }),
];

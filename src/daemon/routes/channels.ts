// The route for the hooks and plugins of agents. A request may be held open until there is something to reply.
import type { Channels } from '../../broker/channels.ts';
import { LARGEST_PAYLOAD } from '../../protocol/limits.ts';
import { readBody } from '../body.ts';
import { parsedJson, type Routes } from '../request.ts';

type Parts = { readonly channels: Channels };

export function channelRoutes(app: Routes, { channels }: Parts): void {
  /** Always 200: any other status would show up as an error in the agent. */
  app.post('/v1/channels/:program', async (c) => {
    const { outgoing } = c.env;
    const gone = new AbortController();
    const dropped = () => gone.abort();
    outgoing.once('close', dropped);
    const message = await readBody(c.env.incoming, LARGEST_PAYLOAD)
      .then(parsedJson)
      .catch(() => undefined);
    const channel = channels.named(c.req.param('program'));
    const isAllowed = c.env.via === 'socket' || !channel?.socketOnly;
    const reply = isAllowed ? await channel?.receive?.(message, gone.signal) : undefined;
    outgoing.off('close', dropped);
    const sent = reply?.sent;
    if (sent) outgoing.once('close', () => sent(outgoing.writableFinished));
    return c.json(reply?.body ?? {});
  });
}

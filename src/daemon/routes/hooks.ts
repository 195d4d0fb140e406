// Where the hooks of coding agents arrive, and are held until there is something to say.
import type { Hooks } from '../../channels/claude-code/hooks/hooks.ts';
import { LARGEST_PAYLOAD } from '../../protocol/limits.ts';
import { readBody } from '../body.ts';
import { type In, parsedJson, type Routes } from '../request.ts';

type Parts = { readonly hooks: Hooks; readonly onError: (error: unknown) => void };

export function hookRoutes(app: Routes, { hooks, onError }: Parts): void {
  /** Always 200: any other status would show up on the agent's screen. */
  const receive = async (c: In) => {
    const { outgoing } = c.env;
    const gone = new AbortController();
    const dropped = () => gone.abort();
    outgoing.once('close', dropped);
    const body = await readBody(c.env.incoming, LARGEST_PAYLOAD)
      .then(parsedJson)
      .catch(() => undefined);
    const { body: reply, sent } = await hooks.receive(body, gone.signal);
    outgoing.off('close', dropped);
    if (sent) outgoing.once('close', () => void sent(outgoing.writableFinished).catch(onError));
    return c.json(reply);
  };
  app.post('/v1/channels/:program', (c) => (c.req.param('program') === 'claude-code' ? receive(c) : c.json({})));
  app.post('/v1/hooks/claude-code', receive);
}

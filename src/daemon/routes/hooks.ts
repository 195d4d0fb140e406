// Where the hooks of coding agents arrive, and are held until there is something to say.
import type { Hooks } from '../../channels/claude-code/hooks/hooks.ts';
import { LARGEST_HOOK } from '../body.ts';
import { json, type Routes } from '../request.ts';

type Parts = { readonly hooks: Hooks; readonly onError: (error: unknown) => void };

export function hookRoutes(app: Routes, { hooks, onError }: Parts): void {
  /** Always 200: any other status would show up on the agent's screen. */
  app.post('/v1/hooks/claude-code', async (c) => {
    const { outgoing } = c.env;
    const gone = new AbortController();
    const dropped = () => gone.abort();
    outgoing.once('close', dropped);
    const body = await json(c, {}, LARGEST_HOOK).catch(() => undefined);
    const { body: reply, sent } = await hooks.receive(body, gone.signal);
    outgoing.off('close', dropped);
    if (sent) outgoing.once('close', () => void sent(outgoing.writableFinished).catch(onError));
    return c.json(reply);
  });
}

// The routes with which a page turns notifications on and off on its own device.
import { invalid } from '../errors.ts';
import type { Notifying } from '../notifying.ts';
import type { Routes } from '../request.ts';
import { serve } from '../serve.ts';
import type { Push } from '../web/push.ts';
import { noBrowser } from './web.ts';

type Parts = { readonly push: Push; readonly notifying: Pick<Notifying, 'lookIfChanged'> };

export function pushRoutes(app: Routes, { push, notifying }: Parts): void {
  serve(app, 'GET /v1/web/push', ({ c, reply }) => (c.env.device ? reply(push.state(c.env.device)) : noBrowser(c)));
  serve(app, 'PUT /v1/web/push', ({ c, body: { endpoint, keys }, reply }) => {
    const { device } = c.env;
    if (!device) return noBrowser(c);
    const problem = push.subscribe(device, { endpoint, keys });
    if (problem === undefined) {
      notifying.lookIfChanged();
      return reply(push.state(device));
    }
    return invalid(c, [{ rule: 'endpoint', where: 'endpoint', value: endpoint, message: `the endpoint cannot be used: ${problem}` }]);
  });
  serve(app, 'POST /v1/web/push/off', ({ c, reply }) => {
    const { device } = c.env;
    if (!device) return noBrowser(c);
    push.unsubscribe(device);
    return reply(push.state(device));
  });
}

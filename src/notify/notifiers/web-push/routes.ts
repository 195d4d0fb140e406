// The routes with which a page turns notifications on and off on its own device.

import { z } from 'zod';
import { named, type Word } from '../../../ask/schema/named.ts';
import { invalid, noBrowser } from '../../../http/errors.ts';
import { routesWith } from '../../../http/route.ts';
import type { NotifyContext } from '../../routes-context.ts';

const route = routesWith<NotifyContext>();

const LONGEST_ENDPOINT = 2_048;
const base64url = z.string().regex(/^[\w-]{1,200}=*$/, 'must be base64url');

const state = named(
  'PushState',
  z.object({
    publicKey: z.string().describe('the key that the browser subscribes with: `applicationServerKey`'),
    endpoint: z.string().optional().describe('where this device is told now; absent if it is not'),
    notifiers: z.array(z.string()).describe('the notifiers that tell this device, for `POST /v1/notifiers/test`'),
  }),
);
export type PushState = Word<typeof state>;

export const pushRoutes = [
  route('GET /v1/web/push', {
    summary: 'whether notifications are on for the device that asks',
    browsers: true,
    replies: { 200: state },
    errors: ['not-a-device'],
    handle: ({ c, reply }, { notifying: { push } }) => (c.env.device ? reply(push.state(c.env.device)) : noBrowser(c)),
  }),
  route('PUT /v1/web/push', {
    summary: 'turn notifications on for the device that sends this',
    browsers: true,
    body: z
      .object({
        endpoint: z.string().max(LONGEST_ENDPOINT).describe('the address that its push service gave to the browser'),
        keys: z.object({ p256dh: base64url, auth: base64url }).describe('what messages are encrypted with'),
      })
      .describe('a `PushSubscription` as JSON'),
    largestBody: 8_192,
    replies: { 200: state },
    errors: ['not-a-device'],
    handle: async ({ c, body: { endpoint, keys }, reply }, { notifying }) => {
      const { device } = c.env;
      if (!device) return noBrowser(c);
      const problem = await notifying.push.subscribe(device, { endpoint, keys });
      if (problem === undefined) {
        notifying.lookIfChanged();
        return reply(notifying.push.state(device));
      }
      return invalid(c, [{ rule: 'endpoint', where: 'endpoint', value: endpoint, message: `the endpoint cannot be used: ${problem}` }]);
    },
  }),
  route('POST /v1/web/push/off', {
    summary: 'turn notifications off for the device that sends this',
    browsers: true,
    replies: { 200: state },
    errors: ['not-a-device'],
    handle: ({ c, reply }, { notifying: { push } }) => {
      const { device } = c.env;
      if (!device) return noBrowser(c);
      push.unsubscribe(device);
      return reply(push.state(device));
    },
  }),
];

// What a browser that was let in may use, in full: a route is added here only on purpose.
import { expect, it } from 'vitest';
import { ROUTES } from './routes.ts';

it('browsers may read and answer, and use no other route', () => {
  expect(ROUTES.flatMap(({ name, browsers }) => (browsers ? [name] : [])).sort()).toEqual(
    [
      'GET /v1/asks',
      'GET /v1/log',
      'GET /v1/statistics',
      'GET /v1/asks/:id',
      'GET /v1/asks/:id/events',
      'GET /v1/asks/:id/precedents',
      'GET /v1/asks/:id/preview',
      'GET /v1/asks/:id/route',
      'POST /v1/asks/:id/decision',
      'POST /v1/asks/:id/withdraw',
      'POST /v1/asks/:id/delivery',
      'POST /v1/asks/:id/overrule',
      'GET /v1/answerers',
      'GET /v1/pause',
      'PUT /v1/pause',
      'GET /v1/notifiers',
      'POST /v1/notifiers/test',
      'GET /v1/mute',
      'PUT /v1/mute',
      'GET /v1/sessions',
      'POST /v1/sessions/:id/interrupt',
      'POST /v1/sessions/:id/prompts',
      'GET /v1/prompts',
      'POST /v1/prompts/:id/cancel',
      'GET /v1/events',
      'GET /v1/status',
      'POST /v1/web/login',
      'POST /v1/web/logout',
      'GET /v1/web/session',
      'GET /v1/web/push',
      'PUT /v1/web/push',
      'POST /v1/web/push/off',
      'GET /v1/devices',
      'PUT /v1/devices/:id',
      'POST /v1/devices/:id/revoke',
    ].sort(),
  );
});

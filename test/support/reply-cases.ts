// Routes whose successful reply needs more than a broker. The examples of docs/PROTOCOL.md (test/protocol.test.ts) show only their refusals, so
// other tests parse what they reply. Each of these tests fails unless it covers its list, and protocol.test.ts fails unless the lists cover every route.
import type { RouteName } from '../../src/protocol/routes.ts';

/** src/daemon/serve.test.ts: an agent in a tmux pane. */
export const WITH_AN_AGENT: readonly RouteName[] = [
  'POST /v1/asks/:id/delivery',
  'POST /v1/sessions/:id/interrupt',
  'POST /v1/panes',
  'POST /v1/sessions/:id/prompts',
  'POST /v1/prompts/:id/cancel',
];

/** test/replies.test.ts: a browser, a chat with people, a chat agent, an ask with a preview, or a new file. */
export const WITH_MORE: readonly RouteName[] = [
  'GET /v1/asks/:id/preview',
  'POST /v1/notifiers/:name/pair',
  'GET /v1/notifiers/:name/pair/:code',
  'POST /v1/notifiers/:name/unpair',
  'GET /v1/chat/:name/events',
  'GET /v1/chat/:name/roster',
  'POST /v1/chat/:name/replies',
  'POST /v1/web/logout',
  'GET /v1/web/session',
  'GET /v1/web/push',
  'PUT /v1/web/push',
  'POST /v1/web/push/off',
  'POST /v1/backup',
];

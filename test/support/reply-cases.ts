// Routes whose replies need more than a broker. The examples of docs/PROTOCOL.md (test/protocol.test.ts) show only their refusals, or their empty
// lists, so other tests parse what they reply. Each of these tests fails unless it covers its list, and protocol.test.ts fails unless every route is
// in a list, or succeeds in an example.
import type { RouteName } from '../../src/server/routes/routes.ts';

/** test/replies.test.ts: an opencode with our plugin. */
export const WITH_AN_AGENT: readonly RouteName[] = [
  'POST /v1/asks/:id/delivery',
  'POST /v1/sessions/:id/interrupt',
  'POST /v1/sessions/:id/prompts',
  'POST /v1/prompts/:id/cancel',
];

/** test/terminal/panes.test.ts: tmux. */
export const WITH_TMUX: readonly RouteName[] = ['POST /v1/panes'];

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

/** test/replies.test.ts: lists that are empty in the examples. */
export const WITH_ENTRIES: readonly RouteName[] = [
  'GET /v1/asks/:id/route',
  'GET /v1/route/check',
  'GET /v1/answerers',
  'GET /v1/notifiers',
  'POST /v1/notifiers/test',
  'GET /v1/notifiers/people',
  'GET /v1/prompts',
  'GET /v1/check',
];

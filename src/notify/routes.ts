// The HTTP routes about notifications: the notifiers, tests, and mutes.

import { z } from 'zod';
import { named, time, type Word } from '../ask/schema/named.ts';
import { pause, pauseScope } from '../ask/schema/session.ts';
import { LONGEST_PAUSE_MS } from '../contract/limits.ts';
import { signed } from '../contract/signed.ts';
import { onlyPeople } from '../http/errors.ts';
import { routesWith } from '../http/route.ts';
import type { NotifyContext } from './routes-context.ts';

const route = routesWith<NotifyContext>();

const notifier = named(
  'Notifier',
  z.object({
    name: z.string(),
    kind: z.string(),
    device: z.string().optional().describe('web push: the device that it tells'),
    show: z.enum(['full', 'header', 'nothing']),
    ok: z.boolean(),
    message: z.string().describe('what is wrong with it, if something is'),
    waiting: z.int().describe('messages that are not through yet'),
    sentAt: time.optional(),
    failingSince: time.optional(),
  }),
);
export type Notifier = Word<typeof notifier>;
const mutes = z.object({ mutes: z.array(pause).describe('all that are in effect now') });

export const notifierRoutes = [
  route('GET /v1/notifiers', {
    summary: 'who is told when an ask waits for people, and whether messages get through',
    browsers: true,
    replies: { 200: z.object({ notifiers: z.array(notifier) }) },
    handle: async ({ reply }, { notifying }) => reply({ notifiers: await notifying.list() }),
  }),
  route('POST /v1/notifiers/test', {
    summary: 'send a test message',
    browsers: true,
    body: z.strictObject({ name: z.string().max(100).optional().describe('the notifier; without it, all of them') }),
    replies: { 200: z.object({ results: z.array(z.object({ name: z.string(), ok: z.boolean(), message: z.string() })) }) },
    handle: async ({ body, reply }, { notifying }) => reply({ results: await notifying.test(body.name) }),
  }),
];

export const muteRoutes = [
  route('GET /v1/mute', {
    summary: 'where notifications are muted',
    browsers: true,
    replies: { 200: mutes },
    handle: ({ reply }, { pauses }) => reply({ mutes: pauses.mutes.list() }),
  }),
  route('PUT /v1/mute', {
    summary: 'mute notifications, or end that',
    browsers: true,
    body: z.strictObject({
      muted: z.boolean().describe('`true` mutes, `false` ends it'),
      scope: pauseScope.optional().describe('as for [pauses](#put-v1pause)'),
      forMs: z.int().positive().max(LONGEST_PAUSE_MS).optional().describe('it ends after this many milliseconds'),
      by: signed.by,
    }),
    replies: { 200: mutes },
    errors: ['only-people'],
    handle: async ({ c, body: { muted, scope, forMs, by }, reply }, { pauses, now }) => {
      if (by.kind !== 'person') return onlyPeople(c, `notifications were not ${muted ? 'muted' : 'turned on'}`, by);
      const { mutes } = pauses;
      const until = forMs === undefined ? undefined : now() + forMs;
      return reply({ mutes: muted ? await mutes.mute(scope ?? { kind: 'all' }, by, until) : await mutes.lift(scope, by) });
    },
  }),
];

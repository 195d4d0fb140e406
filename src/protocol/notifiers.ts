// The routes about notifications: the notifiers, tests, and mutes.
import { z } from 'zod';
import { LONGEST_PAUSE_MS, scope } from './answering.ts';
import type { Routes } from './route.ts';
import { signed } from './signed.ts';
import { named, pause, time } from './views.ts';

const notifier = named(
  'Notifier',
  z.looseObject({
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
const mutes = z.looseObject({ mutes: z.array(pause).describe('all that are in effect now') });

export const notifierRoutes = {
  'GET /v1/notifiers': {
    summary: 'who is told when an ask waits for people, and whether messages get through',
    replies: { 200: z.looseObject({ notifiers: z.array(notifier) }) },
  },
  'POST /v1/notifiers/test': {
    summary: 'send a test message',
    body: z.strictObject({ name: z.string().max(100).optional().describe('the notifier; without it, all of them') }),
    replies: { 200: z.looseObject({ results: z.array(z.looseObject({ name: z.string(), ok: z.boolean(), message: z.string() })) }) },
  },
  'GET /v1/mute': { summary: 'where notifications are muted', replies: { 200: mutes } },
  'PUT /v1/mute': {
    summary: 'mute notifications, or end that',
    body: z.strictObject({
      muted: z.boolean().describe('`true` mutes, `false` ends it'),
      scope: scope.optional().describe('as for [pauses](#put-v1pause)'),
      forMs: z.int().positive().max(LONGEST_PAUSE_MS).optional().describe('it ends after this many milliseconds'),
      by: signed.by,
    }),
    replies: { 200: mutes },
    errors: ['only-people'],
  },
} as const satisfies Routes;

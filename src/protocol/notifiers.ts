// The routes about notifications: the notifiers, tests, and mutes.
import { z } from 'zod';
import { named, time } from '../question/schema/named.ts';
import { pause, pauseScope } from '../question/schema/session.ts';
import { LONGEST_PAUSE_MS } from './answering.ts';
import { atMost } from './parameters.ts';
import type { Routes } from './route.ts';
import { signed } from './signed.ts';

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
const person = named(
  'ChatPerson',
  z.looseObject({
    notifier: z.string(),
    name: z.string().describe('in the record of what they decide'),
    shownAs: z.string().describe('what the service calls them'),
    chat: z.string(),
    pairedAt: time,
  }),
);
const mutes = z.looseObject({ mutes: z.array(pause).describe('all that are in effect now') });

/** How long one request waits for a person to pair. */
const LONGEST_WAIT_MS = 25_000;

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
  'GET /v1/notifiers/people': {
    summary: 'who may answer in which chat',
    replies: { 200: z.looseObject({ people: z.array(person) }) },
  },
  'POST /v1/notifiers/:name/pair': {
    summary: 'a one-time code: whoever sends it to the bot of this chat may answer there',
    body: z.strictObject({
      person: z.string().trim().min(1).max(60).describe('the name of the person who will send it'),
      by: signed.by,
    }),
    replies: {
      200: z.looseObject({
        code: z.string(),
        until: time,
        where: z.string().describe('whom to send it to'),
        link: z.string().optional().describe('opening it sends the code'),
      }),
    },
    errors: ['unknown-chat', 'cannot-pair', 'only-people'],
  },
  'GET /v1/notifiers/:name/pair/:code': {
    summary: 'whether somebody has paired with this code',
    query: z.object({ wait: atMost(LONGEST_WAIT_MS, 0).describe('how long to wait for it, in milliseconds') }),
    replies: {
      200: z.looseObject({
        state: z.enum(['waiting', 'paired', 'over']).describe('`over`: the code is too old, was replaced, or was guessed at too often'),
        person: person.optional(),
      }),
    },
    errors: ['unknown-chat'],
  },
  'POST /v1/notifiers/:name/unpair': {
    summary: 'somebody may no longer answer in this chat',
    body: z.strictObject({ person: z.string().min(1).max(60), by: signed.by }),
    replies: { 200: z.looseObject({ people: z.array(person).describe('those who were removed') }) },
    errors: ['unknown-chat', 'only-people'],
  },
  'GET /v1/mute': { summary: 'where notifications are muted', replies: { 200: mutes } },
  'PUT /v1/mute': {
    summary: 'mute notifications, or end that',
    body: z.strictObject({
      muted: z.boolean().describe('`true` mutes, `false` ends it'),
      scope: pauseScope.optional().describe('as for [pauses](#put-v1pause)'),
      forMs: z.int().positive().max(LONGEST_PAUSE_MS).optional().describe('it ends after this many milliseconds'),
      by: signed.by,
    }),
    replies: { 200: mutes },
    errors: ['only-people'],
  },
} as const satisfies Routes;

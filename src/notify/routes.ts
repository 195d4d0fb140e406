// The routes about notifications: the notifiers, tests, and mutes.

import { z } from 'zod';
import { named, time, type Word } from '../ask/schema/named.ts';
import { pause, pauseScope } from '../ask/schema/session.ts';
import { atMost } from '../contract/parameters.ts';
import { signed } from '../contract/signed.ts';
import { onlyPeople, refusal } from '../http/errors.ts';
import type { In } from '../http/request.ts';
import { LONGEST_PAUSE_MS } from '../auto-answer/routes.ts';
import { route } from '../http/route.ts';

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
const person = named(
  'ChatPerson',
  z.object({
    notifier: z.string(),
    name: z.string().describe('in the record of what they decide'),
    shownAs: z.string().describe('what the service calls them'),
    chat: z.string(),
    pairedAt: time,
  }),
);
export type ChatPerson = Word<typeof person>;
const mutes = z.object({ mutes: z.array(pause).describe('all that are in effect now') });

/** How long one request waits for a person to pair. */
const LONGEST_WAIT_MS = 25_000;
const INTRODUCED_WITHIN_MS = 20_000;
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
  route('GET /v1/notifiers/people', {
    summary: 'who may answer in which chat',
    replies: { 200: z.object({ people: z.array(person) }) },
    handle: async ({ reply }, { notifying }) =>
      reply({ people: (await notifying.chats.people()).map((each) => personIn(each.notifier, each)) }),
  }),
  route('POST /v1/notifiers/:name/pair', {
    summary: 'a one-time code: whoever sends it to the bot of this chat may answer there',
    body: z.strictObject({
      person: z.string().trim().min(1).max(60).describe('the name of the person who will send it'),
      by: signed.by,
    }),
    replies: {
      200: z.object({
        code: z.string(),
        until: time,
        where: z.string().describe('whom to send it to'),
        link: z.string().optional().describe('opening it sends the code'),
      }),
    },
    errors: ['unknown-chat', 'cannot-pair', 'only-people'],
    handle: async ({ c, params: { name }, body: { person, by }, reply }, { notifying, stopping }) => {
      if (by.kind !== 'person') return onlyPeople(c, 'no code was made', by);
      const chat = await notifying.chats.get(name);
      if (!chat) return noChat(c, name);
      const made = await chat.invite(person, AbortSignal.any([stopping, AbortSignal.timeout(INTRODUCED_WITHIN_MS)]));
      if ('kind' in made)
        return refusal(
          c,
          'cannot-pair',
          `nobody can pair with "${name}" yet: ${made.reason}`,
          `Fix this, then: answerback notify pair ${name}`,
        );
      const { link, code } = made;
      return reply({ ...made, ...(link === undefined ? {} : { link: `${link}${code.replace('-', '')}` }) });
    },
  }),
  route('GET /v1/notifiers/:name/pair/:code', {
    summary: 'whether somebody has paired with this code',
    query: z.object({ wait: atMost(LONGEST_WAIT_MS, 0).describe('how long to wait for it, in milliseconds') }),
    replies: {
      200: z.object({
        state: z.enum(['waiting', 'paired', 'over']).describe('`over`: the code is too old, was replaced, or was guessed at too often'),
        person: person.optional(),
      }),
    },
    errors: ['unknown-chat'],
    handle: async ({ c, params: { name, code }, query: { wait }, reply }, { notifying, stopping }) => {
      const chat = await notifying.chats.get(name);
      if (!chat) return noChat(c, name);
      const ended = await chat.paired(code, AbortSignal.any([c.req.raw.signal, stopping, AbortSignal.timeout(wait)]));
      if (ended?.kind !== 'paired') return reply({ state: ended ? 'over' : 'waiting' });
      return reply({ state: 'paired', person: personIn(name, ended.person) });
    },
  }),
  route('POST /v1/notifiers/:name/unpair', {
    summary: 'somebody may no longer answer in this chat',
    body: z.strictObject({ person: z.string().min(1).max(60), by: signed.by }),
    replies: { 200: z.object({ people: z.array(person).describe('those who were removed') }) },
    errors: ['unknown-chat', 'only-people'],
    handle: async ({ c, params: { name }, body: { person, by }, reply }, { notifying }) => {
      if (by.kind !== 'person') return onlyPeople(c, 'nobody was removed', by);
      const chat = await notifying.chats.get(name);
      return chat ? reply({ people: chat.unpair(person).map((each) => personIn(name, each)) }) : noChat(c, name);
    },
  }),
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
    handle: async ({ c, body: { muted, scope, forMs, by }, reply }, { answering, pauses }) => {
      if (by.kind !== 'person') return onlyPeople(c, `notifications were not ${muted ? 'muted' : 'turned on'}`, by);
      const { mutes } = pauses;
      const until = forMs === undefined ? undefined : answering.now() + forMs;
      return reply({ mutes: muted ? await mutes.mute(scope ?? { kind: 'all' }, by, until) : await mutes.lift(scope, by) });
    },
  }),
];

/** Somebody who may answer in a chat, as it is stored. */
type Paired = Pick<ChatPerson, 'name' | 'shownAs' | 'chat'> & { readonly at: number };
const personIn = (notifier: string, { name, shownAs, chat, at }: Paired): ChatPerson => ({
  notifier,
  name,
  shownAs,
  chat,
  pairedAt: at,
});

const noChat = (c: In, name: string): Response =>
  refusal(c, 'unknown-chat', `no chat is called "${name}"`, '`answerback notify list` shows them; docs/MESSENGERS.md says how to add one.');

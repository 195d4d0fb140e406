// The HTTP routes about chats with people: who may answer in which, and how somebody is paired with one.

import { z } from 'zod';
import { named, time, type Word } from '../ask/schema/named.ts';
import { atMost } from '../contract/parameters.ts';
import { signed } from '../contract/signed.ts';
import { onlyPeople, refusal } from '../http/errors.ts';
import type { In } from '../http/request.ts';
import { routesWith } from '../http/route.ts';
import type { MessengersContext } from './messengers.ts';
import type { Paired } from './store.ts';

const route = routesWith<MessengersContext>();

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

/** How long one request waits for a person to pair. */
const LONGEST_WAIT_MS = 25_000;
const INTRODUCED_WITHIN_MS = 20_000;

export const messengerRoutes = [
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
];

const personIn = (notifier: string, { name, shownAs, chat, at }: Paired): ChatPerson => ({
  notifier,
  name,
  shownAs,
  chat,
  pairedAt: at,
});

const noChat = (c: In, name: string): Response =>
  refusal(c, 'unknown-chat', `no chat is called "${name}"`, '`answerback notify list` shows them; docs/MESSENGERS.md says how to add one.');

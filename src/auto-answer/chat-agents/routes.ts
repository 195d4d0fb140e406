// The routes of chat agents: what one is told, what waits for it, and its replies. An agent that has a token for them can do nothing else.

import { z } from 'zod';
import { chatEvent } from '../../ask/schema/chat.ts';
import type { AskView } from '../../ask/schema/history.ts';
import { named, type Word } from '../../ask/schema/named.ts';
import { atMost, wholeNumber } from '../../contract/parameters.ts';
import { refusal } from '../../http/errors.ts';
import type { In } from '../../http/request.ts';
import { routesWith } from '../../http/route.ts';
import { withoutTags } from '../../text/tags.ts';
import { answeredAsk, replyKey, takenReply, writtenText } from '../routes.ts';
import type { AutoAnswerContext } from '../routes-context.ts';
import { acknowledgement, pendingText } from './chat.ts';
import { takeReplies, takeReply } from './take-replies.ts';

const route = routesWith<AutoAnswerContext>();

const LONGEST_WAIT_MS = 60_000;

const waiting = z.array(z.object({ id: z.string(), project: z.string() })).describe('the asks that wait for this agent');
const roster = z.string().describe('what waits for this agent, for the beginning of every message to it; empty if nothing does');

const chatPage = named('ChatPage', z.object({ events: z.array(chatEvent), after: z.int().describe('the next `after`'), waiting, roster }));
export type ChatPage = Word<typeof chatPage>;
/** Who may use an address: `/v1/chat/claw/events` is for claw. */
export const chatName = (path: string): string | undefined => {
  return /^\/v1\/chat\/([\w-]{1,50})\//.exec(path)?.[1];
};
export const chatRoutes = [
  route('GET /v1/chat/:name/events', {
    summary: 'what a chat agent is told: new questions, what is over, what became of its answers',
    query: z.object({
      after: wholeNumber.optional().describe('only what is newer; without it, everything that was not acknowledged yet'),
      ack: wholeNumber.optional().describe('everything up to this number has been dealt with, and is not told again'),
      wait: atMost(LONGEST_WAIT_MS, 0).describe('how long to wait for something new, in milliseconds'),
    }),
    replies: { 200: chatPage },
    errors: ['unknown-answerer'],
    handle: ({ c, params: { name }, query: { after, ack, wait }, reply }, { journal, answering, stopping }) =>
      forChat(c, name, answering, async () => {
        // What has not happened yet cannot be acknowledged.
        if (ack !== undefined) answering.cursors.set(name, Math.min(ack, await journal.head()));
        const gone = AbortSignal.any([c.req.raw.signal, stopping]);
        const page = await answering.chats.next(name, after ?? answering.cursors.get(name), wait, gone);
        return reply({ ...page, ...(await waitingAsks(name, answering)) });
      }),
  }),
  route('GET /v1/chat/:name/roster', {
    summary: 'what waits for a chat agent, one line each',
    replies: { 200: z.object({ waiting, roster }) },
    errors: ['unknown-answerer'],
    handle: ({ c, params: { name }, reply }, { answering }) =>
      forChat(c, name, answering, async () => reply(await waitingAsks(name, answering))),
  }),
  route('POST /v1/chat/:name/replies', {
    summary: 'take the answers out of what a chat agent wrote',
    body: z.strictObject({
      text: writtenText,
      ask: answeredAsk.optional(),
      key: replyKey,
    }),
    replies: {
      200: named(
        'ChatReply',
        z.object({
          replies: z.array(takenReply),
          text: z.string().describe('the text without the answers, as a person should see it'),
          message: z.string().describe('for the agent: what became of its answers; empty if there were none'),
          waiting,
          roster,
        }),
      ),
    },
    errors: ['unknown-answerer'],
    handle: ({ c, params: { name }, body: { text, ask, key }, reply }, { decisions, journal, answering }) =>
      forChat(c, name, answering, async () => {
        const said = { text, by: { kind: 'agent', name, surface: 'chat' } as const, key: `${name}:${key}` };
        const parts = { decisions, journal, knows: (view: AskView) => answering.chats.knows(view, name) };
        const replies = await (ask === undefined ? takeReplies(parts, said) : takeReply(parts, { ...said, ask }));
        return reply({
          replies,
          text: withoutTags(text),
          message: acknowledgement(replies, answering.newNonce()),
          ...(await waitingAsks(name, answering)),
        });
      }),
  }),
];

/** The text is the same as long as the same asks wait, so that it is clear when it changes. */
async function waitingAsks(name: string, { chats, nonceFor }: AutoAnswerContext['answering']) {
  const asks = await chats.pending(name);
  const text = pendingText(asks, nonceFor(asks.map(({ id }) => id).join()), await chats.mustAnswer(asks));
  return { waiting: asks.map(({ id, project }) => ({ id, project })), roster: text };
}

/** Other kinds are asked by the broker itself, and would be asked twice. */
async function forChat(
  c: In,
  name: string,
  { config, configFile }: AutoAnswerContext['answering'],
  handle: () => Promise<Response>,
): Promise<Response> {
  const settings = config().routing.answerers[name];
  if (settings?.kind === 'chat') return handle();
  const what = settings ? `the answerer "${name}" is of the kind ${settings.kind}, not chat` : `no answerer is called "${name}"`;
  const fix = `Add it to the answerers in ${configFile}: ${settings ? 'another-name' : name}: { kind: chat }.`;
  return refusal(c, 'unknown-answerer', what, fix);
}

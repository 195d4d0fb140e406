// The routes of chat agents: what one is told, what waits for it, and its replies. An agent that has a token for them can do nothing else.
import { z } from 'zod';
import { chatEvent } from '../question/schema/chat.ts';
import { named } from '../question/schema/named.ts';
import { answeredAsk, replyKey, takenReply, writtenText } from './answering.ts';
import { atMost, wholeNumber } from './parameters.ts';
import type { Routes } from './route.ts';

const LONGEST_WAIT_MS = 60_000;

const waiting = z.array(z.looseObject({ id: z.string(), project: z.string() })).describe('the asks that wait for this agent');
const roster = z.string().describe('what waits for this agent, for the beginning of every message to it; empty if nothing does');

export const chatRoutes = {
  'GET /v1/chat/:name/events': {
    summary: 'what a chat agent is told: new questions, what is over, what became of its answers',
    query: z.object({
      after: wholeNumber.optional().describe('only what is newer; without it, everything that was not acknowledged yet'),
      ack: wholeNumber.optional().describe('everything up to this number has been dealt with, and is not told again'),
      wait: atMost(LONGEST_WAIT_MS, 0).describe('how long to wait for something new, in milliseconds'),
    }),
    replies: {
      200: named('ChatPage', z.looseObject({ events: z.array(chatEvent), after: z.int().describe('the next `after`'), waiting, roster })),
    },
    errors: ['unknown-answerer'],
  },
  'GET /v1/chat/:name/roster': {
    summary: 'what waits for a chat agent, one line each',
    replies: { 200: z.looseObject({ waiting, roster }) },
    errors: ['unknown-answerer'],
  },
  'POST /v1/chat/:name/replies': {
    summary: 'take the answers out of what a chat agent wrote',
    body: z.strictObject({
      text: writtenText,
      ask: answeredAsk.optional(),
      key: replyKey,
    }),
    replies: {
      200: named(
        'ChatReply',
        z.looseObject({
          replies: z.array(takenReply),
          text: z.string().describe('the text without the answers, as a person should see it'),
          message: z.string().describe('for the agent: what became of its answers; empty if there were none'),
          waiting,
          roster,
        }),
      ),
    },
    errors: ['unknown-answerer'],
  },
} as const satisfies Routes;

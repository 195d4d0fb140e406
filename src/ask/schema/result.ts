// What askers and people get to read of a decision: results and precedents.
import { z } from 'zod';
import { answerer } from './decision.ts';
import { state } from './history.ts';
import { named, time, type Word } from './named.ts';

export const recordedAnswer = named(
  'RecordedAnswer',
  z.object({ chosen: z.array(z.string()), words: z.string().optional(), note: z.string().optional() }),
  'The answer to one question as the agent recorded it, by labels.',
);
export type RecordedAnswer = Word<typeof recordedAnswer>;

const answerSummary = named(
  'AnswerSummary',
  z.object({
    question: z.string(),
    header: z.string().optional(),
    ...recordedAnswer.shape,
    numbers: z.array(z.int()),
    skipped: z.boolean(),
  }),
);
export type AnswerSummary = Word<typeof answerSummary>;

export const toolResult = named(
  'ToolResult',
  z.object({
    id: z.string(),
    outcome: z.enum(['answers', 'redirect', 'decline', 'expired', 'withdrawn']),
    answers: z.array(answerSummary),
    message: z.string().optional(),
    text: z.string().describe('The whole outcome as text, for an agent to read.'),
    by: answerer.optional(),
    reason: z.string().optional(),
    at: time,
  }),
  'What the asker gets back.',
);
export type ToolResult = Word<typeof toolResult>;

export const precedent = named(
  'Precedent',
  z.object({
    question: z.int().describe('Which question of the ask that is open now, counted from 0.'),
    ask: z.string().describe('The earlier ask.'),
    outcome: z.enum(['answers', 'redirect', 'decline']),
    answer: answerSummary.optional().describe('The answer to that question, as in a result.'),
    message: z.string().optional().describe('The message of a redirect or a refusal.'),
    by: answerer.describe('Who decided.'),
    reason: z.string().optional().describe('Why it was decided so.'),
    at: time,
    state: state.describe('The state of the earlier ask.'),
  }),
  'One earlier decision about one question of an ask.',
);
export type Precedent = Word<typeof precedent>;

// What a chat agent is told in its own conversation.
import { z } from 'zod';
import { state } from './history.ts';
import { named, type Word } from './named.ts';

export const chatEvent = named(
  'ChatEvent',
  z.object({
    seq: z.int().describe('its number; acknowledge it with `ack`'),
    kind: z
      .enum(['question', 'finished', 'over', 'news'])
      .describe(
        "question: it is this agent's turn to decide. finished: a coding agent ended its turn. over: it was told of this ask, and cannot decide it any more. news: what became of a decision of its own.",
      ),
    ask: z.string(),
    project: z.string(),
    state: state.describe('of the ask; `open` if somebody else decides it'),
    text: z.string().describe('for the agent; what other agents wrote is fenced in it'),
  }),
);
export type ChatEvent = Word<typeof chatEvent>;

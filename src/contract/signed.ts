// What every decision carries: who made it, the key that identifies repeats, and why.
import { z } from 'zod';
import { answerer } from '../ask/schema/decision.ts';
import { risk } from '../ask/schema/route.ts';

export const signed = {
  by: answerer
    .default({ kind: 'person', name: 'someone', surface: 'api' })
    .describe('who does this: `{"kind": "person" or "rule" or "agent", "name", "surface"}`. The broker believes what it is told here.'),
  key: z.string().min(1).max(200).optional().describe('a repeated request with the same key [changes nothing](#doing-things-twice)'),
  reason: z.string().max(10_000).optional().describe('why; kept in the log, and part of the result. An agent must give one'),
  risk: risk
    .optional()
    .describe(
      'an agent must say how risky its answer is; anything but `reversible` is left to people, unless the route allows it. People need not',
    ),
};

// What people should know before they look at asks.
import { z } from 'zod';
import { named, type Word } from '../ask/schema/named.ts';
import { pause } from '../ask/schema/session.ts';

export const noticed = {
  damage: z.array(z.string()).describe('what was found damaged in the last week and could not be restored'),
  configProblems: z.array(z.string()),
  autoAnswerFailures: z
    .array(z.string())
    .optional()
    .describe('open asks that auto-answer had to hand to people because of an error, and why; at most 5'),
  pauses: z.array(pause).describe('where auto-answer is paused'),
  mismatched: z.int().describe('decisions of the last 24 hours that agents recorded differently'),
};

export const notices = named('Notices', z.object(noticed));
export type Notices = Word<typeof notices>;

// What people should know before they look at asks.
import { z } from 'zod';
import { named, type Word } from '../ask/schema/named.ts';
import { pause } from '../ask/schema/session.ts';

/** `scope`: an entry, the whole journal from before, or its file, which was removed while the broker writes to it. */
export const damage = named('Damage', z.object({ scope: z.enum(['entry', 'journal', 'file']), text: z.string() }));
export type Damage = Word<typeof damage>;

export const noticed = {
  damage: z.array(damage).describe('what was found damaged in the last week and could not be restored'),
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

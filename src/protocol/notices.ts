// What people should know before they look at asks.
import { z } from 'zod';
import { pause } from '../question/schema/session.ts';

export const noticed = {
  damage: z.array(z.string()).describe('what was found damaged in the last week and could not be restored'),
  configProblems: z.array(z.string()),
  pauses: z.array(pause).describe('where auto-answer is paused'),
  mismatched: z.int().describe('decisions of the last 24 hours that agents recorded differently'),
};

// A broken rule, described so that the reader can fix it.
import { z } from 'zod';
import { named, type Word } from './named.ts';

export const problem = named(
  'Problem',
  z.object({
    rule: z.string().describe('A stable name of the rule, e.g. "label-words".'),
    where: z.string().describe('Which question, header or label it concerns, e.g. `question 2 "Database"`.'),
    value: z.unknown(),
    message: z.string().describe('What is wrong and what would be right.'),
  }),
);
export type Problem = Word<typeof problem>;

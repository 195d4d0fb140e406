// Figures about many asks.
import { z } from 'zod';
import { answerer } from './decision.ts';
import { state } from './history.ts';
import { named, type Word } from './named.ts';

const count = z.int().nonnegative();
const counts = z.record(z.string(), count);
const ms = z.number().nonnegative();

const day = named(
  'Day',
  z.object({
    day: z.string().describe('`2026-11-16`, in the time zone of the broker'),
    asks: count,
    kinds: counts,
    waitedForPeopleMs: ms,
  }),
);
export type Day = Word<typeof day>;

const answererFigures = named(
  'AnswererFigures',
  z.object({
    kind: answerer.shape.kind,
    name: z.string(),
    decided: count,
    medianMs: z.number().describe('from the question to the decision'),
    p90Ms: z.number().describe('nine of ten decisions took no longer'),
    verified: count,
    mismatched: count,
    unconfirmed: count,
    undelivered: count,
    overruled: count.describe('how often a person said that its decision was wrong'),
    categories: counts.describe('of the questions that an agent decided, as it stated them'),
  }),
);
export type AnswererFigures = Word<typeof answererFigures>;

export const statistics = named(
  'Statistics',
  z.object({
    asks: count,
    perDay: z.array(day).describe('from the first day to the last, also days without asks'),
    projects: counts,
    kinds: counts.describe('by the kind of the ask'),
    decidedBy: counts.describe('by answerer, such as `person ada`'),
    states: z.partialRecord(state, count),
    medianWaitMs: z.number().nullable().describe('from the question to the decision; null if nothing was decided'),
    answerers: z.array(answererFigures).describe('the most decisions first'),
    waitedForPeopleMs: ms.describe('how long agents waited while it was the turn of people; waiting for the next prompt does not count'),
  }),
);
export type Statistics = Word<typeof statistics>;

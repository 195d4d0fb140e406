// All words as JSON Schema, for the tables in docs.
import { z } from 'zod';
import * as ask from './ask.ts';
import * as chat from './chat.ts';
import * as decision from './decision.ts';
import * as history from './history.ts';
import { answerInput, verdictInput } from './input.ts';
import type { Schema } from './json-schema.ts';
import * as problem from './problem.ts';
import * as result from './result.ts';
import * as route from './route.ts';
import * as session from './session.ts';
import * as statistics from './statistics.ts';

/** By name, in alphabetical order. */
export function words(): readonly (readonly [string, Schema])[] {
  const files = [ask, chat, decision, history, problem, result, route, session, statistics, { answerInput, verdictInput }];
  const schemas = files.flatMap((file) => Object.values(file).filter((each) => each instanceof z.ZodType));
  const { $defs } = z.toJSONSchema(z.tuple(schemas as [z.ZodType]), { unrepresentable: 'any' }) as { $defs: Record<string, Schema> };
  return Object.entries($defs).sort(([a], [b]) => (a < b ? -1 : 1));
}

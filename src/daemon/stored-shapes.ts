// How the journal checks rows that were stored without a checksum: by the schemas of the API.
import type { z } from 'zod';
import type { Shapes } from '../drivers/sqlite/stored.ts';
import { agentSession, askView, prompt, wireEvent } from '../protocol/views.ts';

const fits = (schema: z.ZodType) => (value: unknown) => schema.safeParse(value).success;

export const STORED_SHAPES: Shapes = { view: fits(askView), event: fits(wireEvent), session: fits(agentSession), prompt: fits(prompt) };

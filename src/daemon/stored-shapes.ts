// How the journal checks rows that were stored without a checksum: by the schemas of question/.
import type { z } from 'zod';
import type { Shapes } from '../drivers/sqlite/stored.ts';
import { askView, journalEvent } from '../question/schema/history.ts';
import { agentSession, prompt } from '../question/schema/session.ts';

const fits = (schema: z.ZodType) => (value: unknown) => schema.safeParse(value).success;

export const STORED_SHAPES: Shapes = { view: fits(askView), event: fits(journalEvent), session: fits(agentSession), prompt: fits(prompt) };

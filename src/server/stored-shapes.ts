// How the journal checks rows that were stored without a checksum: by the schemas of ask/.

import type { z } from 'zod';
import { fittingValue } from '../ask/fitting.ts';
import { askView, journalEvent } from '../ask/schema/history.ts';
import { agentSession, prompt } from '../ask/schema/session.ts';
import type { Shapes } from '../journal/sqlite/stored.ts';

const fits = (schema: z.ZodType) => (value: unknown) => fittingValue(schema, value) !== undefined;

export const STORED_SHAPES: Shapes = { view: fits(askView), event: fits(journalEvent), session: fits(agentSession), prompt: fits(prompt) };

// How the journal checks rows that were stored without a checksum: by the schemas of ask/.

import type { z } from 'zod';
import { askView, journalEvent } from '../ask/schema/history.ts';
import { agentSession, prompt } from '../ask/schema/session.ts';
import type { Shapes } from '../journal/sqlite/stored.ts';
import { fittingValue } from '../text/fitting.ts';

const fits = (schema: z.ZodType) => (value: unknown) => fittingValue(schema, value) !== undefined;

export const STORED_SHAPES: Shapes = { view: fits(askView), event: fits(journalEvent), session: fits(agentSession), prompt: fits(prompt) };

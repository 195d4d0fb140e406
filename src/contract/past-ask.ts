// Asks in files: as printed by `show --json` and `log --json`, or as accepted by `POST /v1/asks`.
import { z } from 'zod';
import { answer, askKind, detail } from '../ask/schema/ask.ts';
import { answerer, verdictOf } from '../ask/schema/decision.ts';
import type { AskView } from '../ask/schema/history.ts';
import { capturedQuestions } from '../ask/schema/input.ts';

const decision = verdictOf(z.array(answer), {
  by: answerer,
  at: z.number().default(0),
  key: z.string().default('-'),
  reason: z.string().optional(),
});
const session = z.union([z.string(), z.looseObject({ id: z.string().default('-'), program: z.string(), project: z.string() })]);

export type PastAsk = Omit<AskView, 'createdAt'> & { readonly createdAt?: number | undefined };

export const pastAsk = z
  .looseObject({
    id: z.string().default('-'),
    kind: askKind.default('question'),
    session: session.default('-'),
    toolUseId: z.string().default('-'),
    program: z.string().optional(),
    project: z.string().optional(),
    questions: capturedQuestions,
    detail: detail.optional(),
    createdAt: z.number().optional(),
    decision: decision.optional(),
  })
  .transform(({ session: who, program, project, ...rest }): PastAsk => {
    const named = typeof who === 'string' ? { id: who, program: 'unknown', project: '(unknown)' } : who;
    return {
      source: 'tool',
      state: 'open',
      version: 1,
      updatedAt: 0,
      ...rest,
      session: named.id,
      program: program ?? named.program,
      project: project ?? named.project,
    } as PastAsk;
  });

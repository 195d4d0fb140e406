// The one place that turns outcomes and failures into HTTP: what is wrong, and what to do about it.
import type { Context } from 'hono';
import type { z } from 'zod';
import { JournalFailure } from '../decide/journal.ts';
import { ERRORS, type ErrorCode, type errorBody } from '../protocol/errors.ts';
import type { Answerer, Problem } from '../question/words.generated.ts';

/** The status comes from the contract. */
export function refusal(c: Context, code: ErrorCode, message: string, fix: string, more: Record<string, unknown> = {}): Response {
  return c.json({ error: { code, message, fix, ...more } } satisfies z.input<typeof errorBody>, ERRORS[code].status);
}

export function invalid(c: Context, problems: readonly Problem[]): Response {
  return refusal(c, 'invalid', problems.map((p) => p.message).join('\n'), 'Nothing was changed. Fix this and try again.', {
    problems,
  });
}

/** For what rules and agents may never do. */
export function onlyPeople(c: Context, what: string, { kind, name }: Answerer): Response {
  return refusal(
    c,
    'only-people',
    `${what}: only people may do that, and ${name} is ${kind === 'rule' ? 'a rule' : 'an agent'}`,
    'Ask a person.',
  );
}

/** For anything thrown inside a route. Bugs are logged with their stack, which is not sent. */
export function thrown(c: Context, error: unknown, log: (error: unknown) => void): Response {
  if (error instanceof BadRequest) return refusal(c, error.code, error.message, error.fix);
  log(error);
  if (error instanceof JournalFailure) return refusal(c, `journal-${error.trouble}`, error.message, error.hint);
  return refusal(
    c,
    'internal',
    `something went wrong inside the broker: ${error instanceof Error ? error.message : String(error)}`,
    '`answerback broker logs` has the details.',
  );
}

/** A request that cannot be understood at all. */
export class BadRequest extends Error {
  readonly code: ErrorCode;
  readonly fix: string;
  constructor(code: ErrorCode, message: string, fix: string) {
    super(message);
    this.name = 'BadRequest';
    this.code = code;
    this.fix = fix;
  }
}

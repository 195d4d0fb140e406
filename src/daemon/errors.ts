// The one place where outcomes and failures become HTTP: what is wrong, and what to do about it.
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ErrorBody } from '../client/protocol.ts';
import { JournalFailure } from '../decide/journal.ts';
import type { Problem } from '../question/problem.ts';
import type { Answerer } from '../question/words.ts';

export function refusal(
  c: Context,
  status: ContentfulStatusCode,
  code: string,
  message: string,
  fix: string,
  more: Record<string, unknown> = {},
): Response {
  return c.json({ error: { code, message, fix, ...more } } satisfies ErrorBody, status);
}

export function invalid(c: Context, problems: readonly Problem[]): Response {
  return refusal(
    c,
    422,
    'invalid',
    problems.map((p) => p.message).join('\n'),
    'Nothing was changed. Mend what is named and send it again.',
    { problems },
  );
}

/** What machines may not do at all, whoever appointed them. */
export function onlyPeople(c: Context, what: string, { kind, name }: Answerer): Response {
  return refusal(
    c,
    403,
    'only-people',
    `${what}: only people may do that, and ${name} is ${kind === 'rule' ? 'a rule' : 'an agent'}`,
    'Ask a person.',
  );
}

/** Anything thrown inside a route. Bugs are logged with their stack and shown without it. */
export function thrown(c: Context, error: unknown, log: (error: unknown) => void): Response {
  if (error instanceof BadRequest) return refusal(c, error.status, error.code, error.message, error.fix);
  log(error);
  if (error instanceof JournalFailure) {
    return refusal(c, error.trouble === 'full' ? 507 : 500, `journal-${error.trouble}`, error.message, error.hint);
  }
  return refusal(
    c,
    500,
    'internal',
    `something went wrong inside the broker: ${error instanceof Error ? error.message : String(error)}`,
    '`answerback broker logs` has the details.',
  );
}

/** A request that cannot be understood at all. */
export class BadRequest extends Error {
  readonly status: 400 | 413;
  readonly code: string;
  readonly fix: string;
  constructor(status: 400 | 413, code: string, message: string, fix: string) {
    super(message);
    this.name = 'BadRequest';
    this.status = status;
    this.code = code;
    this.fix = fix;
  }
}

// Refusals, as HTTP replies: what is wrong, and what to do about it.
import type { Context } from 'hono';
import type { z } from 'zod';
import type { Answerer } from '../ask/schema/decision.ts';
import type { Problem } from '../ask/schema/problem.ts';
import { ERRORS, type ErrorCode, type errorBody } from '../contract/errors.ts';

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

export const noBrowser = (c: Context): Response =>
  refusal(c, 'not-a-device', 'this is for authorised browsers', 'Open the page: `answerback web`.');

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

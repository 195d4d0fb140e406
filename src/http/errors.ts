// The one place that turns outcomes and failures into HTTP: what is wrong, and what to do about it.
import type { Context } from 'hono';
import type { z } from 'zod';
import type { Answerer } from '../ask/schema/decision.ts';
import type { AskView } from '../ask/schema/history.ts';
import type { Problem } from '../ask/schema/problem.ts';
import { overLine } from '../ask/summary.ts';
import { ERRORS, type ErrorCode, type errorBody } from '../contract/errors.ts';
import type { Decided } from '../inbox/decide.ts';
import { JournalFailure } from '../journal/journal.ts';

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

/** For a decision that was not accepted. */
export function notDecided(c: Context, result: Exclude<Decided, { kind: 'won' }>): Response {
  switch (result.kind) {
    case 'taken':
      return taken(c, result.view);
    case 'refused':
      return refusal(
        c,
        'not-your-turn',
        `ask ${result.view.id} was not answered: ${result.reason}`,
        `\`answerback route explain ${result.view.id}\` says who decides it, and when. A person can always answer.`,
      );
    case 'undeliverable':
      return refusal(
        c,
        'not-deliverable',
        `ask ${result.view.id} was not decided, because this cannot be delivered: ${result.reason}`,
        "Nothing was sent. When the cause is gone, decide again, or answer at the agent's own keyboard.",
      );
    case 'invalid':
      return invalid(c, result.problems);
    case 'unknown':
      return refusal(c, 'unknown-ask', 'no such ask', '`answerback list` shows the open asks.');
  }
}

export function taken(c: Context, view: AskView): Response {
  return refusal(c, 'taken', overLine(view), `\`answerback show ${view.id}\` shows what was decided.`, {
    ask: view,
    by: view.decision?.by,
  });
}

export const noBrowser = (c: Context): Response =>
  refusal(c, 'not-a-device', 'this is for authorised browsers', 'Open the page: `answerback web`.');

/** For anything thrown inside a route. Bugs are logged with their stack, which is not sent. */
export function thrown(c: Context, error: unknown, log: (error: unknown) => void): Response {
  if (error instanceof BadRequest) return refusal(c, error.code, error.message, error.fix);
  // Nobody waits for the reply: the work stopped because the request did.
  if (!c.req.raw.signal.aborted) log(error);
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

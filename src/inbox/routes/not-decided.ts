// The replies to a decision that was not accepted.
import type { AskView } from '../../ask/schema/history.ts';
import { overLine } from '../../ask/summary.ts';
import { invalid, refusal } from '../../http/errors.ts';
import type { In } from '../../http/request.ts';
import type { Decided } from '../decide.ts';

export function notDecided(c: In, result: Exclude<Decided, { kind: 'won' }>): Response {
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

export function taken(c: In, view: AskView): Response {
  return refusal(c, 'taken', overLine(view), `\`answerback show ${view.id}\` shows what was decided.`, {
    ask: view,
    by: view.decision?.by,
  });
}

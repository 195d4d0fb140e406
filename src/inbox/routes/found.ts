// Finds the ask of a request by its id or the beginning of it.

import type { AskView } from '../../ask/schema/history.ts';
import { refusal } from '../../http/errors.ts';
import type { In } from '../../http/request.ts';
import type { Journal } from '../../journal/journal.ts';
import { findAsk } from '../look-up.ts';

export type WithAsk = (c: In, id: string, then: (view: AskView) => Response | Promise<Response>) => Promise<Response>;

export function withAsk(journal: Journal): WithAsk {
  return async (c, id, then) => {
    const result = await findAsk(journal, id);
    if (result.kind === 'found') return then(result.view);
    if (result.kind === 'unknown')
      return refusal(c, 'unknown-ask', `no ask "${id}"`, '`answerback list` shows the open asks, `answerback list --all` every one.');
    const message = `"${id}" is the beginning of several asks: ${result.ids.join(', ')}`;
    return refusal(c, 'ambiguous-id', message, 'Give more characters of the id.', { ids: result.ids });
  };
}

// The ask a request means, by its id or the beginning of it.
import type { Broker } from '../../broker/broker.ts';
import type { AskView } from '../../question/lifecycle.ts';
import { refusal } from '../errors.ts';
import type { In } from '../request.ts';

/** `id`: the one in the path, unless given. */
export type Found = (c: In, then: (view: AskView) => Promise<Response>, id?: string) => Promise<Response>;

export function finding(broker: Broker): Found {
  return async (c, then, id = c.req.param('id') ?? '') => {
    const result = await broker.find(id);
    if (result.kind === 'found') return then(result.view);
    if (result.kind === 'unknown')
      return refusal(c, 404, 'unknown-ask', `no ask "${id}"`, '`answerback list` shows the open asks, `answerback list --all` every one.');
    return refusal(
      c,
      409,
      'ambiguous-id',
      `"${id}" is the beginning of several asks: ${result.ids.join(', ')}`,
      'Give more characters of the id.',
      { ids: result.ids },
    );
  };
}

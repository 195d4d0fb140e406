// answerback retry: retries a failed delivery, and reports the result.

import { command } from '../app/command.ts';
import { examples, id, json } from '../app/parameters.ts';
import type { Context } from '../context.ts';
import { reportDecision, whatBecame } from '../delivery.ts';
import { idNamed } from '../find-ask.ts';

const retryCommand = command(retry, {
  parameters: { flags: { json }, positional: { kind: 'tuple', parameters: [id] } },
  docs: {
    fullDescription: examples(
      'A decision that did not reach its agent is kept as undelivered, with the reason (answerback list). When the cause is gone, for example after you leave copy mode, this delivers it. You can also replace it (answer, redirect, decline), or leave the question to the agent’s own keyboard (withdraw).',
      ['answerback retry k3f9'],
    ),
  },
});
export const commands = { retry: retryCommand };

async function retry(this: Context, flags: { readonly json: boolean }, id: string): Promise<void> {
  const client = this.client();
  reportDecision(
    this,
    flags.json,
    await whatBecame(client, await client.call('POST /v1/asks/:id/delivery', { params: { id: idNamed(this, id) } })),
  );
}

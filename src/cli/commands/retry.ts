// answerback retry: retries a failed delivery, and reports the result.
import type { Context } from '../context.ts';
import { reportDecision, whatBecame } from '../delivery.ts';
import { idNamed } from '../find-ask.ts';

export async function retry(this: Context, flags: { readonly json: boolean }, id: string): Promise<void> {
  const client = this.client();
  reportDecision(
    this,
    flags.json,
    await whatBecame(client, await client.call('POST /v1/asks/:id/delivery', { params: { id: idNamed(this, id) } })),
  );
}

// answerback retry: retries a failed delivery, and reports the result.
import { printable } from '../../../text/printable.ts';
import { type Context, EXIT } from '../context.ts';
import { headline } from '../words.ts';

export async function retry(this: Context, flags: { readonly json: boolean }, id: string): Promise<void> {
  const client = this.client();
  const { events: before } = await client.status();
  const { id: ask } = await client.deliverAgain(id);
  for await (const item of client.events({ after: before })) {
    if (item.kind !== 'event' || !('ask' in item.event) || item.event.ask !== ask) continue;
    const { kind } = item.event.happening;
    if (kind === 'delivered' || kind === 'delivery-failed' || kind === 'receipt' || kind === 'withdrawn') break;
  }
  const view = await client.show(ask);
  const arrived = view.delivery?.done === true || view.receipt !== undefined;
  if (!arrived) this.process.exitCode = EXIT.failed;
  if (flags.json) return this.out.json(view);
  if (arrived) return this.out.line(`${this.out.ink('✓', 'green')} Delivered: ${headline(view)}`);
  const reason = view.delivery?.failures.at(-1)?.reason ?? view.ending ?? view.state;
  this.err.line(`${this.err.ink('answerback:', 'red', 'bold')} not delivered: ${printable(reason)}`);
}

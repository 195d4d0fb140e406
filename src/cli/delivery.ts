// What became of a decision: waits until it was delivered or was not, and prints it with what to do next.

import { undeliveredReason } from '../ask/lifecycle.ts';
import type { AskView, State } from '../ask/schema/history.ts';
import { decisionLine } from '../ask/summary.ts';
import type { Client } from '../client/client.ts';
import { headline, shortId } from '../dialog/words/words.ts';
import { printable } from '../text/printable.ts';
import { type Context, EXIT } from './context.ts';

const UNDERWAY: readonly State[] = ['answered', 'declined', 'delivering'];
/** How long to wait for the delivery check after the delivery. A permitted tool may run much longer. */
const CHECKED_WITHIN_MS = 2_000;

/** Whoever asked with our own tool fetches the result itself, so there is nothing to wait for. */
export async function whatBecame(client: Client, decided: AskView): Promise<AskView> {
  if (decided.source === 'tool') return decided;
  const enough = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let now = decided;
  try {
    // From the first event on: it comes with the ask as it is now.
    for await (const item of client.events({ ask: decided.id, after: 0, signal: enough.signal })) {
      if (item.kind !== 'event' || !('ask' in item.event)) continue;
      now = item.event.view;
      const isOld = now.state === 'undelivered' && now.version === decided.version;
      if (isOld || UNDERWAY.includes(now.state)) continue;
      if (now.state !== 'delivered') break;
      timer ??= setTimeout(() => enough.abort(), CHECKED_WITHIN_MS);
    }
  } finally {
    clearTimeout(timer);
    enough.abort();
  }
  return now;
}

/** Sets the exit code too. */
export function reportDecision({ out, err, process }: Context, json: boolean, view: AskView): void {
  const failure = failureOf(view);
  if (failure) process.exitCode = EXIT.failed;
  if (json) return out.json(view);
  if (!failure) {
    const said = view.decision ? printable(decisionLine(view, view.decision)) : '';
    const became = UNDERWAY.includes(view.state) ? '' : `  ${out.style(view.state, 'dim')}`;
    return out.line(`${out.style('✓', 'green')} ${headline(view)} ${out.style('→', 'dim')} ${out.style(said, 'bold')}${became}`);
  }
  err.line(`${err.style('answerback:', 'red', 'bold')} ${failure}`);
  if (view.state === 'undelivered') for (const line of nextSteps(shortId(view.id))) err.line(`  ${line}`);
}

function failureOf(view: AskView): string | undefined {
  const reason = undeliveredReason(view);
  if (reason !== undefined) return `not delivered: ${printable(reason)}`;
  if (view.state === 'withdrawn') return `not delivered: ${printable(view.ending ?? '')}`;
  if (view.state !== 'mismatched') return undefined;
  const [difference] = view.receipt?.differences ?? [];
  const how = difference ? `: intended ${printable(difference.intended)}, recorded ${printable(difference.recorded)}` : '';
  return `the agent recorded something else${how}`;
}

/** For a decision that did not arrive. */
export const nextSteps = (id: string): readonly string[] => [
  `answerback retry ${id}      delivers it again`,
  `answerback answer ${id} …   replaces it`,
  `answerback withdraw ${id}   leaves the question to the agent's own keyboard`,
];

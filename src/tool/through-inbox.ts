// Asks through the inbox: saved by the broker, answered from anywhere, and confirmed with what the caller received.

import type { AskView } from '../ask/schema/history.ts';
import type { ToolResult } from '../ask/schema/result.ts';
import type { AskRequest, Client } from '../client/client.ts';
import { Refused, Unavailable } from '../client/errors.ts';
import { askOfCall } from './ask-of-call.ts';
import { ABORTED, outcomeOf, type ToolOutcome, toolError } from './outcome.ts';

type InboxCall = Pick<AskRequest, 'session' | 'toolUseId' | 'questions' | 'answers' | 'rules' | 'timeoutMs'>;

/** Never throws for what can happen to a question. Aborting withdraws it, which closes every dialog that shows it. */
export async function askThroughInbox(
  client: Client,
  call: InboxCall,
  signal?: AbortSignal,
  beside?: (client: Client, view: AskView, over: AbortSignal) => Promise<void>,
): Promise<ToolOutcome> {
  if (signal?.aborted) return ABORTED;
  const over = new AbortController();
  let shown: Promise<void> | undefined;
  try {
    const view = await askOfCall(client, call);
    // A dialog that fails leaves the question to the inbox.
    shown = beside?.(client, view, over.signal).catch(() => undefined);
    const result = await resultOrAbort(client, view, signal);
    return result ? await confirmed(client, result) : ABORTED;
  } catch (error) {
    return errorOutcome(error);
  } finally {
    over.abort();
    await shown;
  }
}

/** Confirms an outcome after it was put together: the delivery check says what the caller really got. */
export async function confirmed(client: Client, result: ToolResult): Promise<ToolOutcome> {
  const outcome = outcomeOf(result);
  if (result.outcome !== 'expired' && result.outcome !== 'withdrawn') await client.receipt(result);
  return outcome;
}

export function errorOutcome(error: unknown): ToolOutcome {
  if (error instanceof Refused) return toolError('invalid', error.message);
  if (error instanceof Unavailable) return toolError('unavailable', `The question was not asked: ${error.message}`);
  throw error;
}

async function resultOrAbort(client: Client, { id }: AskView, signal: AbortSignal | undefined): Promise<ToolResult | undefined> {
  try {
    return await client.result(id, signal);
  } catch (error) {
    if (!signal?.aborted) throw error;
    // Somebody may have answered at this moment: then there is nothing to withdraw.
    await client
      .call('POST /v1/asks/:id/withdraw', { params: { id }, body: { reason: 'the program that asked has cancelled the question' } })
      .catch(() => undefined);
    return undefined;
  }
}

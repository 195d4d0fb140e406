// ask_user_question and check_question: the ask is saved first; a call that takes too long ends with "pending" and can be taken up again.
import { randomUUID } from 'node:crypto';
import { type CallToolResult, type ElicitResult, type InputRequiredResult, inputRequired } from '@modelcontextprotocol/server';
import { isOpen } from '../ask/lifecycle.ts';
import type { Question } from '../ask/schema/ask.ts';
import type { AskView } from '../ask/schema/history.ts';
import type { ToolResult } from '../ask/schema/result.ts';
import type { AskRequest, Client } from '../client/client.ts';
import { Refused } from '../client/errors.ts';
import { isStopped, LOOK_AGAIN_MS } from '../client/events.ts';
import { userName } from '../system/user.ts';
import { problemText, readToolInput } from '../tool/input.ts';
import { ABORTED, type ToolOutcome, toolError } from '../tool/outcome.ts';
import { confirmed, errorOutcome } from '../tool/through-inbox.ts';
import { type Calls, idOfCall } from './calls.ts';
import { FORM, formOf, verdictIn } from './elicitation.ts';

/** One call of a tool, in the terms of MCP. */
export type McpCall = {
  readonly meta: Readonly<Record<string, unknown>> | undefined;
  readonly signal: AbortSignal;
  /** All that wait in this process. */
  readonly calls: Calls;
  readonly session: AskRequest['session'];
  /** Whether it may go on with the question of an earlier call. Nobody else must have the same session then. */
  readonly continues: boolean;
  readonly holdMs: number;
  readonly timeoutMs?: number | undefined;
  /** Asks of this connection that are not over. */
  readonly open: Set<string>;
  readonly isClosing: () => boolean;
  /** When it fires, the call ends with "pending", and the question stays open. */
  readonly stopping?: AbortSignal | undefined;
  /** The client's own dialog, if the user wants the question there too. */
  readonly dialog?: ClientDialog | undefined;
};

export type ClientDialog =
  /** The old protocol: we ask while the call waits. */
  | { readonly kind: 'push'; readonly show: (form: ReturnType<typeof formOf>, signal: AbortSignal) => Promise<ElicitResult> }
  /** The new protocol: the client shows the form, then calls again with the result, and with the id of the first call. */
  | { readonly kind: 'round-trip'; readonly result: ElicitResult | undefined; readonly call: string | undefined };

export type Pending = { readonly kind: 'pending'; readonly id: string };
export type Held = (ToolOutcome | Pending | { readonly kind: 'form'; readonly form: InputRequiredResult }) & {
  /** The question is that of an earlier call, which ended without its answer. */
  readonly isEarlier?: boolean;
};

/** Asks, and waits as long as the call may be held. */
export async function askQuestion(client: Client, args: unknown, call: McpCall): Promise<Held> {
  const input = readToolInput(args);
  if (input.kind === 'invalid') return toolError('invalid', problemText(input.problems));
  if (call.signal.aborted) return ABORTED;
  const { questions, answers } = input.value;
  try {
    const resumed = call.dialog?.kind === 'round-trip' ? call.dialog.call : undefined;
    const toolUseId = resumed ?? idOfCall(call.meta) ?? randomUUID();
    const request = { session: call.session, toolUseId, questions, answers, timeoutMs: call.timeoutMs };
    const { view, end } = await call.calls.begin(client, request, { continues: call.continues, isLeft: () => isLeft(call) });
    try {
      const held = await offerAndHold(client, view, questions, call);
      if (held.kind === 'form') end('with a form');
      return view.earlierCalls === undefined ? held : { ...held, isEarlier: true };
    } finally {
      end();
    }
  } catch (error) {
    return errorOutcome(error);
  }
}

/** Shows the form in the client's own dialog too. When the inbox is first, the dialog is closed. */
async function offerAndHold(client: Client, view: AskView, questions: readonly Question[], call: McpCall): Promise<Held> {
  const { dialog } = call;
  if (!dialog || !isOpen(view)) return hold(client, view, call);
  if (dialog.kind === 'round-trip') {
    // What was entered into the form of one call is no answer to another.
    if (!dialog.result || (dialog.call !== undefined && dialog.call !== view.toolUseId)) {
      const inputRequests = { [FORM]: inputRequired.elicit(formOf(questions)) };
      return { kind: 'form', form: inputRequired({ inputRequests, requestState: view.toolUseId }) };
    }
    await decideInDialog(client, view, questions, dialog.result, call);
    return hold(client, view, call);
  }
  const over = new AbortController();
  const shown = dialog
    .show(formOf(questions), over.signal)
    .then((result) => decideInDialog(client, view, questions, result, call))
    // Closed because the question is over, or the client cannot show it, or the broker is away: the inbox has it.
    .catch(() => undefined);
  try {
    return await hold(client, view, call);
  } finally {
    over.abort();
    await shown;
  }
}

async function decideInDialog(client: Client, { id }: AskView, questions: readonly Question[], result: ElicitResult, { session }: McpCall) {
  const verdict = verdictIn(result, questions);
  if (!verdict) return;
  const by = { kind: 'person', name: userName(), surface: session.program } as const;
  await client.decide(id, verdict, { by }).catch((error: unknown) => {
    // Somebody else was first, or the form does not fit: the question's own result says what counts.
    if (!(error instanceof Refused)) throw error;
  });
}

/** Continues to wait for an ask that was pending. Cancelling either call withdraws the ask. */
export async function checkQuestion(client: Client, id: string, call: McpCall): Promise<Held> {
  const end = call.calls.wait(id, () => isLeft(call));
  try {
    const view = await client.call('GET /v1/asks/:id', { params: { id } });
    // An agent may only collect the answers to its own questions.
    if (view.session !== call.session.id) return unknownQuestion(id);
    return await hold(client, view, call);
  } catch (error) {
    // The broker is stopped and cannot say whose question it is, but this connection asked it.
    if (isStopped(error) && call.open.has(id)) return hold(client, { id }, call);
    // Also if several ids begin like this: the agent must not learn of them.
    if (error instanceof Refused) return unknownQuestion(id);
    return errorOutcome(error);
  } finally {
    end();
  }
}

async function hold(client: Client, { id }: Pick<AskView, 'id'>, call: McpCall): Promise<Held> {
  const { open } = call;
  open.add(id);
  const result = await withinHold(client, id, call);
  if (result === undefined) return { kind: 'pending', id };
  if (result === 'aborted') {
    if (isLeft(call)) {
      leave(client, id, call);
      return ABORTED;
    }
    await withdrawIfOpen(client, id, 'the agent cancelled its call');
  }
  open.delete(id);
  return result === 'aborted' ? ABORTED : confirmed(client, result);
}

/** Says that the call waits no longer, in case that none of its requests was under way. When the connection closes, that says it too. */
function leave(client: Client, id: string, { calls: { caller }, isClosing }: McpCall): void {
  if (!isClosing()) client.resultNow(id, 0, undefined, { caller, last: true }).catch(() => undefined);
}

/** Whoever cancels a call gives this reason if the client could no longer get the result. */
export const CONNECTION_LOST = 'connection lost';

/**
 * The call ended without its answer, and its question stays open: the client may come back, or its model may call again. A client that reaches its
 * own time limit says so when it cancels.
 */
function isLeft({ isClosing, signal }: McpCall): boolean {
  return isClosing() || (signal.aborted && (signal.reason === CONNECTION_LOST || /time(d )?-?out/i.test(String(signal.reason))));
}

const LONGEST_POLL_MS = 25_000;

async function withinHold(
  client: Client,
  id: string,
  { holdMs, signal, stopping, calls }: McpCall,
): Promise<ToolResult | 'aborted' | undefined> {
  const end = Date.now() + holdMs;
  const either = stopping ? AbortSignal.any([signal, stopping]) : signal;
  for (;;) {
    const left = Math.max(0, end - Date.now());
    try {
      const caller = { caller: calls.caller, last: left === 0 };
      const result = await client.resultNow(id, Math.min(left, LONGEST_POLL_MS), either, caller);
      // The client may have given up in the same moment. Then nobody gets this, and it must not count as collected: the next call gets it.
      if (result) await new Promise((resolve) => setImmediate(resolve));
      if (signal.aborted) return 'aborted';
      if (result) return result;
    } catch (error) {
      if (stopping?.aborted) return undefined;
      if (signal.aborted) return 'aborted';
      // A person has stopped the broker: the question is on disk, and whoever needs it next starts it again.
      if (!isStopped(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.min(left, LOOK_AGAIN_MS)));
    }
    if (left === 0) return undefined;
  }
}

export async function withdrawIfOpen(client: Client, id: string, reason: string): Promise<void> {
  try {
    if (isOpen(await client.call('GET /v1/asks/:id', { params: { id } })))
      await client.call('POST /v1/asks/:id/withdraw', { params: { id }, body: { reason } });
  } catch {
    // Decided in the same moment, or the broker is gone: both are fine.
  }
}

function unknownQuestion(id: string): ToolOutcome {
  return toolError('invalid', `You have no pending question ${JSON.stringify(id)}. Use the request_id that ask_user_question returned.`);
}

const EARLIER =
  'You had asked exactly this before, and that call ended without an answer. This is still that earlier question: the user was asked only once.';

/** As the client gets it: text for the model, structure for code. */
export function toolReply(held: Held): CallToolResult | InputRequiredResult {
  if (held.kind === 'form') return held.form;
  const reply = replyOf(held);
  if (!held.isEarlier) return reply;
  const structuredContent = { ...reply.structuredContent, earlier_question: EARLIER };
  return { ...reply, content: [{ type: 'text', text: EARLIER }, ...reply.content], structuredContent };
}

function replyOf(held: Exclude<Held, { kind: 'form' }>): CallToolResult & { structuredContent: object } {
  if (held.kind === 'pending') {
    const hint = `Nobody has answered yet; the question stays open. Call check_question with {"request_id": ${JSON.stringify(held.id)}} to go on waiting. Do not ask it again and do not assume an answer.`;
    return { content: [{ type: 'text', text: hint }], structuredContent: { status: 'pending', request_id: held.id, hint } };
  }
  if (held.kind === 'error')
    return { content: [{ type: 'text', text: held.text }], isError: true, structuredContent: { status: held.error } };
  const { details, text } = held;
  return { content: [{ type: 'text', text }], structuredContent: { status: 'answered', request_id: details.id, ...details } };
}

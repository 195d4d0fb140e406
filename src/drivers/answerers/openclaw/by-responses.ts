// The second way to OpenClaw: its HTTP endpoint, with a tool of ours that the agent has to call.
import type { Effort } from '../../../decide/answering-agent.ts';
import { parsedJson } from '../../../question/json.ts';
import type { Ask } from '../../../question/words.ts';
import { cut, failed, heard, STOPPED } from '../heard.ts';
import { maskedDeep } from '../secret.ts';
import { DECISION_SCHEMA, replyFrom, STRUCTURE_HINT } from '../structured.ts';
import { record } from './frames.ts';
import { type Attempt, beyond, type Order } from './order.ts';
import { httpUrl, type Posted, post } from './post.ts';

const TOOL = 'give_decision';
const EFFORT: Effort = { via: 'responses' };

export async function decideByResponses(url: string, order: Order, ask: Ask, signal: AbortSignal): Promise<Attempt> {
  const tool = {
    type: 'function',
    name: TOOL,
    description: 'Gives your decision about the question. Call it once.',
    parameters: DECISION_SCHEMA,
  };
  const body = {
    model: `openclaw/${order.agent}`,
    instructions: `${STRUCTURE_HINT} The structure is that of the tool ${TOOL}: call it.`,
    input: order.message,
    tools: [tool],
    tool_choice: { type: 'function', name: TOOL },
  };
  const posted = await post(httpUrl(url, 'v1/responses'), order.token, body, { 'x-openclaw-session-key': order.session }, signal);
  if (signal.aborted) return beyond(failed(STOPPED, true, EFFORT));
  return attemptOf(posted, order, ask);
}

function attemptOf(posted: Posted, { hidden }: Order, ask: Ask): Attempt {
  if (posted.kind === 'lost') {
    const outcome = failed(`the gateway of OpenClaw cannot be reached: ${cut(posted.reason, 300)}`, true, EFFORT);
    return posted.reason === 'ECONNREFUSED' ? { kind: 'not begun', outcome } : beyond(outcome);
  }
  const { status, body } = posted;
  if (status === 401 || status === 403)
    return { kind: 'not begun', outcome: failed('the gateway of OpenClaw does not accept the token', false, EFFORT) };
  if (status === 404 || status === 405)
    return { kind: 'not begun', outcome: failed('its HTTP endpoint is off (gateway.http.endpoints.responses.enabled)', false, EFFORT) };
  const effort = { ...EFFORT, ...spentIn(body.usage) };
  if (status !== 200) {
    const problem = problemIn(body, status);
    // An agent that did not call the tool has decided nothing, and will probably do the same next time.
    const again = (status === 429 || status >= 500) && !problem.startsWith('tool_choice required');
    return beyond(failed(`the run failed: ${cut(hidden(problem), 500)}`, again, effort));
  }
  const items = Array.isArray(body.output) ? body.output.map(record) : [];
  const call = items.find(({ type, name }) => type === 'function_call' && name === TOOL);
  if (!call) return beyond(heard(hidden(textIn(items)), ask, effort));
  const read = replyFrom(maskedDeep(parsedJson(String(call.arguments)), hidden), ask);
  const kept = { ...effort, said: cut(hidden(String(call.arguments))) };
  return beyond(
    read.kind === 'reply'
      ? { kind: 'replied', reply: read.reply, effort: kept }
      : failed(`its answer cannot be taken: ${read.message}`, false, kept),
  );
}

function problemIn(body: Readonly<Record<string, unknown>>, status: number): string {
  const { message } = record(body.error);
  return typeof message === 'string' ? message : `HTTP ${status}`;
}

function textIn(items: readonly Readonly<Record<string, unknown>>[]): string {
  const parts = items.flatMap(({ content }) => (Array.isArray(content) ? content.map(record) : []));
  return parts.map(({ text }) => (typeof text === 'string' ? text : '')).join('\n');
}

function spentIn(usage: unknown): Partial<Effort> {
  const { input_tokens: input, output_tokens: output } = record(usage);
  // OpenClaw reports zero if it does not know.
  return {
    ...(typeof input === 'number' && input > 0 ? { inputTokens: input } : {}),
    ...(typeof output === 'number' && output > 0 ? { outputTokens: output } : {}),
  };
}

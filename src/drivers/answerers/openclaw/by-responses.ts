// The second way to OpenClaw: its HTTP endpoint, with a tool of ours that the agent has to call.
import type { Briefing, Told } from '../../../decide/answering-agent.ts';
import { parsedJson } from '../../../question/json.ts';
import type { Effort } from '../../../question/words.generated.ts';
import { cut, failed, heard, notTaken, STOPPED } from '../heard.ts';
import { maskedDeep } from '../secret.ts';
import { STRUCTURE_HINT, structureFor } from '../structured.ts';
import { record } from './frames.ts';
import { type Attempt, beyond, type Order } from './order.ts';
import { httpUrl, type Posted, post } from './post.ts';

const TOOL = 'give_decision';
const EFFORT: Effort = { via: 'responses' };

export async function decideByResponses(url: string, order: Order, briefing: Briefing, signal: AbortSignal): Promise<Attempt> {
  const tool = {
    type: 'function',
    name: TOOL,
    description: 'Gives your decision about the question. Call it once.',
    parameters: structureFor(briefing).schema,
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
  return attemptOf(posted, order, briefing);
}

/** Waits for the end of the run, because the endpoint says nothing before. */
export async function tellByResponses(url: string, { agent, message, session, token }: Order, signal: AbortSignal): Promise<Told> {
  const body = { model: `openclaw/${agent}`, input: message };
  const posted = await post(httpUrl(url, 'v1/responses'), token, body, { 'x-openclaw-session-key': session }, signal);
  if (posted.kind === 'answered' && posted.status === 200) return { kind: 'told' };
  return { kind: 'failed', reason: posted.kind === 'lost' ? cut(posted.reason, 300) : `HTTP ${posted.status}`, again: true };
}

function attemptOf(posted: Posted, { hidden }: Order, briefing: Briefing): Attempt {
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
    const wrong = problem.startsWith('tool_choice required');
    const again = (status === 429 || status >= 500) && !wrong;
    return beyond({ ...failed(`the run failed: ${cut(hidden(problem), 500)}`, again, effort), ...(wrong ? { wrong } : {}) });
  }
  const items = Array.isArray(body.output) ? body.output.map(record) : [];
  const call = items.find(({ type, name }) => type === 'function_call' && name === TOOL);
  if (!call) return beyond(heard(hidden(textIn(items)), briefing, effort));
  const read = structureFor(briefing).read(maskedDeep(parsedJson(String(call.arguments)), hidden));
  const kept = { ...effort, said: cut(hidden(String(call.arguments))) };
  return beyond(read.kind === 'reply' ? { kind: 'replied', reply: read.reply, effort: kept } : notTaken(read.message, kept));
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

// For tests: a scripted fake of a chat-completions API on loopback, as OpenClaw uses it: streamed text, or a tool call.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** `pieces`: the text is streamed in pieces of this many characters. */
export type Turn =
  | { readonly text: string; readonly pieces?: number }
  | { readonly call: { readonly name: string; readonly arguments: object } };
export interface CompletionsRequest {
  readonly at: number;
  readonly messages: readonly { readonly role: string; readonly content?: unknown }[];
  readonly tools: readonly string[];
}
export interface FakeCompletions {
  readonly url: string;
  readonly requests: readonly CompletionsRequest[];
  /** The conversation that contains this text gets these turns, one per request; then "done". The newest script wins. */
  script(text: string, turns: readonly Turn[]): void;
  /** Makes requests wait until the returned function is called. */
  hold(): () => void;
  stop(): Promise<void>;
}

/** `always` answers every request instead of the scripts. */
export async function startFakeCompletions(
  always?: (messages: unknown, tools: readonly string[]) => Turn | Promise<Turn>,
): Promise<FakeCompletions> {
  const requests: CompletionsRequest[] = [];
  const scripts: { text: string; turns: readonly Turn[] }[] = [];
  let gate: Promise<void> = Promise.resolve();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.method !== 'POST') return json(response, { object: 'list', data: [{ id: 'fake-model', object: 'model' }] });
    const { messages, tools = [], stream } = JSON.parse(Buffer.concat(chunks).toString());
    const offered = tools.map((tool: { function?: { name: string } }) => tool.function?.name ?? '');
    requests.push({ at: Date.now(), messages, tools: offered });
    if (always) return reply(response, await always(messages, offered), stream === true);
    await gate;
    const said = JSON.stringify(messages);
    const script = scripts.findLast(({ text }) => said.includes(JSON.stringify(text).slice(1, -1)));
    const round = messages.filter(({ role }: { role: string }) => role === 'tool').length;
    reply(response, script?.turns[round] ?? { text: 'done' }, stream === true);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    script: (text, turns) => void scripts.push({ text, turns }),
    hold() {
      let open = () => {};
      gate = new Promise((resolve) => {
        open = resolve;
      });
      return open;
    },
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

let calls = 0;
function reply(response: ServerResponse, turn: Turn, streamed: boolean): void {
  calls += 1;
  const call =
    'call' in turn
      ? [{ id: `call_${calls}`, type: 'function', function: { name: turn.call.name, arguments: JSON.stringify(turn.call.arguments) } }]
      : undefined;
  const message = { role: 'assistant', ...('text' in turn ? { content: turn.text } : { content: null, tool_calls: call }) };
  const finish = call ? 'tool_calls' : 'stop';
  const usage = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 };
  const base = { id: `c${calls}`, created: 1, model: 'fake-model' };
  if (!streamed)
    return json(response, { ...base, object: 'chat.completion', choices: [{ index: 0, message, finish_reason: finish }], usage });
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (rest: object) => response.write(`data: ${JSON.stringify({ ...base, object: 'chat.completion.chunk', ...rest })}\n\n`);
  const deltas = call
    ? [{ ...message, tool_calls: call.map((each, index) => ({ index, ...each })) }]
    : 'pieces' in turn && turn.pieces
      ? (turn.text.match(new RegExp(`[^]{1,${turn.pieces}}`, 'g')) ?? []).map((content) => ({ role: 'assistant', content }))
      : [message];
  for (const delta of deltas) send({ choices: [{ index: 0, delta, finish_reason: null }] });
  send({ choices: [{ index: 0, delta: {}, finish_reason: finish }], usage });
  response.end('data: [DONE]\n\n');
}

function json(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

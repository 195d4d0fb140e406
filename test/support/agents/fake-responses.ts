// For tests: a scripted fake of OpenAI's Responses API on loopback, as Codex uses it: streamed text, or a tool call.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Turn =
  | { readonly text: string }
  | { readonly call: { readonly name: string; readonly namespace?: string; readonly arguments: object } };
export interface FakeResponses {
  readonly url: string;
  readonly requests: readonly Readonly<Record<string, unknown>>[];
  stop(): Promise<void>;
}

/** One turn per request of the main conversation, or what a function makes of the request. The last turn is repeated. */
export async function startFakeResponses(
  turns: readonly Turn[] | ((body: Readonly<Record<string, unknown>>) => Turn),
): Promise<FakeResponses> {
  const requests: Record<string, unknown>[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.method !== 'POST') return json(response, { object: 'list', data: [], models: [] });
    const body = JSON.parse(Buffer.concat(chunks).toString() || '{}');
    requests.push(body);
    const turn = typeof turns === 'function' ? turns(body) : (turns[requests.length - 1] ?? turns.at(-1) ?? { text: 'done' });
    stream(response, turn, requests.length);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function stream(response: ServerResponse, turn: Turn, count: number): void {
  const id = `resp_${count}`;
  const item =
    'text' in turn
      ? {
          type: 'message',
          id: `msg_${count}`,
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: turn.text, annotations: [] }],
        }
      : {
          type: 'function_call',
          id: `fc_${count}`,
          call_id: `call_${count}`,
          name: turn.call.name,
          ...(turn.call.namespace === undefined ? {} : { namespace: turn.call.namespace }),
          arguments: JSON.stringify(turn.call.arguments),
          status: 'completed',
        };
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (event: { readonly type: string; readonly [field: string]: unknown }) =>
    response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  send({ type: 'response.created', response: { id } });
  send({ type: 'response.output_item.done', output_index: 0, item });
  const usage = {
    input_tokens: 11,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 7,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 18,
  };
  send({ type: 'response.completed', response: { id, output: [item], usage } });
  response.end();
}

function json(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

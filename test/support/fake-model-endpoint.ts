// A fake model API on loopback, of both kinds: Anthropic's Messages and OpenAI's chat completions.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Api = 'anthropic' | 'openai';
/** A decision in its structure, a text instead, or anything the test writes. */
export type Script = (seen: Seen) => Turn | Promise<Turn> | { readonly raw: (response: ServerResponse) => unknown };
export type Seen = {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Readonly<Record<string, unknown>>;
};

export type FakeEndpoint = {
  readonly url: string;
  readonly seen: readonly Seen[];
  /** Requests in progress. */
  open(): number;
  close(): Promise<void>;
};

export async function startFakeEndpoint(script: Script): Promise<FakeEndpoint> {
  const seen: Seen[] = [];
  let open = 0;
  const server = createServer(async (request, response) => {
    open += 1;
    response.on('close', () => {
      open -= 1;
    });
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const entry = { path: request.url ?? '', headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString() || '{}') };
    seen.push(entry);
    const turn = await script(entry);
    if ('raw' in turn) {
      turn.raw(response);
      return;
    }
    const reply = entry.path.endsWith('/messages') ? messages(turn, entry.body) : completion(turn);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    seen,
    open: () => open,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export type Turn = { readonly decision: unknown } | { readonly text: string } | { readonly refusal: string };

/** The structure is requested as a tool, or as an output format, depending on the model. */
function messages(turn: Turn, body: Seen['body']) {
  const tool = (body.tools as readonly { name: string }[] | undefined)?.[0];
  const text = (said: string) => ({ type: 'text', text: said });
  const content =
    'decision' in turn
      ? [tool ? { type: 'tool_use', id: 'toolu_1', name: tool.name, input: turn.decision } : text(JSON.stringify(turn.decision))]
      : [text('text' in turn ? turn.text : turn.refusal)];
  const stop = 'refusal' in turn ? 'refusal' : 'decision' in turn && tool ? 'tool_use' : 'end_turn';
  const usage = { input_tokens: 11, output_tokens: 7 };
  return { id: 'msg_1', type: 'message', role: 'assistant', model: 'fake-model-1', content, stop_reason: stop, stop_sequence: null, usage };
}

function completion(turn: Turn) {
  const refused = 'refusal' in turn;
  const content = 'decision' in turn ? JSON.stringify(turn.decision) : 'text' in turn ? turn.text : null;
  return {
    id: 'c1',
    object: 'chat.completion',
    created: 1,
    model: 'fake-model-1',
    choices: [
      {
        index: 0,
        finish_reason: refused ? 'content_filter' : 'stop',
        message: { role: 'assistant', content, ...(refused ? { refusal: turn.refusal } : {}) },
      },
    ],
    usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
  };
}

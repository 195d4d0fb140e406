// For tests: a fake of Google's Gemini API on loopback, as Gemini CLI uses it: it calls tools as it is told, and otherwise says "done".
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ModelCall } from './asking-model.ts';

type Part = { readonly text?: string; readonly functionResponse?: { readonly response?: unknown } };
type Body = {
  readonly contents?: readonly { readonly role: string; readonly parts: readonly Part[] }[];
  readonly tools?: readonly { readonly functionDeclarations?: readonly { readonly name: string }[] }[];
};
export interface FakeGemini {
  readonly url: string;
  stop(): Promise<void>;
}

export async function startFakeGemini(
  next: (results: readonly string[], offered: readonly string[]) => ModelCall | undefined,
): Promise<FakeGemini> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { contents = [], tools = [] } = JSON.parse(Buffer.concat(chunks).toString() || '{}') as Body;
    const offered = tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations.map(({ name }) => name));
    const results = contents
      .flatMap(({ parts }) => parts)
      .flatMap(({ functionResponse }) => (functionResponse ? [JSON.stringify(functionResponse.response)] : []));
    const call = next(results, offered);
    const parts = [call ? { functionCall: { name: call.name, args: call.input } } : { text: 'done' }];
    const reply = {
      candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount: 11, candidatesTokenCount: 7, totalTokenCount: 18 },
    };
    const streamed = request.url?.includes('alt=sse') === true;
    response.writeHead(200, { 'content-type': streamed ? 'text/event-stream' : 'application/json' });
    response.end(streamed ? `data: ${JSON.stringify(reply)}\n\n` : JSON.stringify({ ...reply, totalTokens: 18 }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

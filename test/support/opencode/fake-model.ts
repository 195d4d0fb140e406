// An OpenAI-compatible fake model on loopback for opencode: the text of the last prompt determines what it does.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface ToolCall {
  readonly name: string;
  readonly arguments: object;
}
/** One reply of the model: text, tool calls, or both. */
export interface Reply {
  readonly text?: string;
  readonly calls?: readonly ToolCall[];
}
/** The replies to one prompt: the next one is sent each time tool results come back. After the last one the model says "done". */
export type Script = readonly Reply[];

export interface ToolResult {
  readonly callID: string;
  readonly content: string;
}
export interface ModelRequest {
  readonly at: number;
  readonly kind: 'title' | 'turn';
  readonly prompt: string;
  readonly tools: readonly string[];
  readonly results: readonly ToolResult[];
}

export interface FakeOpencodeModel {
  /** The `baseURL` of the provider in opencode.json. */
  readonly url: string;
  readonly requests: readonly ModelRequest[];
  /** Every tool result the model was sent, once each, in order. */
  results(): readonly ToolResult[];
  /** What the model was told about a tool call, as soon as it was. */
  toolResult(callID: string): Promise<string>;
  /** Adds or replaces the script of a prompt. A prompt is recognized when it contains the key. */
  script(key: string, script: Script): void;
  /** How long the stream pauses after its first chunk. */
  pause(ms: number): void;
  stop(): Promise<void>;
}

export async function startFakeOpencodeModel(): Promise<FakeOpencodeModel> {
  const requests: ModelRequest[] = [];
  const scripts = new Map<string, Script>(Object.entries(SCRIPTS));
  const waiting = new Set<() => void>();
  let pauseMs = 0;
  const results = () => [...new Map(requests.flatMap((each) => each.results).map((result) => [result.callID, result])).values()];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.method !== 'POST') return void response.writeHead(404).end();
    const { messages, tools = [] } = JSON.parse(Buffer.concat(chunks).toString()) as Body;
    const from = messages.findLastIndex(({ role }) => role === 'user');
    const prompt = textOf(messages[from]?.content);
    const kind = tools.length === 0 ? 'title' : 'turn';
    const told = messages
      .filter(({ role }) => role === 'tool')
      .map(({ tool_call_id, content }) => ({ callID: tool_call_id ?? '', content: textOf(content) }));
    requests.push({ at: Date.now(), kind, prompt, tools: tools.map((tool) => tool.function.name), results: told });
    for (const look of [...waiting]) look();
    if (kind === 'title') return stream(response, { text: 'A title' }, 0);
    const round = messages.slice(from).filter(({ role }) => role === 'assistant').length;
    const key = [...scripts.keys()].findLast((each) => prompt.includes(each));
    const script = key === undefined ? [] : scripts.get(key);
    await stream(response, script?.[round] ?? { text: 'done' }, pauseMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    results,
    toolResult: (callID) =>
      new Promise((resolve, reject) => {
        const end = (done: () => void) => {
          waiting.delete(look);
          clearTimeout(late);
          done();
        };
        const late = setTimeout(() => end(() => reject(new Error(`The model was told nothing of ${callID}.`))), PATIENCE_MS);
        const look = () => {
          const found = results().find((result) => result.callID === callID);
          if (found) end(() => resolve(found.content));
        };
        waiting.add(look);
        look();
      }),
    script: (key, script) => void scripts.set(key, script),
    pause(ms) {
      pauseMs = ms;
    },
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

interface Body {
  readonly messages: readonly { readonly role: string; readonly content?: unknown; readonly tool_call_id?: string }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

const database = {
  question: 'Which database should we use?',
  header: 'Database',
  options: [
    { label: 'Postgres (Recommended)', description: 'Relational' },
    { label: 'SQLite', description: 'Embedded' },
  ],
};
const features = {
  question: 'Which features do you want?',
  header: 'Features',
  multiple: true,
  options: [
    { label: 'Auth', description: 'Sign in' },
    { label: 'Search', description: 'Full text' },
    { label: 'Export', description: 'CSV' },
  ],
};
export const ask = (...questions: readonly object[]): ToolCall => ({ name: 'question', arguments: { questions } });
export const bash = (command: string): ToolCall => ({ name: 'bash', arguments: { command, description: 'Runs a command' } });
export const task = (prompt: string): ToolCall => ({
  name: 'task',
  arguments: { description: 'Delegate', prompt, subagent_type: 'general' },
});

/** Prompts every test can use. File paths are relative to the project folder. */
const SCRIPTS: Readonly<Record<string, Script>> = {
  'just talk': [{ text: 'Hello there.' }],
  'ask single': [{ text: 'I need to know.', calls: [ask(database)] }],
  'ask multi': [{ calls: [ask(features)] }],
  'ask form': [{ calls: [ask(database, features)] }],
  'ask two at once': [{ calls: [ask(database), ask(features)] }],
  'run bash': [{ calls: [bash('echo hello')] }],
  'edit file': [
    { calls: [{ name: 'read', arguments: { filePath: 'notes.txt' } }] },
    { calls: [{ name: 'edit', arguments: { filePath: 'notes.txt', oldString: 'one', newString: 'two' } }] },
  ],
  'write file': [{ calls: [{ name: 'write', arguments: { filePath: 'new.txt', content: 'new\n' } }] }],
  'delegate bash': [{ calls: [task('run bash')] }],
  'delegate question': [{ calls: [task('ask single')] }],
};

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part: { text?: string }) => part.text ?? '').join('\n');
}

const PATIENCE_MS = 60_000;

let count = 0;
async function stream(response: ServerResponse, { text, calls = [] }: Reply, pauseMs: number): Promise<void> {
  count += 1;
  const base = { id: `chat_${count}`, object: 'chat.completion.chunk', created: 1, model: 'fake-model' };
  const send = (rest: object) => response.write(`data: ${JSON.stringify({ ...base, ...rest })}\n\n`);
  const delta = (value: object, finish: string | null = null) => send({ choices: [{ index: 0, delta: value, finish_reason: finish }] });
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  delta({ role: 'assistant', content: text ?? '' });
  if (pauseMs > 0) await sleep(pauseMs, undefined, { ref: false });
  for (const [index, { name, arguments: input }] of calls.entries()) {
    const id = `call_${count}_${index}`;
    delta({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: JSON.stringify(input) } }] });
  }
  delta({}, calls.length > 0 ? 'tool_calls' : 'stop');
  send({ choices: [], usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 } });
  response.end('data: [DONE]\n\n');
}

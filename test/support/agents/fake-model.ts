// For tests: a scripted fake of the Messages API on loopback. It calls the tools it is told to, and remembers their results.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export interface Turn {
  readonly text?: string;
  readonly tools?: readonly ToolCall[];
  /** The text is written word by word, with this pause after each. */
  readonly slowlyMs?: number;
}

export interface ToolCall {
  readonly name: string;
  readonly input: unknown;
  /** Made up when absent; `script` returns the ids in either case. */
  readonly id?: string;
}

export interface ToolResult {
  readonly content: string;
  readonly isError: boolean;
}

export interface ModelRequest {
  readonly at: number;
  /** The user's most recent prompt, or '' when the request has none. */
  readonly prompt: string;
  /** A side request (title, quota, classifier …) offers no tools and never follows a script. */
  readonly side: boolean;
  readonly body: MessagesBody;
}

/**
 * The time from the end of a tool call to the end of the message, in ms. From about 30 ms on, Claude Code writes the call to its transcript
 * only after its dialog was closed.
 */
const PAUSES = [0, 5, 60, 250] as const;
/** For things that hang, not for things that are slow. */
const PATIENCE_MS = 60_000;
/** A pause at which the transcript is late, on busy computers too. It is the default, because real models pause for longer than 5 ms. */
const LATE_MS = 250;
/**
 * The pauses to test at: one test of each kind at all of them, the others at one. ANSWERBACK_PAUSES=all runs everything at all of them,
 * ANSWERBACK_SHORT everything at one.
 */
export function pauses(isExample = false): readonly number[] {
  const { ANSWERBACK_PAUSES, ANSWERBACK_SHORT } = process.env;
  return ANSWERBACK_PAUSES === 'all' || (isExample && !ANSWERBACK_SHORT) ? PAUSES : [LATE_MS];
}

/** A model that decides by what its calls returned so far, and by the tools it is offered. Undefined: it is done. */
export type NextCall = (results: readonly string[], offered: readonly string[]) => ToolCall | undefined;

export interface FakeModel {
  readonly url: string;
  /** The pause (see PAUSES) in the messages from now on. */
  pauseMs: number;
  readonly requests: readonly ModelRequest[];
  /** Answers this prompt (a string must equal it) with these turns, then with "done". The newest matching script wins. Returns the tool-use ids in order. */
  script(prompt: string | RegExp, turns: readonly Turn[]): readonly string[];
  /** Answers this prompt with what `next` says, each time. */
  follow(prompt: string | RegExp, next: NextCall): void;
  /** Prompts like this are answered with a text made from all messages of the user in the conversation, oldest first. */
  answer(prompt: RegExp, reply: (said: readonly string[]) => string): void;
  /** The result of this tool call, as soon as the model gets it. */
  toolResult(toolUseId: string, timeoutMs?: number): Promise<ToolResult>;
  stop(): Promise<void>;
}

export async function startFakeModel(pauseMs: number = LATE_MS): Promise<FakeModel> {
  const requests: ModelRequest[] = [];
  const scripts: Script[] = [];
  const results = new Map<string, ToolResult>();
  const waiting = new Map<string, Set<(result: ToolResult) => void>>();
  let nextId = 1;

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : new Error(String(error))));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await bodyOf(request);
    const path = new URL(request.url ?? '/', 'http://loopback').pathname;
    if (path === '/v1/messages') return converse(JSON.parse(text) as MessagesBody, response);
    if (path === '/v1/messages/count_tokens') return sendJson(response, { input_tokens: 1000 });
    if (path === '/v1/models') return sendJson(response, { data: [], has_more: false, first_id: null, last_id: null });
    return sendJson(response, {});
  }

  async function converse(body: MessagesBody, response: ServerResponse): Promise<void> {
    const place = lastPrompt(body.messages);
    const side = (body.tools ?? []).length === 0;
    requests.push({ at: Date.now(), prompt: place.prompt, side, body });
    for (const [id, result] of toolResultsIn(body.messages)) learn(id, result);

    const turn = side ? { text: '{"title":"A test"}' } : turnFor(place, body);
    const blocks = blocksOf(turn);
    const id = `msg_fake_${requests.length}`;
    if (body.stream === true) await sendStream(response, id, body.model, blocks, model.pauseMs, turn.slowlyMs);
    else sendJson(response, message(id, body.model, blocks));
  }

  function turnFor(place: Place, { messages, tools = [] }: MessagesBody): Turn {
    const script = scripts.findLast(({ prompt }) => (typeof prompt === 'string' ? prompt === place.prompt : prompt.test(place.prompt)));
    if (!script || 'turns' in script) return script?.turns[place.rounds] ?? { text: 'done' };
    if ('reply' in script) return { text: script.reply(messages.filter(({ role }) => role === 'user').map(textOf)) };
    const told = [...toolResultsIn(messages)].map(([, { content }]) => content);
    const call = script.next(
      told,
      tools.map(({ name }) => name),
    );
    return call ? { tools: [{ id: `toolu_fake_${nextId++}`, ...call }] } : { text: 'done' };
  }

  function learn(id: string, result: ToolResult): void {
    if (results.has(id)) return; // every later request repeats the whole conversation
    results.set(id, result);
    for (const tell of waiting.get(id) ?? []) tell(result);
    waiting.delete(id);
  }

  function toolResult(toolUseId: string, timeoutMs = PATIENCE_MS): Promise<ToolResult> {
    const known = results.get(toolUseId);
    if (known !== undefined) return Promise.resolve(known);
    return new Promise((resolve, reject) => {
      const tell = (result: ToolResult) => {
        clearTimeout(timer);
        resolve(result);
      };
      const timer = setTimeout(() => {
        waiting.get(toolUseId)?.delete(tell);
        const seen = [...results.keys()].join(', ') || 'none';
        const prompts = requests.filter(({ side }) => !side).map(({ prompt }) => JSON.stringify(prompt));
        reject(
          new Error(
            `No tool_result for ${toolUseId} reached the model within ${timeoutMs} ms. ` +
              `Results it did receive: ${seen}. Prompts of its ${prompts.length} requests: ${prompts.join(', ') || 'none'}.`,
          ),
        );
      }, timeoutMs);
      waiting.set(toolUseId, (waiting.get(toolUseId) ?? new Set()).add(tell));
    });
  }

  const model: FakeModel = {
    pauseMs,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    script(prompt, turns) {
      const identified = turns.map(({ text, slowlyMs, tools = [] }) => ({
        ...(text === undefined ? {} : { text }),
        ...(slowlyMs === undefined ? {} : { slowlyMs }),
        tools: tools.map((tool) => ({ ...tool, id: tool.id ?? `toolu_fake_${nextId++}` })),
      }));
      scripts.push({ prompt, turns: identified });
      return identified.flatMap(({ tools }) => tools.map(({ id }) => id));
    },
    follow: (prompt, next) => void scripts.push({ prompt, next }),
    answer: (prompt, reply) => void scripts.push({ prompt, reply }),
    toolResult,
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return model;
}

type Script = { readonly prompt: string | RegExp } & (
  | { readonly turns: readonly Turn[] }
  | { readonly next: NextCall }
  | { readonly reply: (said: readonly string[]) => string }
);

/** The part of a Messages API request that the fake reads. The rest is kept for tests to inspect. */
export interface MessagesBody {
  readonly model: string;
  readonly stream?: boolean;
  readonly tools?: readonly { readonly name: string }[];
  readonly messages: readonly Message[];
  readonly [other: string]: unknown;
}

export interface Message {
  readonly role: 'user' | 'assistant' | 'system';
  readonly content: string | readonly Block[];
}

export interface Block {
  readonly type: string;
  readonly text?: string;
  readonly tool_use_id?: string;
  readonly content?: string | readonly Block[];
  readonly is_error?: boolean;
  readonly [other: string]: unknown;
}

interface Place {
  readonly prompt: string;
  /** How many assistant messages with tool calls followed the prompt: the index of the turn to play. */
  readonly rounds: number;
}

function lastPrompt(messages: readonly Message[]): Place {
  let rounds = 0;
  for (const { role, content } of messages.toReversed()) {
    const blocks = blocksIn(content);
    if (role === 'assistant' && blocks.some(({ type }) => type === 'tool_use')) rounds += 1;
    if (role !== 'user') continue;
    const prompt = blocks.map(({ text }) => text?.trim() ?? '').findLast((text) => text !== '' && !isFromTheAgent(text));
    if (prompt !== undefined) return { prompt, rounds };
  }
  return { prompt: '', rounds };
}

/** Text that the agent itself adds to the user's messages. */
function isFromTheAgent(text: string): boolean {
  return text.startsWith('<system-reminder>') || text.startsWith('[Request interrupted by user');
}

function* toolResultsIn(messages: readonly Message[]): Generator<[string, ToolResult]> {
  for (const { content } of messages) {
    for (const block of blocksIn(content)) {
      if (block.type !== 'tool_result' || block.tool_use_id === undefined) continue;
      const text = blocksIn(block.content ?? '').map((part) => part.text ?? `[${part.type}]`);
      yield [block.tool_use_id, { content: withoutReminder(text.join('\n')), isError: block.is_error === true }];
    }
  }
}

/** Now and then the agent adds a reminder of its own to a result. */
function withoutReminder(text: string): string {
  return text.replace(/\s*<system-reminder>.*<\/system-reminder>\s*$/s, '');
}

function blocksIn(content: string | readonly Block[]): readonly Block[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

const textOf = ({ content }: Message): string =>
  blocksIn(content)
    .map(({ text }) => text ?? '')
    .filter((text) => !isFromTheAgent(text))
    .join('\n');

type ReplyBlock = { type: 'text'; text: string } | { type: 'tool_use'; id: string; name: string; input: unknown };

function blocksOf({ text, tools = [] }: Turn): readonly ReplyBlock[] {
  const said: ReplyBlock[] = text === undefined ? [] : [{ type: 'text', text }];
  return [...said, ...tools.map(({ id = '', name, input }) => ({ type: 'tool_use' as const, id, name, input }))];
}

function message(id: string, model: string, blocks: readonly ReplyBlock[]) {
  return {
    id,
    type: 'message',
    role: 'assistant',
    model,
    content: blocks,
    stop_reason: stopReason(blocks),
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 10 },
  };
}

function stopReason(blocks: readonly ReplyBlock[]): string {
  return blocks.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn';
}

async function sendStream(
  response: ServerResponse,
  id: string,
  model: string,
  blocks: readonly ReplyBlock[],
  pauseMs: number,
  slowlyMs = 0,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  const send = (event: { readonly type: string; readonly [field: string]: unknown }) =>
    response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);

  send({ type: 'message_start', message: { ...message(id, model, []), stop_reason: null, usage: { input_tokens: 10, output_tokens: 1 } } });
  for (const [index, block] of blocks.entries()) {
    send({ type: 'content_block_start', index, content_block: block.type === 'text' ? { ...block, text: '' } : { ...block, input: {} } });
    const parts = block.type === 'text' && slowlyMs > 0 ? block.text.split(/(?<= )/).map((text) => ({ ...block, text })) : [block];
    for (const part of parts) {
      send({ type: 'content_block_delta', index, delta: deltaOf(part) });
      if (slowlyMs > 0) await delay(slowlyMs);
    }
    send({ type: 'content_block_stop', index });
  }
  if (pauseMs > 0 && blocks.some(({ type }) => type === 'tool_use')) await delay(pauseMs);
  send({ type: 'message_delta', delta: { stop_reason: stopReason(blocks), stop_sequence: null }, usage: { output_tokens: 10 } });
  send({ type: 'message_stop' });
  response.end();
}

function deltaOf(block: ReplyBlock) {
  return block.type === 'text'
    ? { type: 'text_delta', text: block.text }
    : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) };
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

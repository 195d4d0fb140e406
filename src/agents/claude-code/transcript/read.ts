// Reads the transcript that Claude Code keeps, which has one JSON object per line: how calls ended, pending calls, messages and prompts.
import type { Ending } from '../../../ask/ending.ts';
import { asObject, asText, foreignJson } from '../../../text/json.ts';
import type { EndedAsk } from '../rejected.ts';
import { endingFromResponse, endingFromText } from '../verify.ts';

/** How a call ended; undefined when the lines say nothing about it (yet). The last entry counts. */
export function endingInTranscript(lines: readonly string[], toolUseId: string, ask: EndedAsk): Ending | undefined {
  if (ask.kind === 'idle') return ask.decision && promptEnding(promptsIn(lines, ask.decision.at)[0]);
  const found = resultIn(lines, toolUseId);
  if (!found) return undefined;
  const { row, result, after } = found;
  const answers = asObject(row.toolUseResult);
  if (result.is_error !== true && answers && ask.kind === 'question') return endingFromResponse(ask, answers);
  return endingFromText(ask, resultText(result.content), result.is_error === true, promptsIn(after));
}

export const hasEnded = (lines: readonly string[], toolUseId: string): boolean => resultIn(lines, toolUseId) !== undefined;

export type Call = { readonly id: string; readonly tool: string; readonly input: unknown };

/** Tool calls without a result, newest first: a dialog on the screen may be about one of them. Calls of subagents are in other files. */
export function pendingCalls(lines: readonly string[]): readonly Call[] {
  const ended = new Set<unknown>();
  const pending: Call[] = [];
  for (const line of [...lines].reverse()) {
    for (const block of blocksIn(line).blocks.reverse()) {
      if (block.type === 'tool_result') ended.add(block.tool_use_id);
      const call = callIn(block);
      if (call && !ended.has(call.id)) pending.push(call);
    }
  }
  return pending;
}

/** Tool calls with a result, in the order of their results, and when each ended. */
export function endedCalls(lines: readonly string[]): readonly (Call & { readonly endedAt: number })[] {
  const calls = new Map<unknown, Call>();
  const ended: (Call & { readonly endedAt: number })[] = [];
  for (const line of lines) {
    const { row, blocks } = blocksIn(line);
    for (const block of blocks) {
      const begun = callIn(block);
      if (begun) calls.set(begun.id, begun);
      const call = block.type === 'tool_result' ? calls.get(block.tool_use_id) : undefined;
      if (call) ended.push({ ...call, endedAt: Date.parse(asText(row?.timestamp)) });
    }
  }
  return ended;
}

/** The blocks of a message with a call or a result. Rows of other types repeat what was sent to the model, also after the call has ended. */
function blocksIn(line: string): { readonly row?: Fields | undefined; readonly blocks: Fields[] } {
  const row = line.includes('"tool_') ? asObject(foreignJson(line)) : undefined;
  if (row?.type !== 'assistant' && row?.type !== 'user') return { blocks: [] };
  const content = asObject(row.message)?.content;
  return { row, blocks: (Array.isArray(content) ? content : []).map(asObject).filter((block) => block !== undefined) };
}

function callIn({ type, id, name, input }: Fields): Call | undefined {
  return type === 'tool_use' && typeof id === 'string' && typeof name === 'string' ? { id, tool: name, input } : undefined;
}

export type Message = { readonly id: string; readonly text: string /** Not a number if the row does not say. */; readonly at: number };

/** The last text message of the agent. */
export function lastMessage(lines: readonly string[]): Message | undefined {
  for (const line of [...lines].reverse()) {
    const row = line.includes('"assistant"') ? asObject(foreignJson(line)) : undefined;
    const text = row?.type === 'assistant' ? resultText(asObject(row.message)?.content).trim() : '';
    if (text !== '') return { id: asText(row?.uuid), text, at: Date.parse(asText(row?.timestamp)) };
  }
  return undefined;
}

/** Whether the last message is the last thing in the transcript, and not the one before a tool call. */
export function endsWithMessage(lines: readonly string[]): boolean {
  const rows = lines.map((line) => (/"(assistant|user)"/.test(line) ? asObject(foreignJson(line)) : undefined));
  const last = rows.findLast((row) => row?.type === 'assistant' || (row?.type === 'user' && row.isMeta !== true));
  return last?.type === 'assistant' && resultText(asObject(last.message)?.content).trim() !== '';
}

/** Whether a turn was interrupted since this time. Then it has no last message. */
export function isInterrupted(lines: readonly string[], since: number): boolean {
  return promptsIn(lines, since).some((prompt) => prompt.startsWith(INTERRUPTED));
}

export const INTERRUPTED = '[Request interrupted by user';

/** The prompts since this time, from a person or from us. */
function promptsIn(lines: readonly string[], since = 0): readonly string[] {
  return lines.flatMap((line) => {
    const row = line.includes('"user"') ? asObject(foreignJson(line)) : undefined;
    if (row?.type !== 'user' || row.isMeta === true || Date.parse(asText(row.timestamp)) < since) return [];
    const text = typedIn(row);
    return text === '' ? [] : [text];
  });
}

/** The prompt in the row of a user; '' if it is the result of a call. */
export function typedIn(row: Fields): string {
  const content = asObject(row.message)?.content;
  const isResult = Array.isArray(content) && content.map(asObject).some((block) => block?.type === 'tool_result');
  return isResult ? '' : asTyped(resultText(content));
}

/** A slash command is written as tags, and so is what a command of Claude Code itself printed. */
export function asTyped(text: string): string {
  const name = inside(text, 'command-name')?.trim().replace(/^\//, '');
  if (name === undefined || name === '' || name.includes('<')) return text.startsWith('<local-command-') ? '' : text;
  return `/${name} ${inside(text, 'command-args') ?? ''}`.trim();
}

/** Found without a regular expression: in a long text of spaces or of tags without an end, one would look again at each of them. */
function inside(text: string, tag: string): string | undefined {
  const start = text.indexOf(`<${tag}>`);
  const from = start + tag.length + '<>'.length;
  const end = start < 0 ? -1 : text.indexOf(`</${tag}>`, from);
  return end < 0 ? undefined : text.slice(from, end);
}

/** The version that wrote the last row. */
export function versionInTranscript(lines: readonly string[]): string | undefined {
  for (const line of [...lines].reverse()) {
    const version = line.includes('"version"') ? asObject(foreignJson(line))?.version : undefined;
    if (typeof version === 'string') return version;
  }
  return undefined;
}

function promptEnding(prompt: string | undefined): Ending | undefined {
  return prompt === undefined ? undefined : { kind: 'recorded', recorded: { kind: 'answers', answers: [{ chosen: [], words: prompt }] } };
}

export type Fields = Readonly<Record<string, unknown>>;

/** The last result of a call, and the lines after it. */
function resultIn(lines: readonly string[], toolUseId: string): { row: Fields; result: Fields; after: readonly string[] } | undefined {
  for (let i = lines.length - 1; i >= 0; i -= 1) {
    const line = lines[i] ?? '';
    if (!line.includes(toolUseId)) continue;
    const { row, blocks } = blocksIn(line);
    const result = blocks.find((block) => block.type === 'tool_result' && block.tool_use_id === toolUseId);
    if (row && result) return { row, result, after: lines.slice(i + 1) };
  }
  return undefined;
}

/** A tool_result's content is a string or a list of blocks. */
function resultText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((block) => asText(asObject(block)?.text ?? '')).join('');
}

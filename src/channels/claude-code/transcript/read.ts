// Reads the transcript that Claude Code keeps, which has one JSON object per line: how calls ended, pending calls, messages and prompts.
import type { Ending } from '../../../question/ending.ts';
import { asObject } from '../../../question/json.ts';
import type { Ask, Decision } from '../../../question/words.ts';
import { endingFromResponse, endingFromText } from '../verify.ts';

/** How a call ended; undefined when the lines say nothing about it (yet). The last entry counts. */
export function endingInTranscript(
  lines: readonly string[],
  toolUseId: string,
  ask: Pick<Ask, 'kind' | 'questions'>,
  decision: Decision | undefined,
): Ending | undefined {
  if (ask.kind === 'idle') return decision && promptEnding(promptAfter(lines, decision.at));
  for (const line of [...lines].reverse()) {
    if (!line.includes(toolUseId)) continue;
    const row = asObject(parse(line));
    const result = toolResult(row, toolUseId);
    if (!row || !result) continue;
    const answers = asObject(row.toolUseResult);
    if (result.is_error !== true && answers && ask.kind === 'question') return endingFromResponse(ask, answers, decision);
    return endingFromText(ask, resultText(result.content), decision, result.is_error === true);
  }
  return undefined;
}

export type Call = { readonly id: string; readonly tool: string; readonly input: unknown };

/** Tool calls without a result, newest first: a dialog on the screen may be about one of them. Calls of subagents are in other files. */
export function pendingCalls(lines: readonly string[]): readonly Call[] {
  const ended = new Set<unknown>();
  const pending: Call[] = [];
  for (const line of [...lines].reverse()) {
    if (!line.includes('"tool_')) continue;
    const content = asObject(asObject(parse(line))?.message)?.content;
    for (const block of (Array.isArray(content) ? content : []).map(asObject).reverse()) {
      if (block?.type === 'tool_result') ended.add(block.tool_use_id);
      const { id, name, input } = block ?? {};
      if (block?.type === 'tool_use' && typeof id === 'string' && typeof name === 'string' && !ended.has(id))
        pending.push({ id, tool: name, input });
    }
  }
  return pending;
}

/** The last text message of the agent, with its id. */
export function lastMessage(lines: readonly string[]): { readonly id: string; readonly text: string } | undefined {
  for (const line of [...lines].reverse()) {
    const row = line.includes('"assistant"') ? asObject(parse(line)) : undefined;
    const text = row?.type === 'assistant' ? resultText(asObject(row.message)?.content).trim() : '';
    if (text !== '') return { id: String(row?.uuid), text };
  }
  return undefined;
}

/** The first prompt after this time, from a person or from us. */
export function promptAfter(lines: readonly string[], after: number): string | undefined {
  for (const line of lines) {
    const row = line.includes('"user"') ? asObject(parse(line)) : undefined;
    if (row?.type !== 'user' || row.isMeta === true || Date.parse(String(row.timestamp)) < after) continue;
    const content = asObject(row.message)?.content;
    const text = Array.isArray(content) && content.map(asObject).some((block) => block?.type === 'tool_result') ? '' : resultText(content);
    if (text !== '') return text;
  }
  return undefined;
}

/** The version that wrote the last row. */
export function versionInTranscript(lines: readonly string[]): string | undefined {
  for (const line of [...lines].reverse()) {
    const version = asObject(parse(line))?.version;
    if (typeof version === 'string') return version;
  }
  return undefined;
}

function promptEnding(prompt: string | undefined): Ending | undefined {
  return prompt === undefined ? undefined : { kind: 'recorded', recorded: { kind: 'answers', answers: [{ chosen: [], words: prompt }] } };
}

function toolResult(row: Readonly<Record<string, unknown>> | undefined, toolUseId: string): Readonly<Record<string, unknown>> | undefined {
  const content = asObject(row?.message)?.content;
  if (!Array.isArray(content)) return undefined;
  return content.map(asObject).find((block) => block?.type === 'tool_result' && block.tool_use_id === toolUseId);
}

/** A tool_result's content is a string or a list of blocks. */
export function resultText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((block) => String(asObject(block)?.text ?? '')).join('');
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

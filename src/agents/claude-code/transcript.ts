// Claude Code's transcript, a JSON object per line: how one tool call ended, as the program wrote it down for itself.
import type { Ask, Decision } from '../../question/words.ts';
import { asObject } from './json.ts';
import { type Ending, endingFromResponse, endingFromText } from './record.ts';

/** Undefined when the lines say nothing (yet) about this call. The last word counts. */
export function endingInTranscript(
  lines: readonly string[],
  toolUseId: string,
  ask: Pick<Ask, 'kind' | 'questions'>,
  decision: Decision | undefined,
): Ending | undefined {
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

/** Every row says which version wrote it. */
export function versionInTranscript(lines: readonly string[]): string | undefined {
  for (const line of [...lines].reverse()) {
    const version = asObject(parse(line))?.version;
    if (typeof version === 'string') return version;
  }
  return undefined;
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

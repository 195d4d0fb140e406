// Turns a tool call of Claude Code into an ask: a question, a permission or a plan.

import type { Draft } from '../../ask/new-ask.ts';
import type { Question } from '../../ask/schema/ask.ts';
import { capturedQuestions } from '../../ask/schema/input.ts';
import { fittingValue } from '../../text/fitting.ts';
import { asObject } from '../../text/json.ts';
import { QUESTION_TOOL, toolDraft } from './format/permission.ts';
import type { HookPayload } from './hooks/payload.ts';

/** Undefined when there is no tool. */
export function draftOf(payload: Pick<HookPayload, 'tool_name' | 'tool_input' | 'permission_suggestions'>): Draft | undefined {
  const { tool_name: tool, tool_input: input, permission_suggestions: suggestions } = payload;
  if (tool === undefined) return undefined;
  return tool === QUESTION_TOOL ? questionDraft(input) : toolDraft(tool, input, suggestions);
}

function questionDraft(input: unknown): Draft {
  const questions = fittingValue(capturedQuestions, asObject(input)?.questions);
  return questions ? { kind: 'question', questions } : withoutDetails('question', 'Claude Code asks something');
}

/** A dialog waits at the agent, but what it asks is not known. If it can be answered at all from here, then in own words. */
export function withoutDetails(kind: 'question' | 'permission', what: string): Draft {
  const question: Question = { text: `No details available: ${what}`, options: [], multiSelect: false, unseen: true };
  return { kind, questions: [question] };
}

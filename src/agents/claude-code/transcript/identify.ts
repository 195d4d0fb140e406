// Finds the call that an ask from the screen was about. Claude Code may write it to the transcript only after the dialog closed.

import type { Ask, Question } from '../../../ask/schema/ask.ts';
import type { Reread } from '../../../ask/schema/history.ts';
import { asText } from '../../../text/json.ts';
import { draftOf } from '../capture.ts';
import { PLAN_TOOL, QUESTION_TOOL } from '../format/permission.ts';
import { isAbout } from '../keys/about.ts';
import { isHeader, isTextOf } from '../keys/question.ts';
import { couldBe } from '../keys/step.ts';
import { type Call, endedCalls } from './read.ts';

/** An ask whose call is not known is opened when its dialog has read the same for this long, so that it is not half-drawn. */
export const STEADY_MS = 200;

type AskContent = Pick<Ask, 'kind' | 'questions' | 'detail' | 'createdAt'>;

/** What the transcript says about the ask; undefined while it says nothing. The first matching call that ended after the ask was opened is its call. */
export function identified(lines: readonly string[], ask: AskContent): (Reread & { readonly toolUseId: string }) | undefined {
  const call = endedCalls(lines).find(({ endedAt, ...each }) => endedAt >= ask.createdAt && isCallOf(each, ask));
  return call && rereadOf(call, ask);
}

/** The ask with what its call says. Only the screen says what "don't ask again" would cover, so the options of a permission stay. */
function rereadOf(call: Call, { kind, questions, detail }: Pick<Ask, 'kind' | 'questions' | 'detail'>): Reread & { toolUseId: string } {
  const draft = draftOf({ tool_name: call.tool, tool_input: call.input });
  const read = { toolUseId: call.id, questions, ...(detail ? { detail } : {}) };
  if (!draft || draft.kind !== kind) return read;
  if (kind === 'question') return { ...read, questions: draft.questions };
  if (kind === 'permission' && draft.detail?.kind === 'permission') {
    const { tool, input } = draft.detail;
    return {
      ...read,
      questions: questions.map((question) => ({ ...question, text: draft.questions[0]?.text ?? question.text })),
      detail: { kind, tool, input },
    };
  }
  return draft.detail?.kind === 'plan' && draft.detail.plan !== '' ? { ...read, questions: draft.questions, detail: draft.detail } : read;
}

/** Whether an ask from the screen can be about this call. */
export function isCallOf(call: Call, { kind, questions, detail }: Omit<AskContent, 'createdAt'>): boolean {
  if (kind === 'plan') return call.tool === PLAN_TOOL;
  if (kind === 'permission') {
    if (detail?.kind !== 'permission' || call.tool === PLAN_TOOL || call.tool === QUESTION_TOOL) return false;
    const { screen } = detail.input as { screen?: unknown };
    return isAbout({ title: detail.tool, detail: asText(screen).split('\n'), question: '' }, call);
  }
  const asked = call.tool === QUESTION_TOOL ? draftOf({ tool_name: call.tool, tool_input: call.input })?.questions : undefined;
  return asked?.length === questions.length && questions.every((question, i) => isReading(question, asked[i] as Question));
}

/** Whether a question read from the screen, perhaps in part, can be this one. */
function isReading(read: Question, asked: Question): boolean {
  if (read.header !== undefined && !isHeader(read.header, asked.header)) return false;
  if (read.unseen === true) return true;
  if (!isTextOf(asked.text, read) && !couldBe(read.text, asked.text)) return false;
  if (read.multiSelect !== asked.multiSelect || read.options.length !== asked.options.length) return false;
  return read.options.every(({ label, unseen }, i) => unseen === true || couldBe(label, asked.options[i]?.label ?? ''));
}

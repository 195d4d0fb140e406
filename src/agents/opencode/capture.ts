// Turns a request of opencode into an ask: a question, a plan to approve, a permission, or a session that waits for its next prompt.

import type { Draft } from '../../ask/new-ask.ts';
import { subjectOf } from '../../ask/permission.ts';
import { capturedQuestions } from '../../ask/schema/input.ts';
import { fittingValue } from '../../text/fitting.ts';
import { asObject } from '../../text/json.ts';
import { permissionDraft } from '../draft.ts';
import type { PermissionRequest, QuestionRequest } from './events.ts';
import type { Reference } from './reference.ts';

export const PLAN_TOOL = 'plan_exit';

export function referenceTo({ id, sessionID, tool }: QuestionRequest | PermissionRequest): Reference {
  return { session: sessionID, message: tool?.messageID ?? '', request: id, call: tool?.callID ?? '' };
}

/** Undefined when the questions have an unknown shape: then they are left to opencode. */
export function questionDraft({ questions }: Pick<QuestionRequest, 'questions'>): Draft | undefined {
  const asked = fittingValue(capturedQuestions, questions.map(inOurWords));
  return asked && { kind: 'question', questions: asked };
}

/** opencode's plan dialog accepts only its own two options. */
export function mayBePlan({ questions }: Pick<QuestionRequest, 'questions'>): boolean {
  return questions.length === 1 && asObject(questions[0])?.custom === false;
}

export function planDraft(draft: Draft, file: string | undefined, plan: string): Draft {
  return { ...draft, kind: 'plan', detail: { kind: 'plan', plan, ...(file === undefined ? {} : { file }) } };
}

/** The plan's file, relative to the work tree, as named in the question. */
export function planFile({ questions }: Draft): string | undefined {
  return /^Plan at (.+) is complete\./s.exec(questions[0]?.text ?? '')?.[1];
}

export function permissionOf(request: PermissionRequest): Draft {
  const { permission, patterns, always, metadata } = request;
  // A command is kept without the patterns: rules match no command that comes with other fields.
  const input = editIn(request) ?? (metadata.command === undefined ? { ...metadata, patterns } : metadata);
  const forLonger = { label: 'Yes, always', description: `Allows ${always.join(', ')} until opencode is restarted` };
  return permissionDraft({ tool: permission, input }, always.length === 0 ? [] : [forLonger], subjectOf(input) ?? patterns.join(', '));
}

/** The change of one file, in the words that rules and screens know. Undefined if it is anything else: then it is kept as opencode says it. */
function editIn({ permission, patterns, metadata }: PermissionRequest): object | undefined {
  const { filepath, diff, ...others } = metadata;
  const isOneFile = permission === 'edit' && patterns.length === 1 && Object.keys(others).length === 0;
  if (!isOneFile || typeof filepath !== 'string') return undefined;
  // The plugin leaves out a diff that is too long.
  if (diff === undefined) return { file_path: filepath };
  const edits = typeof diff === 'string' ? editsIn(diff) : undefined;
  return edits && edits.length > 0 ? { file_path: filepath, edits } : undefined;
}

const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@.*\n/m;

/** The parts of a diff of one file. Undefined if the lines of a part are not as many as it says, as in a diff of several files. */
function editsIn(diff: string): readonly object[] | undefined {
  const [, ...parts] = diff.split(HUNK);
  const edits: object[] = [];
  for (let i = 0; i < parts.length; i += 3) {
    const [before = '1', after = '1', text = ''] = parts.slice(i, i + 3);
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('\\'));
    const of = (sign: string) => lines.filter((line) => line.startsWith(sign) || line.startsWith(' ')).map((line) => line.slice(1));
    const [removed, added] = [of('-'), of('+')];
    if (!lines.every((line) => /^[ +-]/.test(line)) || removed.length !== Number(before) || added.length !== Number(after))
      return undefined;
    edits.push({ old_string: removed.join('\n'), new_string: added.join('\n') });
  }
  return edits;
}

function inOurWords(question: unknown): unknown {
  const { multiple, ...rest } = asObject(question) ?? {};
  return { ...rest, multiSelect: multiple === true };
}

// Turns a request of opencode into an ask: a question, a plan to approve, a permission, or a session that waits for its next prompt.
import { asObject } from '../../question/json.ts';
import type { Draft } from '../../question/new-ask.ts';
import { capturedQuestions } from '../../question/schema.ts';
import type { Question } from '../../question/words.ts';
import type { PermissionRequest, QuestionRequest } from './events.ts';
import type { Reference } from './reference.ts';

export const PLAN_TOOL = 'plan_exit';

const LONGEST_SUBJECT = 200;

export function referenceTo({ id, sessionID, tool }: QuestionRequest | PermissionRequest): Reference {
  return { session: sessionID, message: tool?.messageID ?? '', request: id, call: tool?.callID ?? '' };
}

/** Undefined when the questions have an unknown shape: then they are left to opencode. */
export function questionDraft({ questions }: Pick<QuestionRequest, 'questions'>): Draft | undefined {
  const asked = capturedQuestions.safeParse(questions.map(inOurWords));
  return asked.success ? { kind: 'question', questions: asked.data } : undefined;
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

export function permissionDraft({ permission, patterns, always, metadata }: PermissionRequest): Draft {
  const { command, filepath, url } = metadata;
  const subject = [command, filepath, url].find((value) => typeof value === 'string') ?? patterns.join(', ');
  const forLonger = { label: 'Yes, always', description: `Allows ${always.join(', ')} until opencode is restarted` };
  const question: Question = {
    text: `Allow ${permission}${shortened(String(subject))}?`,
    header: 'Permission',
    options: [
      { label: 'Yes', description: 'Allow it this once' },
      ...(always.length === 0 ? [] : [forLonger]),
      { label: 'No', description: 'Or say in your own words what to do instead' },
    ],
    multiSelect: false,
  };
  // For a command, the command alone says everything; rules do not match a command that comes with other fields.
  const input = command === undefined ? { ...metadata, patterns } : metadata;
  return { kind: 'permission', questions: [question], detail: { kind: 'permission', tool: permission, input } };
}

export function idleDraft(lastMessage: string): Draft {
  const question: Question = { text: 'The agent finished its turn. What next?', header: 'Idle', options: [], multiSelect: false };
  return { kind: 'idle', questions: [question], detail: { kind: 'idle', ...(lastMessage === '' ? {} : { lastMessage }) } };
}

function inOurWords(question: unknown): unknown {
  const { multiple, ...rest } = asObject(question) ?? {};
  return { ...rest, multiSelect: multiple === true };
}

function shortened(text: string): string {
  if (text === '') return '';
  return `: ${text.length > LONGEST_SUBJECT ? `${text.slice(0, LONGEST_SUBJECT)}…` : text}`;
}

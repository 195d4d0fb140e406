// A decision as Claude Code takes it from its hooks and from a host such as the Agent SDK: allow or deny. Refuses what it would treat as "did not answer".

import type { Answer, Ask } from '../../../ask/schema/ask.ts';
import type { Verdict } from '../../../ask/schema/decision.ts';
import { declineMessage } from '../../../ask/summary.ts';
import { asObject } from '../../../text/json.ts';
import { answersInput } from './answers.ts';

export type HookReply =
  | {
      readonly behavior: 'allow';
      readonly updatedInput?: Readonly<Record<string, unknown>>;
      readonly updatedPermissions?: readonly unknown[];
    }
  | { readonly behavior: 'deny'; readonly message: string; readonly interrupt?: true };
type Impossible = { readonly reason: string };

/** The first option always allows once and the last one denies; those in between allow more ("don't ask again"). */
export const ALLOW = 1;

/** What the agent is told when a permission or a plan is refused without a message. */
export const REFUSED = {
  permission: 'The user does not allow this.',
  plan: 'The user does not approve the plan yet. Keep planning.',
} as const;

type AskContent = Pick<Ask, 'kind' | 'questions' | 'detail'>;

export function replyFor(ask: AskContent, decision: Verdict, toolInput: unknown): HookReply | Impossible {
  if (decision.kind === 'redirect') return { behavior: 'deny', message: decision.message };
  // With a message, the agent reads it and continues. Without one, its turn ends, as with Esc.
  if (decision.kind === 'decline')
    return {
      behavior: 'deny',
      message: declineMessage(ask.kind, decision.message),
      ...(decision.message === undefined ? { interrupt: true } : {}),
    };
  if (isWithoutDetails(ask)) return inOwnWords(decision.answers[0]);
  if (ask.kind === 'question') return answered(ask, decision.answers, toolInput);
  if (ask.kind === 'idle') return { reason: 'a hook cannot give an idle agent its next prompt' };
  return permitted(ask, decision.answers[0], toolInput);
}

/** A dialog waits, but what it asks is not known. */
export const isWithoutDetails = ({ questions }: Pick<Ask, 'questions'>): boolean => questions.every(({ unseen }) => unseen === true);

function answered({ questions }: AskContent, answers: readonly Answer[], toolInput: unknown): HookReply | Impossible {
  const input = asObject(toolInput);
  if (!Array.isArray(input?.questions)) return { reason: 'the request of Claude Code does not contain its questions' };
  const added = answersInput(questions, answers);
  if (!added) return { reason: 'Claude Code would treat this as no answer' };
  // The model may have filled these in itself.
  const { answers: _, annotations: __, ...asked } = input;
  return { behavior: 'allow', updatedInput: { ...asked, ...added } };
}

/** For a question that we could not read: the agent reads the words instead of an answer. */
function inOwnWords(answer: Answer | undefined): HookReply | Impossible {
  return answer?.kind === 'words' ? { behavior: 'deny', message: answer.words } : { reason: 'this can only be answered in own words' };
}

/** Permissions and plans. Approving a plan needs an "allow" that echoes the input; a plain "allow" leaves the dialog open. */
function permitted(ask: AskContent, answer: Answer | undefined, toolInput: unknown): HookReply | Impossible {
  if (!answer || answer.kind === 'skipped') return { reason: 'a permission cannot be skipped' };
  if (answer.kind === 'words') return { behavior: 'deny', message: answer.words };
  const [chosen = 0] = answer.chosen;
  const refused = chosen === ask.questions[0]?.options.length;
  if (refused) return { behavior: 'deny', message: answer.note ?? (ask.kind === 'plan' ? REFUSED.plan : REFUSED.permission) };
  if (ask.kind === 'plan') return { behavior: 'allow', updatedInput: asObject(toolInput) ?? {} };
  const suggestions = ask.detail?.kind === 'permission' ? (ask.detail.suggestions ?? []) : [];
  const granted = chosen === ALLOW ? [] : suggestions.slice(chosen - 2, chosen - 1);
  return { behavior: 'allow', ...(granted.length === 0 ? {} : { updatedPermissions: granted }) };
}

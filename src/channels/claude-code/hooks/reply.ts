// Encodes a decision as a hook reply for Claude Code. Refuses what Claude Code would treat as "did not answer".
import { asObject } from '../../../question/json.ts';
import { declineMessage, quotedIfNeeded } from '../../../question/summary.ts';
import type { Answer, Ask, Question, Verdict } from '../../../question/words.generated.ts';
import { ALLOW, isWithoutDetails } from '../capture.ts';

/** The reply when nothing was decided: Claude Code carries on as if there were no hook. */
export const NO_DECISION = {};

export type HookEvent = 'PermissionRequest' | 'PreToolUse';
export type Encoded = { readonly kind: 'reply'; readonly body: object } | { readonly kind: 'impossible'; readonly reason: string };

type Behaviour =
  | { readonly behavior: 'allow'; readonly updatedInput?: object; readonly updatedPermissions?: readonly unknown[] }
  | { readonly behavior: 'deny'; readonly message: string; readonly interrupt?: true };

export function encode(ask: Pick<Ask, 'kind' | 'questions' | 'detail'>, decision: Verdict, toolInput: unknown, event: HookEvent): Encoded {
  const behaviour = behaviourOf(ask, decision, toolInput);
  if ('reason' in behaviour) return { kind: 'impossible', reason: behaviour.reason };
  return { kind: 'reply', body: event === 'PermissionRequest' ? permissionReply(behaviour) : toolReply(behaviour) };
}

/** What the agent is told when a permission or a plan is refused without a message. */
export const REFUSED = {
  permission: 'The user does not allow this.',
  plan: 'The user does not approve the plan yet. Keep planning.',
} as const;

function behaviourOf(
  ask: Pick<Ask, 'kind' | 'questions' | 'detail'>,
  decision: Verdict,
  toolInput: unknown,
): Behaviour | { reason: string } {
  if (decision.kind === 'redirect') return { behavior: 'deny', message: decision.message };
  // With a message, the agent reads it and continues. Without one, its turn ends, as with Esc.
  if (decision.kind === 'decline')
    return { behavior: 'deny', message: declineMessage(decision.message), ...(decision.message === undefined ? { interrupt: true } : {}) };
  if (isWithoutDetails(ask)) return inOwnWords(decision.answers[0]);
  if (ask.kind === 'question') return answered(ask.questions, decision.answers, toolInput);
  if (ask.kind === 'idle') return { reason: 'a hook cannot give an idle agent its next prompt' };
  return permitted(ask, decision.answers[0], toolInput);
}

function answered(questions: readonly Question[], answers: readonly Answer[], toolInput: unknown): Behaviour | { reason: string } {
  const input = asObject(toolInput);
  if (!Array.isArray(input?.questions)) return { reason: 'the hook request of Claude Code does not contain its questions' };
  const texts = questions.flatMap((question, i) => {
    const value = answerText(question, answers[i]);
    return value === undefined ? [] : [[question.text, value] as const];
  });
  if (texts.length === 0) return { reason: 'Claude Code would treat this as no answer' };
  const notes = questions.flatMap((question, i) => {
    const annotation = annotationOf(question, answers[i]);
    return annotation ? [[question.text, annotation] as const] : [];
  });
  const annotations = notes.length === 0 ? {} : { annotations: Object.fromEntries(notes) };
  return { behavior: 'allow', updatedInput: { ...input, answers: Object.fromEntries(texts), ...annotations } };
}

/** For a question that we could not read: the agent reads the words instead of an answer. */
function inOwnWords(answer: Answer | undefined): Behaviour | { reason: string } {
  return answer?.kind === 'words' ? { behavior: 'deny', message: answer.words } : { reason: 'this can only be answered in own words' };
}

/** Undefined for a skipped question: its key is left out, as when a person leaves it unanswered. */
function answerText(question: Question, answer: Answer | undefined): string | undefined {
  if (!answer || answer.kind === 'skipped') return undefined;
  const labels = answer.kind === 'chosen' ? answer.chosen.map((n) => question.options[n - 1]?.label ?? '') : [];
  const items = answer.words === undefined ? labels : [...labels, answer.words];
  const text = question.multiSelect ? items.map(quotedIfNeeded).join(', ') : (items[0] ?? '');
  return text === '' ? undefined : text;
}

function annotationOf(question: Question, answer: Answer | undefined): { notes?: string; preview?: string } | undefined {
  if (!answer || answer.kind === 'skipped') return undefined;
  const chosen = answer.kind === 'chosen' ? question.options[(answer.chosen[0] ?? 0) - 1] : undefined;
  const preview = !question.multiSelect && chosen?.preview ? { preview: chosen.preview } : {};
  const notes = answer.note === undefined ? {} : { notes: answer.note };
  return 'preview' in preview || 'notes' in notes ? { ...preview, ...notes } : undefined;
}

/** Permissions and plans. Approving a plan needs an "allow" that echoes the input; a plain "allow" leaves the dialog open. */
function permitted(
  ask: Pick<Ask, 'kind' | 'questions' | 'detail'>,
  answer: Answer | undefined,
  toolInput: unknown,
): Behaviour | { reason: string } {
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

function permissionReply(decision: Behaviour): object {
  return { hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } };
}

/** PreToolUse cannot interrupt or add rules, and Claude Code puts its own prefix before the reason of a denial. */
function toolReply(behaviour: Behaviour): object {
  const specific =
    behaviour.behavior === 'allow'
      ? { permissionDecision: 'allow', ...(behaviour.updatedInput ? { updatedInput: behaviour.updatedInput } : {}) }
      : { permissionDecision: 'deny', permissionDecisionReason: behaviour.message };
  return { hookSpecificOutput: { hookEventName: 'PreToolUse', ...specific } };
}

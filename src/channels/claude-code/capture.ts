// Turns a tool call of Claude Code into an ask: a question, a permission, a plan, or an idle agent that waits for its next prompt.
import { permissionDraft } from '../../question/draft.ts';
import { asObject } from '../../question/json.ts';
import type { Draft } from '../../question/new-ask.ts';
import { capturedQuestions } from '../../question/schema/input.ts';
import type { Option, Question } from '../../question/words.generated.ts';
import type { HookPayload } from './hooks/payload.ts';

export const QUESTION_TOOL = 'AskUserQuestion';
export const PLAN_TOOL = 'ExitPlanMode';

/** The first option always allows once and the last one denies; those in between allow more ("don't ask again"). */
export const ALLOW = 1;

/** Undefined when there is no tool. */
export function draftOf(payload: Pick<HookPayload, 'tool_name' | 'tool_input' | 'permission_suggestions'>): Draft | undefined {
  if (payload.tool_name === QUESTION_TOOL) return questionDraft(payload.tool_input);
  if (payload.tool_name === PLAN_TOOL) return planDraft(payload.tool_input);
  if (payload.tool_name === undefined) return undefined;
  const { tool_name: tool, tool_input: input, permission_suggestions: suggestions = [] } = payload;
  return permissionDraft({ tool, input, suggestions }, suggestions.map(suggestionOption));
}

function questionDraft(input: unknown): Draft {
  const questions = capturedQuestions.safeParse(asObject(input)?.questions);
  return questions.success ? { kind: 'question', questions: questions.data } : withoutDetails('question', 'Claude Code asks something');
}

/** A dialog waits at the agent, but what it asks is not known. If it can be answered at all from here, then in own words. */
export function withoutDetails(kind: 'question' | 'permission', what: string): Draft {
  const question: Question = { text: `No details available: ${what}`, options: [], multiSelect: false, unseen: true };
  return { kind, questions: [question] };
}

export const isWithoutDetails = ({ questions }: Pick<Draft, 'questions'>): boolean => questions.every(({ unseen }) => unseen === true);

function planDraft(input: unknown): Draft {
  const { plan, planFilePath } = asObject(input) ?? {};
  const question: Question = {
    text: 'Approve this plan?',
    header: 'Plan',
    options: [
      { label: 'Yes', description: 'Start, and ask before each edit' },
      { label: 'No, keep planning', description: 'Or say in your own words what to change' },
    ],
    multiSelect: false,
  };
  const file = typeof planFilePath === 'string' ? { file: planFilePath } : {};
  return { kind: 'plan', questions: [question], detail: { kind: 'plan', plan: typeof plan === 'string' ? plan : '', ...file } };
}

function suggestionOption(suggestion: unknown): Option {
  const { type, mode, rules, directories, behavior, destination } = asObject(suggestion) ?? {};
  const where = destination === 'session' ? 'for this session' : 'from now on';
  if (type === 'setMode') return { label: `Yes, and switch to ${String(mode)}`, description: `Changes the permission mode ${where}` };
  if (type === 'addDirectories') return { label: 'Yes, and allow the folder', description: `${list(directories)}, ${where}` };
  if (type === 'addRules' && behavior === 'allow')
    return { label: "Yes, and don't ask again", description: `Allows ${list(rules)} ${where}` };
  return { label: `Yes, and ${String(type)}`, description: JSON.stringify(suggestion) };
}

function list(values: unknown): string {
  if (!Array.isArray(values)) return String(values);
  return values.map((value) => ruleText(value)).join(', ');
}

function ruleText(value: unknown): string {
  const { toolName, ruleContent } = asObject(value) ?? {};
  if (typeof toolName !== 'string') return String(value);
  return ruleContent === undefined ? toolName : `${toolName}(${String(ruleContent)})`;
}

// What Claude Code asks besides questions: for permission to use a tool, with the rules that it suggests, and for the approval of a plan.

import type { Draft } from '../../../ask/new-ask.ts';
import type { Option, Question } from '../../../ask/schema/ask.ts';
import { asObject } from '../../../text/json.ts';
import { permissionDraft } from '../../draft.ts';

export const QUESTION_TOOL = 'AskUserQuestion';
export const PLAN_TOOL = 'ExitPlanMode';

/** For every tool but the one that asks questions. */
export function toolDraft(tool: string, input: unknown, suggestions: readonly unknown[] = []): Draft {
  if (tool === PLAN_TOOL) return planDraft(input);
  return permissionDraft({ tool, input, suggestions }, suggestions.map(suggestionOption));
}

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
  if (type === 'setMode') return { label: `Yes, and switch to ${shown(mode)}`, description: `Changes the permission mode ${where}` };
  if (type === 'addDirectories') return { label: 'Yes, and allow the folder', description: `${list(directories)}, ${where}` };
  if (type === 'addRules' && behavior === 'allow')
    return { label: "Yes, and don't ask again", description: `Allows ${list(rules)} ${where}` };
  return { label: `Yes, and ${shown(type)}`, description: JSON.stringify(suggestion) };
}

function list(values: unknown): string {
  if (!Array.isArray(values)) return shown(values);
  return values.map((value) => ruleText(value)).join(', ');
}

function ruleText(value: unknown): string {
  const { toolName, ruleContent } = asObject(value) ?? {};
  if (typeof toolName !== 'string') return shown(value);
  return ruleContent === undefined ? toolName : `${toolName}(${shown(ruleContent)})`;
}

/** Whatever it is, as a text. */
const shown = (value: unknown): string => (typeof value === 'string' ? value : String(JSON.stringify(value)));

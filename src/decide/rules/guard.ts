// What no rule and no agent may decide, judged by the structure of the ask and the answer, not by the meaning of any text.
import { questionName } from '../../question/problem.ts';
import type { Answer, Ask, Question, Verdict } from '../../question/words.generated.ts';
import { forbiddenPrompt, isNamed, type PromptPermission } from '../prompt-permission.ts';

export const isPermission = ({ kind, detail }: Pick<Ask, 'kind' | 'detail'>): boolean =>
  kind === 'permission' || detail?.kind === 'permission';

/**
 * What the user's own file allows on a route. `irreversible`: it says `irreversible: allow`, which lifts only the checks marked so below.
 * `prompts`: what the step may tell an idle agent.
 */
export type Limits = { readonly irreversible: boolean; readonly prompts?: PromptPermission | undefined };

/** Why this verdict is for people; undefined if it may be accepted. The verdict fits the ask (`resolveVerdict`). */
export function guard(ask: Ask, verdict: Verdict, { irreversible: allowed, prompts }: Limits): string | undefined {
  const said = saidIn(verdict);
  // Anything that moves a cursor or ends a line is not text.
  if (said.some((text) => CONTROL.test(text))) return 'there are control characters in what it says';
  if (ask.kind === 'idle') {
    const forbidden = forbiddenPrompt(said, prompts);
    if (forbidden !== undefined || allowed) return forbidden;
    return said.map((text) => promptReason(text, isNamed(text, prompts))).find((why) => why !== undefined);
  }
  if (verdict.kind !== 'answers') return undefined;
  for (const [index, answer] of verdict.answers.entries()) {
    const question = ask.questions[index];
    const name = questionName(index, question?.header);
    if (question === undefined) return `${name} does not exist`;
    if (!allowed && (question.cut === true || question.unseen === true)) return `${name} could not be read in full`;
    for (const number of answer.kind === 'chosen' ? answer.chosen : [])
      if (lasts(ask, question, number)) return `${name}, option ${number} lasts beyond this one call, which only people allow`;
  }
  return undefined;
}

/** All control characters except line breaks and tabs. */
const CONTROL = /(?![\n\t\r])\p{Cc}|\r(?!\n)/u;

/** Every channel puts "allow once" first and "deny" last; options in between allow more than once. On a screen they may be in any place. */
function lasts(ask: Ask, { options }: Question, number: number): boolean {
  if (!isPermission(ask) && ask.kind !== 'plan') return false;
  if (isPermission(ask) && number !== 1 && number !== options.length) return true;
  const { label = '', description = '' } = options[number - 1] ?? {};
  return LASTING.test(label) || (number !== options.length && LASTING.test(description));
}
const LASTING = /\b(?:always|don['’]t ask|do not ask|again|from now on|session|auto(?:-?accept|matically)?|bypass|switch to|all edits)\b/i;

/**
 * Input that the agent's program treats as something other than a prompt: a shell command, a memory, a setting. Other slash commands pass, and so do
 * those that the step names.
 */
function promptReason(text: string, named: boolean): string | undefined {
  const lines = text.split('\n').map((line) => line.trim());
  if (lines.some((line) => /^[!！&]/u.test(line))) return 'a prompt with a line that begins with "!" or "&" is run without asking';
  if (lines.some((line) => /^[#＃]/u.test(line))) return 'a prompt with a line that begins with "#" may be remembered for good';
  const name = /^[/／]([\w-]+)/u.exec(lines.find((line) => line !== '') ?? '')?.[1]?.toLowerCase() ?? '';
  return SETTINGS.has(name) && !named ? `/${name} changes settings, permissions or accounts, or drops the conversation` : undefined;
}
const SETTINGS = new Set(
  'add-dir agents allowed-tools approvals auth bashes clear config exit hooks login logout mcp memory model permissions plugin quit reset restore resume rewind sandbox settings undo yolo'.split(
    ' ',
  ),
);

function wordsOf(answer: Answer): readonly string[] {
  return [answer.kind === 'skipped' ? '' : (answer.words ?? ''), answer.note ?? ''].filter((text) => text !== '');
}

const saidIn = (verdict: Verdict): readonly string[] =>
  verdict.kind === 'answers' ? [...verdict.answers.flatMap(wordsOf), ...(verdict.nextPrompts ?? [])] : [verdict.message ?? ''];

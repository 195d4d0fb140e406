// What no rule and no agent may decide, judged by the structure of the ask and the answer, not by the meaning of any text.

import { lasts } from '../../ask/permission-marks.ts';
import { questionName } from '../../ask/problem.ts';
import type { Answer, Ask } from '../../ask/schema/ask.ts';
import type { Verdict } from '../../ask/schema/decision.ts';
import { commandIn, takenAs, visible } from '../../ask/taken-as.ts';
import { forbiddenPrompt, isNamed, type PromptPermission } from '../route/prompt-permission.ts';

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

/**
 * Input that the agent's program takes for something else than text: a shell command, its own end, a setting. Other slash commands pass, and so do
 * those that the step names. A terminal may get the lines one by one, so each of them counts.
 */
function promptReason(text: string, named: boolean): string | undefined {
  if (text.split('\n').some((line) => takenAs(line) === 'shell')) return 'a prompt with a line that begins with "!" is run without asking';
  if (takenAs(text) === 'exit') return `"${visible(text)}" ends the agent`;
  const name = commandIn(text) ?? '';
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

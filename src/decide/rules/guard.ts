// What no rule and no agent may decide, judged by the structure of the ask and the answer, not by the meaning of any text.
import { questionName } from '../../question/problem.ts';
import type { Answer, Ask, Question, Verdict } from '../../question/words.ts';

export const isPermission = ({ kind, detail }: Pick<Ask, 'kind' | 'detail'>): boolean =>
  kind === 'permission' || detail?.kind === 'permission';

/**
 * Why this verdict is for people; undefined if it may be accepted. The verdict fits the ask (`resolveVerdict`). `allowed`: the user's own route
 * says `irreversible: allow`, which lifts only the checks marked so below.
 */
export function guard(ask: Ask, verdict: Verdict, allowed: boolean): string | undefined {
  const said = saidIn(verdict);
  // Anything that moves a cursor or ends a line is not text.
  if (said.some((text) => CONTROL.test(text))) return 'there are control characters in what it says';
  const prompt = ask.kind === 'idle' && !allowed ? said.map(promptReason).find((why) => why !== undefined) : undefined;
  if (prompt !== undefined || verdict.kind !== 'answers') return prompt;
  for (const [index, answer] of verdict.answers.entries()) {
    const question = ask.questions[index];
    const name = questionName(index, question?.header);
    if (question === undefined) return `${name} does not exist`;
    if (!allowed && (question.cut === true || question.unseen === true)) return `${name} was read off a screen that did not show all of it`;
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

/** Input that the agent's program treats as something other than a prompt: a shell command, a memory, a setting. Other slash commands pass. */
function promptReason(text: string): string | undefined {
  const lines = text.split('\n').map((line) => line.trim());
  if (lines.some((line) => /^[!！&]/u.test(line))) return 'a prompt with a line that begins with "!" or "&" is run without asking';
  if (lines.some((line) => /^[#＃]/u.test(line))) return 'a prompt with a line that begins with "#" may be remembered for good';
  const name = /^[/／]([\w-]+)/u.exec(lines.find((line) => line !== '') ?? '')?.[1]?.toLowerCase() ?? '';
  return SETTINGS.has(name) ? `/${name} changes settings, permissions or accounts, or drops the conversation` : undefined;
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
  verdict.kind === 'answers' ? verdict.answers.flatMap(wordsOf) : [verdict.message ?? ''];

// answerback answer, redirect, decline, withdraw: one decision for one ask.
import { Refused } from '../../../client/errors.ts';
import { typedAnswers } from '../../../question/choice.ts';
import { type AskView, isOpen } from '../../../question/lifecycle.ts';
import { decisionLine, overLine } from '../../../question/summary.ts';
import { resolveVerdict } from '../../../question/verdict.ts';
import { chosenWarnings } from '../../../question/warning.ts';
import type { Risk, VerdictInput } from '../../../question/words.ts';
import { printable } from '../../../text/printable.ts';
import { answererFrom, type Context, UsageError } from '../context.ts';
import { answerHere, isAttended, reportEnding } from '../terminal.ts';
import { canType, typedLine } from '../typed-line.ts';
import { headline, shortId } from '../words.ts';

export type SignFlags = { readonly json: boolean; readonly by?: string; readonly reason?: string; readonly risk?: Risk };
export type AnswerFlags = SignFlags & {
  readonly plain: boolean;
  readonly yes: boolean;
  readonly words?: readonly string[];
  readonly note?: readonly string[];
};

export async function answer(this: Context, flags: AnswerFlags, id: string, ...choices: readonly string[]): Promise<void> {
  if (id.trim() === '') throw new UsageError('the id is empty', 'Is a variable unset? `answerback list` shows the ids.');
  const client = this.client();
  const ask = await client.show(id);
  const nothing = choices.length === 0 && !flags.words && !flags.note;
  if (nothing && !flags.json && isOpen(ask) && (flags.plain || isAttended(this)))
    return reportEnding(this, await answerHere(this, ask, flags), ask.id);
  if (nothing && !isOpen(ask))
    throw new Refused(409, {
      code: 'taken',
      message: overLine(ask),
      fix: `\`answerback show ${shortId(ask.id)}\` shows what was decided.`,
    });
  const typed = typedAnswers({ choices, words: flags.words ?? [], notes: flags.note ?? [] }, ask);
  if (typed.kind === 'invalid')
    throw new UsageError(
      typed.problems.map((p) => p.message).join('\n'),
      `answerback show ${shortId(ask.id)}  shows the question and its options.`,
    );
  const verdict = { kind: 'answers', answers: typed.value } as const;
  if (!(await isConfirmed(this, flags, ask, verdict))) return this.out.line('Nothing was sent.');
  report(this, flags, await client.decide(ask.id, verdict, signature(this, flags)));
}

/** A person at a terminal confirms a choice with a warning by y; Enter alone does not. Scripts are not asked. */
async function isConfirmed(context: Context, flags: AnswerFlags, ask: AskView, verdict: VerdictInput): Promise<boolean> {
  const resolved = flags.yes || flags.json || !canType(context) ? undefined : resolveVerdict(verdict, ask);
  const warned = resolved?.kind === 'ok' ? chosenWarnings(ask, resolved.value) : [];
  if (warned.length === 0) return true;
  for (const { question, option, reason } of warned)
    context.out.line(`⚠ ${printable(ask.questions[question]?.options[option - 1]?.label ?? '')}: ${printable(reason)}`);
  return (await typedLine(context, 'Type y to send it: ')) === 'y';
}

export async function redirect(this: Context, flags: SignFlags, id: string, message: string): Promise<void> {
  report(this, flags, await this.client().decide(id, { kind: 'redirect', message }, signature(this, flags)));
}

export async function decline(this: Context, flags: SignFlags, id: string, message?: string): Promise<void> {
  report(this, flags, await this.client().decide(id, { kind: 'decline', message }, signature(this, flags)));
}

export async function withdraw(
  this: Context,
  flags: Omit<SignFlags, 'reason' | 'risk'>,
  id: string,
  reason = 'withdrawn by hand',
): Promise<void> {
  const view = await this.client().withdraw(id, reason, answererFrom(flags.by, this.env));
  if (flags.json) return this.out.json(view);
  this.out.line(`Withdrawn: ${headline(view)}`);
}

function signature({ env }: Context, { by, reason, risk }: SignFlags) {
  return { by: answererFrom(by, env), reason, risk };
}

function report({ out }: Context, { json }: SignFlags, view: AskView): void {
  if (json) return out.json(view);
  const said = view.decision ? printable(decisionLine(view, view.decision)) : '';
  out.line(`${out.ink('✓', 'green')} ${headline(view)} ${out.ink('→', 'dim')} ${out.ink(said, 'bold')}`);
}

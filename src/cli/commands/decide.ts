// answerback answer, redirect, decline, withdraw: one decision for one ask.

import { typedAnswers } from '../../ask/choice.ts';
import { isPending } from '../../ask/lifecycle.ts';
import type { AskView } from '../../ask/schema/history.ts';
import type { VerdictInput } from '../../ask/schema/input.ts';
import type { Risk } from '../../ask/schema/route.ts';
import { isSecret } from '../../ask/sealed.ts';
import { overLine } from '../../ask/summary.ts';
import { verdictInputOf } from '../../ask/verdict.ts';
import { Refused } from '../../client/errors.ts';
import { sealedFor } from '../../client/seal.ts';
import { headline, shortId } from '../../dialog/words/words.ts';
import { printable } from '../../text/printable.ts';
import type { FilterFlags } from '../ask-query.ts';
import { isAttended } from '../attended.ts';
import { answererFrom, type Context, forPeople, UsageError } from '../context.ts';
import { reportDecision, whatBecame } from '../delivery.ts';
import { askAndChoices, pendingNamed } from '../find-ask.ts';
import { standardInput } from '../standard-input.ts';
import { answerHere, reportEnding } from '../terminal.ts';

export type SignFlags = { readonly json: boolean; readonly by?: string; readonly reason?: string; readonly risk?: Risk };
export type Waits = { readonly noWait: boolean };
/** `--all` with filters, as for `list`. */
export type AllFlags = FilterFlags & { readonly all: boolean; readonly yes: boolean };
type AnswerFlags = SignFlags &
  Waits &
  AllFlags & {
    readonly plain: boolean;
    readonly words?: readonly string[];
    readonly note?: readonly string[];
  };

export async function answer(this: Context, flags: AnswerFlags, ...typed: readonly string[]): Promise<void> {
  const answersTo = (ask: AskView, choices: readonly string[]) =>
    typedAnswers({ choices, words: flags.words ?? [], notes: flags.note ?? [] }, ask);
  if (flags.all) {
    const { decideAll } = await import('./decide-all.ts');
    return decideAll(this, flags, (ask) => {
      const answers = answersTo(ask, typed);
      return answers.kind === 'ok' ? { kind: 'ok', value: { kind: 'answers', answers: answers.value } } : answers;
    });
  }
  onlyWithAll(flags);
  const { ask, choices } = await askAndChoices(this, typed, (only) => answersTo(only, typed).kind === 'ok');
  const nothing = choices.length === 0 && !flags.words && !flags.note;
  if (nothing && !flags.json && isPending(ask) && (flags.plain || isAttended(this)))
    return reportEnding(this, await answerHere(this, ask, flags), ask.id, flags);
  if (nothing && !isPending(ask))
    throw new Refused(409, {
      code: 'taken',
      message: overLine(ask),
      fix: `\`answerback show ${shortId(ask.id)}\` shows what was decided.`,
    });
  if (isSecret(ask)) return decide(this, flags, ask.id, await secretFrom(this, ask, choices, flags));
  const answers = answersTo(ask, choices);
  if (answers.kind === 'invalid')
    throw new UsageError(
      answers.problems.map((p) => p.message).join('\n'),
      `answerback show ${shortId(ask.id)}  shows the question and its options.`,
    );
  const verdict = { kind: 'answers', answers: answers.value } as const;
  await decide(this, flags, ask.id, verdict);
}

/** From standard input: as an argument it would stay in the shell's history, and other users could see it in the list of processes. */
async function secretFrom(context: Context, ask: AskView, choices: readonly string[], { words, note }: AnswerFlags): Promise<VerdictInput> {
  // At a terminal, what is typed would be shown.
  if (choices.length > 0 || note || words?.length !== 1 || words[0] !== '-' || context.process.stdin.isTTY)
    throw new UsageError(
      'this question asks for a secret, which does not belong on a command line',
      `Type it in the dialog: answerback answer ${shortId(ask.id)}   From a program: … | answerback answer ${shortId(ask.id)} -m -`,
    );
  const text = (await standardInput(context)).replace(/\r?\n$/, '');
  if (text === '') throw new UsageError('standard input is empty, so there is no secret to send', 'Nothing was sent.');
  return verdictInputOf(await sealedFor(ask, { kind: 'answers', answers: [{ kind: 'words', words: text }] }));
}

export async function redirect(this: Context, flags: SignFlags & Waits, id: string, message: string): Promise<void> {
  await decide(this, flags, id, { kind: 'redirect', message });
}

export async function decline(
  this: Context,
  flags: SignFlags & Waits & AllFlags & { readonly stop: boolean },
  ...typed: readonly string[]
): Promise<void> {
  if (flags.stop) {
    forPeople(this.env);
    if (flags.noWait || flags.all)
      throw new UsageError('--stop is for one ask, and waits until its agent was told', 'Leave --no-wait and --all out.');
  }
  if (flags.all) {
    const [message] = typed;
    const { decideAll } = await import('./decide-all.ts');
    return decideAll(this, flags, () => ({ kind: 'ok', value: { kind: 'decline', message } }));
  }
  onlyWithAll(flags);
  const [id, message] = typed;
  if (id === undefined) throw new UsageError('say which ask you decline', 'For example: answerback decline k3f9, or --all with a filter.');
  await decide(this, flags, id, { kind: 'decline', message });
  if (!flags.stop) return;
  const { session, program } = await this.client().call('GET /v1/asks/:id', { params: { id } });
  const { outcome } = await this.client().call('POST /v1/sessions/:id/interrupt', {
    params: { id: session },
    body: { by: answererFrom(flags.by, this.env) },
  });
  if (!flags.json)
    this.out.line(`${this.out.ink('✓', 'green')} ${printable(program)} ${outcome === 'idle' ? 'is not working' : 'has stopped'}`);
}

/** A filter without --all would be ignored, which the person cannot have meant. */
function onlyWithAll(flags: AllFlags): void {
  const given = (['kind', 'project', 'program', 'session', 'text'] as const).find((name) => flags[name] !== undefined);
  if (given) throw new UsageError(`--${given} needs --all`, 'With --all, every open ask that matches is answered, after a summary.');
}

async function decide(context: Context, flags: SignFlags & Waits, typed: string, verdict: VerdictInput): Promise<void> {
  const { by, reason, risk } = flags;
  const client = context.client();
  const decided = await client.decide(await pendingNamed(context, typed), verdict, { by: answererFrom(by, context.env), reason, risk });
  reportDecision(context, flags.json, flags.noWait ? decided : await whatBecame(client, decided));
}

export async function withdraw(
  this: Context,
  flags: Omit<SignFlags, 'reason' | 'risk'>,
  id: string,
  reason = 'withdrawn by hand',
): Promise<void> {
  const view = await this.client().call('POST /v1/asks/:id/withdraw', {
    params: { id: await pendingNamed(this, id) },
    body: { reason, by: answererFrom(flags.by, this.env) },
  });
  if (flags.json) return this.out.json(view);
  this.out.line(`${view.decision ? "Left to the agent's own keyboard" : 'Withdrawn'}: ${headline(view)}`);
}

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
import { command } from '../app/command.ts';
import { allFlags } from '../app/filters.ts';
import { examples, flag, id, json, openIds, plain, several, text } from '../app/parameters.ts';
import { signFlags } from '../app/sign-flags.ts';
import type { FilterFlags } from '../ask-query.ts';
import { isAttended } from '../attended.ts';
import { answererFrom, type Context, forPeople, UsageError } from '../context.ts';
import { reportDecision, whatBecame } from '../delivery.ts';
import { askAndChoices, pendingNamed } from '../find-ask.ts';
import { standardInput } from '../input.ts';
import { answerHere, reportEnding } from '../terminal.ts';

const withdrawCommand = command(withdraw, {
  parameters: {
    flags: { json, by: signFlags.by },
    positional: { kind: 'tuple', parameters: [id, { parse: text, brief: 'Why', placeholder: 'reason', optional: true }] },
  },
  docs: {
    fullDescription: examples('For asks whose agent is gone. Nobody is told; to tell the agent that you will not answer, use decline.', [
      'answerback withdraw k3f9 "the build was cancelled"',
    ]),
  },
});

const noWait = flag('Do not wait for the delivery to the agent');

const answerCommand = command(answer, {
  parameters: {
    flags: {
      words: several('Answer in your own words', 'words'),
      note: several('A note sent with the answer; with several questions "2: note" or "Header: note"', 'note'),
      plain,
      ...allFlags,
      yes: flag('With --all: do not ask first'),
      noWait,
      ...signFlags,
    },
    positional: {
      kind: 'array',
      parameter: { parse: text, brief: 'The ask, then one choice per question', placeholder: 'id choice', proposeCompletions: openIds },
    },
    aliases: { m: 'words', y: 'yes' },
  },
  docs: {
    fullDescription: examples(
      'One argument per question: an option by number or label, several as 1,3 where that is allowed, `other` with -m for your own words, - to skip a question. The ask may be left out if only one is open; @1 is the first of the last list. The first answer wins. Without a choice, on a terminal, a dialog opens. Waits until the agent has the answer: exit code 1 if it did not arrive.',
      [
        'answerback answer k3f9',
        'answerback answer k3f9 2',
        'answerback answer 2                                 the only open ask',
        'answerback answer @1 2                              the first of the last list',
        'answerback answer --all --project shop 1            every open ask there, after a summary',
        'answerback answer k3f9 Postgres --note "but keep it small"',
        'answerback answer k3f9 1,3 -m "and logging"',
        'answerback answer k3f9 2 other - -m "call it Ada"',
      ],
    ),
    customUsage: [
      '<id> <choice>… [-m words]… [--note note]… [--reason why] [--risk risk] [--by who] [--no-wait] [--json]',
      '<id> [--plain]',
      '--all [--project p] [--kind k] [--program p] [--session s] [--text t] <choice>… [--yes]',
    ],
  },
});

const redirectCommand = command(redirect, {
  parameters: {
    flags: { noWait, ...signFlags },
    positional: { kind: 'tuple', parameters: [id, { parse: text, brief: 'What is wrong with the question', placeholder: 'message' }] },
  },
  docs: {
    fullDescription: examples('For a question that is wrong: the agent reads your message and continues.', [
      'answerback redirect k3f9 "we have no database at all, see README"',
    ]),
  },
});

const declineCommand = command(decline, {
  parameters: {
    flags: { ...allFlags, yes: flag('With --all: do not ask first'), noWait, stop: flag('Also interrupt the agent'), ...signFlags },
    positional: {
      kind: 'array',
      parameter: { parse: text, brief: 'The ask, then what to tell the agent', placeholder: 'id message', proposeCompletions: openIds },
      maximum: 2,
    },
    aliases: { y: 'yes' },
  },
  docs: {
    fullDescription: examples('The agent is told that you declined, with your message if you give one.', [
      'answerback decline k3f9',
      'answerback decline k3f9 "not now"',
      'answerback decline --all --project shop "not now"',
      'answerback decline k3f9 --stop',
    ]),
    customUsage: ['<id> [message]', '--all [--project p] [--kind k] [--program p] [--session s] [--text t] [message] [--yes]'],
  },
});
export const commands = { answer: answerCommand, redirect: redirectCommand, decline: declineCommand, withdraw: withdrawCommand };

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

async function answer(this: Context, flags: AnswerFlags, ...typed: readonly string[]): Promise<void> {
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

async function redirect(this: Context, flags: SignFlags & Waits, id: string, message: string): Promise<void> {
  await decide(this, flags, id, { kind: 'redirect', message });
}

async function decline(
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
    this.out.line(`${this.out.style('✓', 'green')} ${printable(program)} ${outcome === 'idle' ? 'is not working' : 'has stopped'}`);
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

async function withdraw(this: Context, flags: Omit<SignFlags, 'reason' | 'risk'>, id: string, reason = 'withdrawn by hand'): Promise<void> {
  const view = await this.client().call('POST /v1/asks/:id/withdraw', {
    params: { id: await pendingNamed(this, id) },
    body: { reason, by: answererFrom(flags.by, this.env) },
  });
  if (flags.json) return this.out.json(view);
  this.out.line(`${view.decision ? "Left to the agent's own keyboard" : 'Withdrawn'}: ${headline(view)}`);
}

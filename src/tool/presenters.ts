// Who shows a question: the inbox, or a dialog that the caller opens.
import { hostname } from 'node:os';
import { basename } from 'node:path';
import { resolveAnswer } from '../ask/answer.ts';
import { shown } from '../ask/problem.ts';
import type { Answer, Question } from '../ask/schema/ask.ts';
import type { AskView } from '../ask/schema/history.ts';
import type { VerdictInput } from '../ask/schema/input.ts';
import type { Problem } from '../ask/schema/problem.ts';
import { summarise } from '../ask/summary.ts';
import { resolveVerdict } from '../ask/verdict.ts';
import { Client } from '../client/client.ts';
import { type BrokerFolder, placeFrom } from '../client/place.ts';
import { pidNamespace } from '../system/pid-namespace.ts';
import type { ToolInput } from './input.ts';
import { DIALOG_OPEN, oneDialog, type WhenBusy } from './one-dialog.ts';
import { ABORTED, AskUserQuestionError, outcomeOf, type ToolOutcome, toolError } from './outcome.ts';
import { readVerdict } from './read-verdict.ts';
import { askThroughInbox } from './through-inbox.ts';

export type Shown = {
  readonly questions: readonly Question[];
  /** Suggested answers, one entry per question. Never send them without the person. */
  readonly prefilled: readonly (Answer | null)[];
};
/**
 * A dialog of your own, or ours: `askInTerminal` is one. Resolves with what the person decided; undefined if they left, which declines the question.
 * It must close when `signal` aborts.
 */
export type ShowQuestions = (
  shown: Shown,
  call: { readonly id: string; readonly signal: AbortSignal | undefined },
) => Promise<VerdictInput | undefined>;
/** A dialog of your own beside the inbox: whoever answers first, there or here, decides. It must close when `over` aborts. */
export type ShowBeside = (client: Client, view: AskView, over: AbortSignal) => Promise<void>;
export type PresenterOptions = {
  /** The inbox by default. */
  readonly presenter?: 'inbox' | ShowQuestions | undefined;
  /** For the inbox: shows the question here too. */
  readonly beside?: ShowBeside | undefined;
  /** For dialogs: what a second call does while one is open. The inbox takes any number. */
  readonly concurrent?: WhenBusy | undefined;
  /** The folder of the project; the current one by default. */
  readonly project?: string | undefined;
  /** The name of your program in the inbox. */
  readonly program?: string | undefined;
  /** One conversation of your program; each process is one by default. */
  readonly session?: string | undefined;
  /** Milliseconds after which the question expires, which is an error. */
  readonly timeout?: number | undefined;
  /** The broker's folder, if not the usual one. */
  readonly place?: BrokerFolder | undefined;
};

export type Asking = ToolInput & { readonly id: string; readonly rules?: 'strict' | 'tolerant'; readonly signal?: AbortSignal | undefined };

export async function present(asking: Asking, options: PresenterOptions): Promise<ToolOutcome> {
  const { presenter = 'inbox' } = options;
  const { signal } = asking;
  if (signal?.aborted) return ABORTED;
  if (presenter === 'inbox') return inInbox(asking, options);
  if (typeof presenter !== 'function') return toolError('unavailable', `The question was not asked: ${notAPresenter(presenter)}`);
  const outcome = await oneDialog(options.concurrent ?? 'reject', signal, () => inDialog(asking, presenter));
  return outcome ?? (signal?.aborted ? ABORTED : toolError('dialog-open', DIALOG_OPEN));
}

async function inDialog({ id, questions, answers, signal }: Asking, show: ShowQuestions): Promise<ToolOutcome> {
  const prefilled = questions.map((question, i) => {
    const given = answers[question.header ?? ''];
    const resolved = given === undefined ? undefined : resolveAnswer(given, question, i);
    return resolved?.kind === 'ok' ? resolved.value : null;
  });
  let decided: { readonly verdict: VerdictInput | undefined } | undefined;
  try {
    decided = await untilAborted(
      // A function in JavaScript may also return what was decided without a promise.
      Promise.resolve(show({ questions, prefilled }, { id, signal })).then((verdict) => ({ verdict })),
      signal,
    );
  } catch (error) {
    if (error instanceof AskUserQuestionError) return toolError(error.kind, error.message);
    throw error;
  }
  if (!decided || signal?.aborted) return ABORTED;
  const { verdict: given = { kind: 'decline' } } = decided;
  const read = readVerdict(given, questions);
  const verdict = read.kind === 'ok' ? resolveVerdict(read.value, { questions }) : read;
  if (verdict.kind === 'invalid') return toolError('unavailable', notTaken(verdict.problems));
  return outcomeOf({ ...summarise({ questions }, verdict.value), at: Date.now() });
}

const notAPresenter = (given: unknown): string =>
  `presenter must be "inbox", "terminal" or a function that shows the questions; got ${shown(given)}.`;

const notTaken = (problems: readonly Problem[]): string =>
  ['The answer of the dialog could not be taken:', ...problems.map(({ message }) => `- ${message}`)].join('\n');

/** Undefined when `signal` aborts, also if the dialog goes on. */
function untilAborted<T>(shown: Promise<T>, signal: AbortSignal | undefined): Promise<T | undefined> {
  if (!signal) return shown;
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
    shown.then(resolve, reject);
  });
}

// ── the inbox ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Calls in flight share a connection, which is closed with the last of them so that the process can end. */
const connections = new Map<string, { readonly client: Client; readonly sessions: Map<string, number> }>();
const startedAt = Date.now().toString(36);

async function inInbox({ id, questions, answers, rules, signal }: Asking, options: PresenterOptions): Promise<ToolOutcome> {
  const place = options.place ?? placeFrom(process.env);
  const program = options.program ?? basename(process.argv[1] ?? 'node').replace(/\.[cm]?[jt]sx?$/, '');
  const named = options.session ?? process.env.ANSWERBACK_SESSION;
  const session = named ?? `${program}-${process.pid}-${startedAt}`;
  const { client, sessions } = connectionTo(place);
  sessions.set(session, (sessions.get(session) ?? 0) + 1);
  try {
    const project = options.project ?? process.cwd();
    const asker = {
      id: session,
      program,
      project,
      machine: hostname(),
      pid: process.pid,
      pidNamespace,
      ...(named ? {} : { endsWithItsProcess: true }),
    };
    const call = { session: asker, toolUseId: id, questions, answers, rules, timeoutMs: options.timeout };
    return await askThroughInbox(client, call, signal, options.beside);
  } finally {
    const left = (sessions.get(session) ?? 1) - 1;
    sessions.set(session, left);
    // A session of ours is over when nothing of it waits; one that the caller named is the caller's.
    if (left === 0) {
      sessions.delete(session);
      if (!named)
        await client
          .call('POST /v1/sessions/:id/end', { params: { id: session }, body: { reason: 'nothing is asked any more' } })
          .catch(() => undefined);
    }
    if (sessions.size === 0) {
      connections.delete(place.folder);
      client.close();
    }
  }
}

function connectionTo(place: BrokerFolder): { readonly client: Client; readonly sessions: Map<string, number> } {
  const open = connections.get(place.folder) ?? { client: new Client({ place }), sessions: new Map<string, number>() };
  connections.set(place.folder, open);
  return open;
}

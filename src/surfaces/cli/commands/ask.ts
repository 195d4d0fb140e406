// answerback ask and wait: asks a question, waits for the decision, prints it, and sets the exit code.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { AskRequest } from '../../../client/client.ts';
import { type AskView, isOpen } from '../../../question/lifecycle.ts';
import { answerLine, type ToolResult } from '../../../question/summary.ts';
import { printable } from '../../../text/printable.ts';
import { type Context, EXIT, UsageError } from '../context.ts';
import { answerHere, isAttended, prepareDialog } from '../terminal.ts';
import { duration, headline, shortId } from '../words.ts';

export type AskFlags = {
  readonly json: boolean;
  readonly wait: boolean;
  readonly dialog: boolean;
  readonly plain: boolean;
  readonly multi: boolean;
  readonly tolerant: boolean;
  readonly header?: string;
  readonly option?: readonly string[];
  readonly from?: string;
  readonly timeout?: string;
  readonly session?: string;
  readonly program?: string;
  readonly project?: string;
  readonly key?: string;
};

const CODES: Readonly<Record<ToolResult['outcome'], number>> = {
  answers: EXIT.ok,
  decline: EXIT.declined,
  redirect: EXIT.redirected,
  expired: EXIT.expired,
  withdrawn: EXIT.withdrawn,
};

export async function ask(this: Context, flags: AskFlags, text?: string): Promise<void> {
  if (this.env.ANSWERBACK_ANSWERING)
    throw new UsageError(
      `you are answering the ask ${printable(this.env.ANSWERBACK_ANSWERING)}, and an answerer cannot ask questions`,
      'If you cannot decide it, pass: the next step of its route is then asked.',
    );
  const request = { ...(await questionsFrom(this, flags, text)), ...askerFrom(this, flags) };
  const leaving = onInterrupt(this);
  const asked = this.client().ask(request);
  if (flags.wait && hasDialog(this, flags)) void prepareDialog();
  const view = await asked;
  leaving.from(view.id);
  if (!flags.wait) return flags.json ? this.out.json(view) : this.out.line(view.id);
  if (hasDialog(this, flags)) {
    if (isOpen(view) && !(await answeredHere(this, view, flags))) return;
  } else if (this.err.terminal) {
    this.err.line(this.err.ink(`Asked ${shortId(view.id)}: ${headline(view)}`, 'dim'));
    this.err.line(
      this.err.ink(`Waiting. Answer it with: answerback answer ${shortId(view.id)} …   (answerback show ${shortId(view.id)})`, 'dim'),
    );
  }
  await collect(this, view.id, flags.json);
  // A session created for this command ends with it.
  if (flags.session === undefined && !this.env.ANSWERBACK_SESSION) await this.client().endSession(view.session, 'the command has ended');
}

/** On a terminal the person who asks can answer, too. With --json a program reads the output, so no dialog is opened. */
function hasDialog(context: Context, flags: AskFlags): boolean {
  if (!flags.dialog || flags.json || flags.from === '-') return false;
  return flags.plain || isAttended(context);
}

/** False when the person has left the dialog; the ask then stays open. */
async function answeredHere(context: Context, view: AskView, flags: AskFlags): Promise<boolean> {
  const { err, process } = context;
  const ending = await answerHere(context, view, { plain: flags.plain, outIsTaken: true });
  const id = shortId(view.id);
  if (ending.kind === 'left') {
    err.line(`The question stays open. Answer it with: answerback show ${id} --answer   Wait for its answer with: answerback wait ${id}`);
    process.exitCode = EXIT.interrupted;
    return false;
  }
  if (ending.ours) err.line(err.ink(`${id}: ${headline(view)}`, 'dim'));
  else if (ending.view.decision) {
    const { name, surface } = ending.view.decision.by;
    err.line(`${printable(name)} was first (${printable(surface)}).`);
  }
  return true;
}

export async function wait(this: Context, flags: { readonly json: boolean }, id: string): Promise<void> {
  const leaving = onInterrupt(this);
  const view = await this.client().show(id);
  leaving.from(view.id);
  await collect(this, view.id, flags.json);
}

/** Ctrl-C leaves the ask open and says how to continue. */
function onInterrupt({ process, err }: Context): { from(id: string): void } {
  let asked: string | undefined;
  process.once('SIGINT', () => {
    err.line(
      asked
        ? `\nThe ask stays open. Wait for its answer with: answerback wait ${shortId(asked)}`
        : '\nInterrupted. `answerback list` shows whether the question was asked.',
    );
    process.exit(EXIT.interrupted);
  });
  return {
    from(id) {
      asked = id;
    },
  };
}

async function collect(context: Context, id: string, json: boolean): Promise<void> {
  const client = context.client();
  const result = await client.result(id);
  if (json) context.out.json(result);
  else print(context, result);
  context.process.exitCode = CODES[result.outcome];
  // After printing: the delivery check confirms that the answer has arrived here.
  if (result.outcome !== 'expired' && result.outcome !== 'withdrawn') await client.receipt(result);
}

/** Answers go to stdout, one line per question (for one question only the answers, one per line); everything else goes to stderr. */
function print({ out, err }: Context, result: ToolResult): void {
  const [only, ...others] = result.answers;
  if (!only) return err.line(printable(result.text));
  if (others.length > 0) {
    for (const answer of result.answers) out.raw(`${answer.header ?? answer.question}: ${answerLine(answer)}\n`);
  } else {
    for (const item of only.words === undefined ? only.chosen : [...only.chosen, only.words]) out.raw(`${item}\n`);
  }
  for (const { note, header } of result.answers)
    if (note !== undefined) err.line(`note${others.length > 0 && header ? ` (${printable(header)})` : ''}: ${printable(note)}`);
}

type Asked = Pick<AskRequest, 'questions' | 'rules' | 'answers' | 'timeoutMs' | 'kind' | 'detail'>;

async function questionsFrom(context: Context, flags: AskFlags, text: string | undefined): Promise<Asked> {
  const timeout = flags.timeout === undefined ? {} : { timeoutMs: timeoutFrom(flags.timeout) };
  if (flags.from !== undefined) {
    if (text !== undefined || flags.option)
      throw new UsageError('give the question either in --from or as arguments, not both', 'See: answerback ask --help');
    return { ...fromJson(await read(context, flags.from), flags.from), rules: flags.tolerant ? 'tolerant' : 'strict', ...timeout };
  }
  if (text === undefined)
    throw new UsageError('the question is missing', 'For example: answerback ask "Which database?" -o Postgres -o SQLite');
  const options = (flags.option ?? []).map(optionFrom);
  const header = flags.header ?? 'Question';
  // Without options it is an open question, which the rules of our own ask tool do not allow.
  return {
    questions: [{ text, header, options, multiSelect: flags.multi }],
    rules: options.length === 0 || flags.tolerant ? 'tolerant' : 'strict',
    ...timeout,
  };
}

/** "Label: what it means". A label alone is its own description. */
function optionFrom(text: string): { label: string; description: string } {
  const [, label, description] = /^(.+?): +(.+)$/s.exec(text) ?? [];
  return label && description ? { label, description } : { label: text, description: text };
}

function fromJson(text: string, name: string): Asked {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError(
      `${name === '-' ? 'standard input' : name} is not JSON: ${(error as Error).message}`,
      'It should look like {"questions":[{"text":"…?","header":"…","options":[…]}]}.',
    );
  }
  if (Array.isArray(value)) return { questions: value };
  if (typeof value !== 'object' || value === null)
    throw new UsageError(`${name} contains no questions`, 'It should look like {"questions":[…]}.');
  const { questions, answers, kind, detail, timeoutMs } = value as Asked;
  return {
    questions,
    ...(answers === undefined ? {} : { answers }),
    ...(kind ? { kind } : {}),
    ...(detail ? { detail } : {}),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  };
}

function askerFrom({ env, process }: Context, flags: AskFlags): Pick<AskRequest, 'session' | 'toolUseId'> {
  const program = flags.program ?? 'script';
  const id = flags.session ?? env.ANSWERBACK_SESSION ?? `${program}-${hostname()}-${flags.wait ? process.pid : process.ppid}`;
  return { session: { id, program, project: flags.project ?? process.cwd(), machine: hostname() }, toolUseId: flags.key ?? randomUUID() };
}

function timeoutFrom(text: string): number {
  const ms = duration(text);
  if (ms === undefined) throw new UsageError(`--timeout ${text} is not a time`, 'Write for example 90s, 5m, 2h or 1d.');
  return ms;
}

async function read({ process }: Context, from: string): Promise<string> {
  if (from === '-') {
    const chunks: Buffer[] = [];
    for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString('utf8');
  }
  try {
    return readFileSync(from, 'utf8');
  } catch (error) {
    throw new UsageError(`cannot read ${from}: ${(error as Error).message}`, 'Give a file, or - for standard input.');
  }
}

// answerback ask and wait: asks a question, waits for the decision, prints it, and sets the exit code.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename } from 'node:path';
import { typedAnswers } from '../../ask/choice.ts';
import { isOpen } from '../../ask/lifecycle.ts';
import type { AskView } from '../../ask/schema/history.ts';
import type { AnswerInput } from '../../ask/schema/input.ts';
import type { ToolResult } from '../../ask/schema/result.ts';
import { isSealed, isSecret } from '../../ask/sealed.ts';
import { answerLine } from '../../ask/summary.ts';
import type { AskRequest } from '../../client/client.ts';
import { ownPane } from '../../client/own-pane.ts';
import { createOpener, type Opener } from '../../client/seal.ts';
import { headline, shortId } from '../../dialog/words/words.ts';
import { prepareDialog } from '../../terminal/open.ts';
import { printable } from '../../text/printable.ts';
import { command } from '../app/command.ts';
import { examples, flag, id, json, maybe, optionalText, plain, several } from '../app/parameters.ts';
import { isAttended } from '../attended.ts';
import { type Context, EXIT, UsageError } from '../context.ts';
import { idNamed } from '../find-ask.ts';
import { standardInput } from '../input.ts';
import { answerHere } from '../terminal.ts';
import { timeOf } from '../time-range.ts';

const askCommand = command(ask, {
  parameters: {
    flags: {
      option: several('An option: "Label" or "Label: what it means"; none for an open question', 'option'),
      header: optionalText('A short name for the question', 'name'),
      multi: flag('Allow several options to be chosen'),
      from: optionalText('Read the questions as JSON from a file, or - for standard input', 'file|-'),
      confirm: flag('A yes or no question: the exit code is the answer, 0 for yes and 1 for no; any other code is no answer'),
      input: flag('Ask for free text'),
      secret: flag('Ask for a password or token: encrypted for this process, never stored unencrypted, printed once'),
      default: optionalText('The suggested answer: shown as selected, never used without a person', 'choice|text'),
      file: optionalText('Show this file with the question', 'file'),
      preview: several('A file to show when an option is selected: the first for the first option, and so on', 'file'),
      strict: flag('Apply the rules of the tool for agents: 2 to 4 options, short labels, ends with ?'),
      timeout: optionalText('Time limit: 90s, 5m, 2h; after that the ask expires', 'time'),
      wait: { kind: 'boolean', brief: 'Print the id and return without waiting', default: true },
      dialog: { kind: 'boolean', brief: 'Only wait, without a dialog on the terminal', default: true },
      plain,
      json,
      session: optionalText('The agent session that asks', 'id'),
      program: optionalText('The program that asks', 'name'),
      project: optionalText('The project it is about (default: this folder)', 'folder'),
      key: optionalText('A repeated call with the same key is the same ask', 'key'),
    },
    positional: maybe('The question', 'question'),
    aliases: { o: 'option', t: 'timeout' },
  },
  // 1 means no.
  failed: ({ confirm }) => (confirm ? EXIT.unanswered : EXIT.failed),
  docs: {
    fullDescription: examples(
      'The answer is printed on standard output. The exit code says how it ended: 0 answered, 3 declined, 4 redirected (a message instead of an answer), 5 expired, 6 withdrawn, 1 error (7 with --confirm, where 1 means no), 2 wrong usage.',
      [
        'answerback ask "Which database?" -o "Postgres: a server" -o "SQLite: one file"',
        'colour=$(answerback ask "Which colour?" -o Red -o Blue --timeout 10m) || exit',
        'answerback ask --confirm "Deploy?" && ./deploy',
        'answerback ask --input "What should it be called?" --default shop',
        'token=$(answerback ask --secret "Token for the registry?") || exit',
        'answerback ask "Apply it?" -o Yes -o No --file changes.diff',
        'answerback ask --from questions.json --json',
      ],
    ),
  },
});

const waitCommand = command(wait, {
  parameters: { flags: { json }, positional: { kind: 'tuple', parameters: [id] } },
  docs: {
    fullDescription: examples('The output and exit codes are those of ask.', ['answerback wait k3f9']),
  },
});
export const commands = { ask: askCommand, wait: waitCommand };

type AskFlags = {
  readonly json: boolean;
  readonly wait: boolean;
  readonly dialog: boolean;
  readonly plain: boolean;
  readonly multi: boolean;
  readonly strict: boolean;
  readonly confirm: boolean;
  readonly input: boolean;
  readonly secret: boolean;
  readonly default?: string;
  readonly file?: string;
  readonly preview?: readonly string[];
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

async function ask(this: Context, flags: AskFlags, text?: string): Promise<void> {
  if (this.env.ANSWERBACK_ANSWERING)
    throw new UsageError(
      `you are answering the ask ${printable(this.env.ANSWERBACK_ANSWERING)}, and an answerer cannot ask questions`,
      'If you cannot decide it, pass: the next step of its route is then asked.',
    );
  const secret = flags.secret ? await openerFor(this, flags) : undefined;
  const request = { ...(await questionsFrom(this, flags, text, secret?.publicKey)), ...askerFrom(this, flags) };
  const leaving = onInterrupt(this);
  const asked = this.client().call('POST /v1/asks', { body: request });
  if (flags.wait && hasDialog(this, flags)) void prepareDialog();
  const view = await asked;
  leaving.from(view.id);
  if (!flags.wait) return flags.json ? this.out.json(view) : this.out.line(view.id);
  if (hasDialog(this, flags)) {
    if (isOpen(view) && !(await answeredHere(this, view, flags))) return;
  } else if (this.err.terminal) {
    this.err.line(this.err.style(`Asked ${shortId(view.id)}: ${headline(view)}`, 'dim'));
    this.err.line(
      this.err.style(`Waiting. Answer it with: answerback answer ${shortId(view.id)} …   (answerback show ${shortId(view.id)})`, 'dim'),
    );
  }
  await collect(this, view, flags, secret);
}

/** The secret is printed once, for the program that asked; the key to it ends with this process. */
async function openerFor({ out }: Context, flags: AskFlags): Promise<Opener> {
  if (!flags.wait)
    throw new UsageError(
      '--secret cannot be used with --no-wait',
      'Only the process that asks can read the answer, so it has to wait for it.',
    );
  if (out.terminal)
    throw new UsageError('a secret is not printed on a terminal', 'Let a program read it: token=$(answerback ask --secret "Which token?")');
  return createOpener();
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
  if (ending.ours) err.line(err.style(`${id}: ${headline(view)}`, 'dim'));
  else if (ending.view.decision) {
    const { name, surface } = ending.view.decision.by;
    err.line(`${printable(name)} was first (${printable(surface)}).`);
  }
  return true;
}

async function wait(this: Context, flags: { readonly json: boolean }, id: string): Promise<void> {
  const leaving = onInterrupt(this);
  const view = await this.client().call('GET /v1/asks/:id', { params: { id: idNamed(this, id) } });
  leaving.from(view.id);
  if (isSecret(view))
    throw new UsageError('only the process that asked can read the answer to a secret', 'If it is gone, withdraw the ask and ask again.');
  await collect(this, view, flags);
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

async function collect(
  context: Context,
  { id, source }: AskView,
  flags: Pick<AskFlags, 'json'> & { readonly confirm?: boolean },
  secret?: Opener,
) {
  const client = context.client();
  const result = await client.result(id);
  const opened = secret ? await withOpened(result, secret) : result;
  context.process.exitCode = flags.confirm ? confirmCode(result) : CODES[result.outcome];
  if (flags.json) context.out.json(opened);
  else if (!flags.confirm || result.outcome !== 'answers') print(context, opened);
  else printConfirmed(context, result);
  // After printing: the delivery check confirms that the answer has arrived here. A secret goes back sealed, as it came. What an agent asked
  // with its own tool arrives there and not here.
  if (source === 'tool' && result.outcome !== 'expired' && result.outcome !== 'withdrawn') await client.receipt(result);
}

async function withOpened(result: ToolResult, secret: Opener): Promise<ToolResult> {
  const opened = async ({ words = '', ...rest }: ToolResult['answers'][number]) => ({ ...rest, words: await secret.open(words) });
  return { ...result, answers: await Promise.all(result.answers.map((each) => (isSealed(each.words) ? opened(each) : each))) };
}

/** Only a yes is 0. */
function confirmCode({ outcome, answers }: ToolResult): number {
  if (outcome !== 'answers') return CODES[outcome];
  return answers[0]?.numbers[0] === 1 ? EXIT.ok : EXIT.failed;
}

/** The exit code is the answer. What a person added goes to standard error. */
function printConfirmed({ err }: Context, { answers }: ToolResult): void {
  const [only] = answers;
  for (const text of [only?.words, only?.note]) if (text !== undefined) err.line(printable(text));
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

async function questionsFrom(context: Context, flags: AskFlags, text: string | undefined, secret: string | undefined): Promise<Asked> {
  const timeout = flags.timeout === undefined ? {} : { timeoutMs: timeOf('--timeout', flags.timeout) };
  const rules = flags.strict ? 'strict' : 'tolerant';
  const shown = flags.file === undefined ? {} : { detail: { kind: 'file' as const, name: basename(flags.file), text: read(flags.file) } };
  if (flags.from !== undefined) {
    const alone = (['option', 'confirm', 'input', 'secret', 'default', 'preview', 'file'] as const).find((name) => flags[name]);
    if (text !== undefined || alone)
      throw new UsageError(
        `give the question either in --from or as arguments${alone ? ` (--${alone})` : ''}, not both`,
        'See: answerback ask --help',
      );
    const json = flags.from === '-' ? await standardInput(context) : read(flags.from);
    return { ...fromJson(json, flags.from), rules, ...timeout };
  }
  if (text === undefined)
    throw new UsageError('the question is missing', 'For example: answerback ask "Which database?" -o Postgres -o SQLite');
  const question = questionFrom(flags, text, secret);
  return { questions: [question], rules, ...suggested(flags, question), ...shown, ...timeout };
}

function questionFrom(flags: AskFlags, text: string, secret: string | undefined) {
  const ways = (['option', 'confirm', 'input', 'secret'] as const).filter((name) => flags[name]);
  if (ways.length > 1)
    throw new UsageError(`--${ways[0]} and --${ways[1]} exclude each other`, 'Ask for one of: options, yes or no, free text, a secret.');
  const options = (flags.confirm ? ['Yes', 'No'] : (flags.option ?? [])).map(optionFrom);
  const previews = flags.preview ?? [];
  if (previews.length > options.length)
    throw new UsageError(
      `${previews.length} --preview for ${options.length} options`,
      'The first preview belongs to the first option, and so on.',
    );
  return {
    text,
    header: flags.header ?? (flags.confirm ? 'Confirm' : 'Question'),
    options: options.map((option, i) => (previews[i] === undefined ? option : { ...option, preview: read(previews[i]) })),
    multiSelect: flags.multi,
    ...(secret === undefined ? {} : { secret }),
  };
}

/** Shown as selected, never taken by itself. */
function suggested(flags: AskFlags, question: ReturnType<typeof questionFrom>): Pick<Asked, 'answers'> {
  if (flags.default === undefined) return {};
  if (flags.secret) throw new UsageError('a secret has no --default', 'It would be stored in clear.');
  const open = question.options.length === 0;
  const typed = typedAnswers(
    { choices: open ? [] : [flags.default], words: open ? [flags.default] : [], notes: [] },
    { questions: [question] },
  );
  if (typed.kind === 'invalid')
    throw new UsageError(
      `--default: ${typed.problems.map(({ message }) => message).join('; ')}`,
      'Give the number or the label of an option.',
    );
  return { answers: { [question.header]: typed.value[0] as AnswerInput } };
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
  const given = flags.session ?? env.ANSWERBACK_SESSION;
  const id = given ?? `${program}-${hostname()}-${flags.wait ? process.pid : process.ppid}`;
  // A session made for this command has nothing else to do than to ask.
  const session = {
    id,
    program,
    project: flags.project ?? process.cwd(),
    machine: hostname(),
    ...ownPane(env),
    ...(given ? {} : { endsWithItsAsks: true }),
  };
  return { session, toolUseId: flags.key ?? randomUUID() };
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${(error as Error).message}`, 'Give the path of a file that you can read.');
  }
}

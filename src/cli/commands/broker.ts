// answerback broker start|stop|status|logs, and answerback status.
import { closeSync, openSync, readFileSync, readSync, statSync, watch } from 'node:fs';
import { PENDING } from '../../ask/lifecycle.ts';
import type { Client } from '../../client/client.ts';
import { ensureBroker, healthOf, presenceOf, silence, stopForGood } from '../../client/start.ts';
import type { Status } from '../../contract/types.ts';
import { clockTime, configWords, pauseWords, projectName, span } from '../../dialog/words/words.ts';
import { printable } from '../../text/printable.ts';
import { command, group } from '../app/command.ts';
import { examples, flag, json, wholeNumber } from '../app/parameters.ts';
import { type Context, EXIT, UsageError } from '../context.ts';
import { failureWords, mismatchWords } from '../notices.ts';
import type { Output } from '../output.ts';
import { cannotBePrompted } from '../words.ts';

const statusCommand = command(status, {
  parameters: { flags: { json } },
  docs: {
    brief: 'Show the status of the broker',
    fullDescription: examples('Does not start the broker; exit code 1 if none is running.', ['answerback status']),
  },
});

const brokerCommands = group({
  commands: {
    start: command(start, {
      people: true,
      parameters: { flags: { json } },
      docs: { brief: 'Start the broker if it is not running' },
    }),
    stop: command(stop, {
      people: true,
      parameters: { flags: { json } },
      docs: { brief: 'Stop the broker; it finishes its current work first' },
    }),
    status: statusCommand,
    logs: command(logs, {
      parameters: {
        flags: {
          json,
          follow: flag('Keep printing new lines'),
          lines: { kind: 'parsed', parse: wholeNumber, brief: 'How many lines from the end', default: '50', placeholder: 'n' },
        },
        aliases: { f: 'follow', n: 'lines' },
      },
      docs: { brief: "Print the broker's log" },
    }),
  },
});
export const commands = { status: statusCommand, broker: brokerCommands };

type Json = { readonly json: boolean };

async function start(this: Context, flags: Json): Promise<void> {
  const before = await healthOf(this.place);
  const health = await ensureBroker({ place: this.place });
  if (flags.json) return this.out.json({ ...health, started: before?.pid !== health.pid });
  this.out.line(
    before?.pid === health.pid
      ? `The broker is already running (pid ${health.pid}).`
      : `The broker is running (pid ${health.pid}, version ${health.version}).`,
  );
}

async function stop(this: Context, flags: Json): Promise<void> {
  const stopped = await stopForGood(this.place);
  if (flags.json) return this.out.json({ stopped });
  this.out.line(
    stopped
      ? 'The broker has stopped. Open asks stay on disk. The next command that needs it starts it again; an open inbox or a waiting ask does not.'
      : 'No broker was running.',
  );
}

/** Does not start the broker. */
async function status(this: Context, flags: Json): Promise<void> {
  const found = await presenceOf(this.place);
  if (found.kind === 'silent' && !flags.json) throw silence(this.place, found.pid);
  if (found.kind !== 'answers') {
    this.process.exitCode = EXIT.failed;
    if (found.kind === 'silent') return this.out.json({ running: true, replies: false, pid: found.pid ?? null, folder: this.place.folder });
    if (flags.json) return this.out.json({ running: false, folder: this.place.folder });
    this.out.line(`No broker is running for ${this.place.folder}.`);
    return this.out.line('It starts automatically when needed; `answerback broker start` starts it now.');
  }
  const client = this.client();
  const known = await client.call('GET /v1/status');
  const waiting = await waitingAsks(client);
  if (flags.json) return this.out.json({ running: true, ...known, waiting });
  const { sessions } = await client.call('GET /v1/sessions', { query: { now: true } });
  const fact = (name: string, value: string) => this.out.line(`${this.out.style(name.padEnd(13), 'dim')}${value}`);
  fact(
    'broker',
    `${this.out.style('running', 'green')}, version ${known.version}, pid ${known.pid}, for ${span(this.now() - known.startedAt)}, ${megabytes(known.memoryBytes)}`,
  );
  const undelivered = known.undelivered > 0 ? `, ${this.out.style(`${known.undelivered} undelivered`, 'red')}` : '';
  fact('asks', `${known.openAsks} open${undelivered}${known.openAsks + known.undelivered > 0 ? '  (answerback list)' : ''}`);
  for (const { project, kinds } of waiting) fact('', `${projectName(project)}: ${kindWords(kinds)}`);
  fact('sessions', `${sessions.length} running`);
  for (const session of sessions)
    if (session.pane !== undefined && session.cannotPrompt !== undefined)
      fact('', `${projectName(session.project)}: ${cannotBePrompted(session)}`);
  fact('auto-answer', autoAnswer(this, known));
  fact('journal', `${known.journal.place}, ${megabytes(known.journal.bytes)}, ${known.events} events, ${known.journal.driver}`);
  fact('socket', known.socket);
  for (const [index, line] of webLines(known).entries()) fact(index === 0 ? 'web' : '', line);
  fact('token', known.tokenFile);
  for (const problem of known.configProblems) this.out.line(this.out.style(configWords(problem), 'red'));
  for (const failure of known.autoAnswerFailures ?? []) this.out.line(this.out.style(failureWords(failure), 'red'));
  for (const { scope, text } of known.damage)
    this.out.line(this.out.style(`${scope === 'entry' ? 'damaged: ' : ''}${printable(text)}`, 'red'));
  if (known.mismatched > 0) this.out.line(this.out.style(mismatchWords(known.mismatched), 'red'));
  if (known.portProblem) this.out.line(this.out.style(known.portProblem, 'red'));
}

/** Where the page is, and how to get in. */
function webLines({ url, web }: Status): readonly string[] {
  const lan = web?.lan;
  return [
    `${web?.url ?? url}  (answerback web lets a browser in)`,
    ...(web?.publicUrl === undefined ? [] : [`${web.publicUrl}  (public-url)`]),
    ...(lan
      ? [
          lan.problem
            ? `the local network is not served: ${printable(lan.problem)}`
            : `${lan.urls[0] ?? `port ${lan.port}`}  (local network)`,
        ]
      : []),
  ];
}

type Waiting = { readonly project: string; readonly kinds: Readonly<Record<string, number>> };

/** What waits for people, by project: the kinds of asks, and how many. */
async function waitingAsks(client: Client): Promise<readonly Waiting[]> {
  const { asks } = await client.call('GET /v1/asks', { query: { state: [...PENDING], limit: MOST_COUNTED } });
  const projects = new Map<string, Record<string, number>>();
  for (const { project, kind } of asks) {
    const kinds = projects.get(project) ?? {};
    kinds[kind] = (kinds[kind] ?? 0) + 1;
    projects.set(project, kinds);
  }
  return [...projects].map(([project, kinds]) => ({ project, kinds }));
}

const MOST_COUNTED = 500;

/** "2 questions, 1 permission" */
const kindWords = (kinds: Waiting['kinds']): string =>
  Object.entries(kinds)
    .map(([kind, count]) => (kind === 'idle' ? `${count} idle` : `${count} ${kind}${count === 1 ? '' : 's'}`))
    .join(', ');

function autoAnswer({ out, now }: Context, { pauses, routes, answerers, onRoute }: Status): string {
  if (pauses.length > 0) return out.style(pauseWords(pauses, now()), 'yellow');
  if (routes === 0) return 'no routes: every ask goes to you';
  const named = answerers.length === 0 ? '' : `, answerers: ${answerers.map(printable).join(', ')}`;
  return `${routes} ${routes === 1 ? 'route' : 'routes'}${named}, ${onRoute} asks in progress`;
}

const UNWATCHED_MS = 1_000;

async function logs(this: Context, flags: Json & { readonly follow: boolean; readonly lines: number }): Promise<void> {
  const { log: path } = this.place;
  if (!statSync(path, { throwIfNoEntry: false }))
    throw new UsageError(`there is no log yet (${path})`, 'The broker writes one when it starts: answerback broker start');
  const text = readFileSync(path, 'utf8');
  for (const line of text.trimEnd().split('\n').slice(-flags.lines)) printLine(this.out, line, flags.json, this.now());
  if (!flags.follow) return;
  await new Promise<void>((_, reject) => {
    let seen = Buffer.byteLength(text);
    const look = () => {
      const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
      if (size > seen)
        for (const line of readFrom(path, seen, size).trimEnd().split('\n')) printLine(this.out, line, flags.json, this.now());
      seen = size;
    };
    try {
      watch(path, look).on('error', reject);
    } catch {
      // The system's limit of watchers is reached.
      setInterval(look, UNWATCHED_MS);
    }
  });
}

const LEVELS: Readonly<Record<number, string>> = { 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' };

function printLine(out: Output, line: string, json: boolean, now: number): void {
  const entry = json ? undefined : parse(line);
  if (!entry) return out.line(printable(line));
  const { level, time, msg, err, ...more } = entry;
  const name = LEVELS[Number(level)] ?? 'info';
  const rest = Object.entries(more).map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const failure = (err as { message?: string } | undefined)?.message;
  const styled = out.style(name.padEnd(5), name === 'error' || name === 'fatal' ? 'red' : 'dim');
  out.line(
    `${out.style(clockTime(Date.parse(String(time)), now), 'dim')} ${styled} ${printable(String(msg))}${failure ? `: ${printable(failure)}` : ''}  ${out.style(printable(rest.join(' ')), 'dim')}`.trimEnd(),
  );
}

function parse(line: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

function readFrom(path: string, from: number, to: number): string {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(to - from);
    return buffer.subarray(0, readSync(file, buffer, 0, buffer.length, from)).toString('utf8');
  } finally {
    closeSync(file);
  }
}

const megabytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MB`;

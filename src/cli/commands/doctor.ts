// answerback doctor: checks everything that can be wrong, asks and answers a test question, and suggests fixes.
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import type { AgentEntry } from '../../agents/entry.ts';
import { undeliveredReason } from '../../ask/lifecycle.ts';
import type { AgentSession } from '../../ask/schema/session.ts';
import type { Client } from '../../client/client.ts';
import { type Place, prepareFolder, socketPathProblem } from '../../client/place.ts';
import { VERSION } from '../../client/version.ts';
import type { Status } from '../../contract/types.ts';
import { projectName, shortId } from '../../dialog/words/words.ts';
import type { McpClient } from '../../mcp/setup/client.ts';
import type { Finding as Found, SetupContext } from '../../setup/connection.ts';
import { printable } from '../../text/printable.ts';
import { wrap } from '../../text/wrap.ts';
import { type Context, EXIT } from '../context.ts';
import { cannotBePrompted, isJournalFile, isWholeJournal } from '../words.ts';
import { throughToolCall } from './self-test.ts';
import { check as service } from './service.ts';
import { surroundings } from './setup.ts';
import { check as web } from './web-check.ts';

type Finding = Found & { readonly name: string };

const OLDEST_NODE = [20, 19] as const;
const LEAST_FREE_BYTES = 100 * 1024 * 1024;
const LARGEST_CLOCK_ERROR_MS = 5_000;

export const doctorOf = (agents: readonly AgentEntry[], clients: readonly McpClient[]) =>
  async function doctor(this: Context, flags: { readonly json: boolean }): Promise<void> {
    const findings: Finding[] = [];
    for (const check of checks(this, agents, clients)) {
      const finding = await attempt(check.name, check.run);
      findings.push(finding);
      if (!flags.json) printFinding(this, finding);
      // Without a folder or a broker, the other checks would only repeat the same problem.
      if (finding.state === 'problem' && check.vital) break;
    }
    const problems = findings.filter((f) => f.state === 'problem').length;
    const warnings = findings.filter((f) => f.state === 'warning').length;
    if (problems > 0) this.process.exitCode = EXIT.failed;
    if (flags.json) return this.out.json({ ok: problems === 0, findings });
    this.out.line();
    if (problems > 0) return this.out.line(this.out.ink(`${problems} ${problems === 1 ? 'problem' : 'problems'} found.`, 'red'));
    this.out.line(
      warnings === 0
        ? this.out.ink('Everything works.', 'green')
        : this.out.ink(`It works, with ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}.`, 'yellow'),
    );
  };

type Check = {
  readonly name: string;
  readonly vital?: boolean;
  readonly run: () => Promise<Found> | Found;
};

function checks(context: Context, agents: readonly AgentEntry[], clients: readonly McpClient[]): Check[] {
  const { place, client, process, now } = context;
  let status: Status | undefined;
  return [
    { name: 'node', run: () => nodeVersion(process.versions.node) },
    { name: 'folder', vital: true, run: () => folder(place) },
    { name: 'disk', run: () => disk(place) },
    { name: 'clock', run: () => clock(place, now) },
    {
      name: 'broker',
      vital: true,
      run: async () => {
        status = await client().call('GET /v1/status');
        const other = status.version === VERSION ? '' : ` (this command is version ${VERSION})`;
        return { state: 'ok', message: `running, version ${status.version}${other}, pid ${status.pid}` };
      },
    },
    { name: 'token', run: () => token(place) },
    { name: 'port', run: () => port(status as Status, place) },
    { name: 'web', run: () => web(status as Status) },
    { name: 'service', run: () => service(context) },
    { name: 'journal', run: () => journal(client(), place) },
    { name: 'routes', run: () => routes(client(), process.cwd()) },
    { name: 'answerers', run: () => answerers(client()) },
    { name: 'notifiers', run: () => notifiers(client()) },
    { name: 'tmux', run: tmux },
    { name: 'sessions', run: () => sessions(client()) },
    { name: 'deliveries', run: () => deliveries(client()) },
    ...agents.map(({ title, load }) => ({
      name: title.toLowerCase(),
      run: async () => (await load()).check(surroundings(context)),
    })),
    { name: 'mcp', run: async () => (await import('../../mcp/setup/check.ts')).checkClients(surroundings(context), clients) },
    { name: 'self-test', run: () => selfTest(surroundings(context), agents) },
  ];
}

async function attempt(name: string, run: Check['run']): Promise<Finding> {
  try {
    return { name, ...(await run()) };
  } catch (error) {
    const { message, fix } = error as Error & { fix?: string };
    return { name, state: 'problem', message, ...(fix ? { fix } : {}) };
  }
}

function nodeVersion(version: string): Found {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const old = major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1]);
  return old
    ? { state: 'problem', message: `${version} is too old`, fix: `Install Node ${OLDEST_NODE.join('.')} or newer.` }
    : { state: 'ok', message: version };
}

function folder(place: Place): Found {
  const tooLong = socketPathProblem(place);
  if (tooLong) return { state: 'problem', message: tooLong, fix: 'export ANSWERBACK_HOME=~/.answerback' };
  try {
    prepareFolder(place);
    const probe = join(place.folder, `.probe-${randomUUID()}`);
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    return {
      state: 'problem',
      message: `${place.folder} cannot be written to: ${(error as Error).message}`,
      fix: `Make it yours: sudo chown -R "$USER" ${place.folder} && chmod 700 ${place.folder}`,
    };
  }
  return { state: 'ok', message: `${place.folder}, yours alone` };
}

function disk(place: Place): Found {
  const { bavail, bsize } = statfsSync(place.folder);
  const free = bavail * bsize;
  const message = `${Math.floor(free / 1_048_576)} MB free`;
  return free < LEAST_FREE_BYTES
    ? { state: 'warning', message, fix: 'Free some space: questions that cannot be saved are refused.' }
    : { state: 'ok', message };
}

/** Compares the clock of the file system with ours. */
function clock(place: Place, now: () => number): Found {
  const probe = join(place.folder, `.clock-${randomUUID()}`);
  writeFileSync(probe, '');
  const error = Math.abs(statSync(probe).mtimeMs - now());
  rmSync(probe);
  if (error > LARGEST_CLOCK_ERROR_MS)
    return {
      state: 'warning',
      message: `the clocks of the disk and of this computer differ by ${Math.round(error / 1000)} s`,
      fix: 'Set the clock (timedatectl set-ntp true): deadlines depend on it.',
    };
  return { state: 'ok', message: new Date(now()).toISOString() };
}

function token(place: Place): Found {
  if (!existsSync(place.token))
    return {
      state: 'problem',
      message: `${place.token} is missing`,
      fix: 'Restart the broker to create a new one: answerback broker stop',
    };
  const mode = statSync(place.token).mode & 0o777;
  if (mode !== 0o600)
    return {
      state: 'problem',
      message: `${place.token} has mode ${mode.toString(8)}: others can read it`,
      fix: `chmod 600 ${place.token}`,
    };
  return { state: 'ok', message: 'only you can read it' };
}

async function port(status: Status, place: Place): Promise<Found> {
  const withToken = await statusOf(status.url, readFileSync(place.token, 'utf8').trim());
  if (withToken !== 200)
    return {
      state: 'problem',
      message: `${status.url} replies ${withToken} to the token in ${place.token}`,
      fix: 'Restart the broker: answerback broker stop',
    };
  if ((await statusOf(status.url, 'wrong')) !== 401)
    return { state: 'problem', message: `${status.url} accepts a wrong token`, fix: 'Please report this as a security bug.' };
  if (status.portProblem)
    return {
      state: 'warning',
      message: status.portProblem,
      fix: 'Stop the other program and restart the broker (answerback broker stop), or choose a port with ANSWERBACK_PORT.',
    };
  return { state: 'ok', message: `${status.url} accepts only the right token` };
}

function statusOf(url: string, bearer: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request(`${url}/v1/status`, { headers: { authorization: `Bearer ${bearer}` }, timeout: 5_000 }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });
}

async function journal(client: Client, place: Place): Promise<Found> {
  const { damage } = await client.call('GET /v1/check', { timeoutMs: 600_000 });
  if (damage.some(isJournalFile))
    return {
      state: 'problem',
      message: damage.join('; '),
      fix: `Save everything before you stop the broker: answerback backup ~/answerback.db. Then: answerback broker stop, and put that file in the place of ${place.journal}.`,
    };
  if (damage.length > 0 && damage.every(isWholeJournal))
    return {
      state: 'problem',
      message: damage.join('; '),
      fix: `Everything works again. A copy that \`answerback backup\` made has earlier asks: answerback broker stop, then put it in the place of ${place.journal}. If you removed it to start over, there is nothing to do; this is said for a month.`,
    };
  if (damage.length > 0)
    return {
      state: 'problem',
      message: `damaged: ${damage.slice(0, 3).join('; ')}${damage.length > 3 ? `; and ${damage.length - 3} more` : ''}`,
      fix: `Everything else works. What is damaged was set aside and left out; a backup of ${place.journal} from before has it. Check the disk (dmesg, smartctl): it will happen again.`,
    };
  const { journal: file, events } = await client.call('GET /v1/status');
  return { state: 'ok', message: `${events} events, no damage, ${file.driver}` };
}

async function routes(client: Client, folder: string): Promise<Found> {
  const { file, problems, routes: known, inForce, warnings = [] } = await client.call('GET /v1/route/check');
  if (problems.length > 0)
    return {
      state: 'problem',
      message: problems.map(({ text }) => text).join('; '),
      fix: inForce
        ? 'Fix it. Until then the last valid config is used.'
        : 'Fix it. Until then there is no valid config, and every ask goes to you.',
    };
  const here = await client.call('POST /v1/route/explain', {
    body: { project: folder, program: 'doctor', questions: [{ text: 'Here?', options: [] }] },
  });
  const { configProblems, autoAnswerFailures = [] } = await client.call('GET /v1/status');
  const held = [...new Set([...(here.problem === undefined ? [] : [here.problem]), ...configProblems, ...autoAnswerFailures])];
  if (held.length > 0) return { state: 'warning', message: held.join('; '), fix: 'Fix it. Until then people decide there.' };
  const passing = warnings.filter((each) => each.startsWith('route '));
  if (passing.length > 0) return { state: 'warning', message: passing.join('; '), fix: 'Change it: answerback config edit' };
  return known.length === 0
    ? { state: 'off', message: `none in ${file}: every ask goes to you` }
    : { state: 'ok', message: `${known.length} in ${file}` };
}

async function answerers(client: Client): Promise<Found> {
  const { answerers: known } = await client.call('GET /v1/answerers');
  const broken = known.filter(({ ok }) => !ok);
  const named = ({ name, message }: (typeof known)[number]) => `${name}: ${message}`;
  if (broken.length > 0)
    return {
      state: 'warning',
      message: broken.map(named).join('; '),
      fix: 'Until then its steps fail, and the next step of the route decides.',
    };
  return known.length === 0 ? { state: 'off', message: 'none configured' } : { state: 'ok', message: known.map(named).join('; ') };
}

async function notifiers(client: Client): Promise<Found> {
  const { notifiers: known } = await client.call('GET /v1/notifiers');
  const broken = known.filter(({ ok }) => !ok);
  if (broken.length > 0)
    return {
      state: 'warning',
      message: broken.map(({ name, message, waiting }) => `${name}: ${message}${waiting > 0 ? ` (${waiting} waiting)` : ''}`).join('; '),
      fix: 'Fix it, then: answerback notify test',
    };
  const risks = (await client.call('GET /v1/route/check')).warnings?.filter((each) => each.startsWith('notify.')) ?? [];
  if (risks.length > 0) return { state: 'warning', message: risks.join('; '), fix: 'Change it: answerback config edit' };
  return known.length === 0
    ? { state: 'off', message: 'none configured (answerback notify add desktop)' }
    : { state: 'ok', message: known.map(({ name }) => name).join(', ') };
}

async function selfTest(at: SetupContext, agents: readonly AgentEntry[]): Promise<Found> {
  const passed = [await throughToolCall(at.client(), at.place.folder)];
  for (const { load } of agents) {
    const result = await (await load()).selfTest?.(at);
    if (result) passed.push(result);
  }
  const times = passed.map(({ by, ms }) => `${ms.toFixed(0)} ms by ${by}`);
  return { state: 'ok', message: `a question was asked, answered and verified: ${times.join(', ')}` };
}

/** A session in a pane should also take keys. */
async function sessions(client: Client): Promise<Found> {
  const { sessions: running } = await client.call('GET /v1/sessions', { query: { now: true } });
  const unreachable = running.filter((session) => session.pane !== undefined && session.cannotPrompt !== undefined);
  const named = (session: AgentSession) => `${session.name ?? projectName(session.project)} ${cannotBePrompted(session)}`;
  if (unreachable.length === 0) return { state: 'ok', message: `${running.length} running` };
  return {
    state: 'warning',
    message: unreachable.map(named).join('; '),
    fix: 'Until then prompts wait, and answers arrive only where they need no keystrokes.',
  };
}

/** Decisions that did not reach their agent: a new version of the agent may be the reason. */
async function deliveries(client: Client): Promise<Found> {
  const { asks } = await client.call('GET /v1/asks', { query: { state: ['undelivered'] } });
  const [last] = asks;
  if (!last) return { state: 'ok', message: 'no answer is undelivered' };
  const count = asks.length === 1 ? '1 answer' : `${asks.length} answers`;
  return {
    state: 'warning',
    message: printable(`${count} did not reach the agent; the latest, ${shortId(last.id)}: ${undeliveredReason(last)}`),
    fix: `Deliver it again with \`answerback retry ${shortId(last.id)}\`, answer anew, or answer in the agent's own window.`,
  };
}

function tmux(): Found {
  const { stdout, error } = spawnSync('tmux', ['-V'], { encoding: 'utf8' });
  return error ? { state: 'off', message: 'not installed (only needed to answer by keystrokes)' } : { state: 'ok', message: stdout.trim() };
}

const MARKS = { ok: ['✓', 'green'], off: ['○', 'dim'], warning: ['!', 'yellow'], problem: ['✗', 'red'] } as const;

export function printFinding({ out }: Context, { name, state, message, fix }: Finding): void {
  const [mark, ink] = MARKS[state];
  const [first, ...rest] = printable(message).length > 0 ? wrap(printable(message), out.columns - 14) : [''];
  out.line(`${out.ink(mark, ink)} ${name.padEnd(11)} ${first}`);
  for (const line of rest) out.line(`${' '.repeat(14)}${line}`);
  if (fix) for (const line of wrap(printable(fix), out.columns - 16)) out.line(`${' '.repeat(14)}${out.ink(`→ ${line}`, 'bold')}`);
}

// answerback route: who decides an ask, and why; what the routes would do with past decisions of people.
import { readFileSync } from 'node:fs';
import type { Replayed, Trial } from '../../ask/schema/route.ts';
import type { PastAsk } from '../../client/client.ts';
import type { Explanation } from '../../contract/types.ts';
import { left, pauseWords, projectName, routeWords, shortId } from '../../dialog/words/words.ts';
import { printable } from '../../text/printable.ts';
import { command, group } from '../app/command.ts';
import { id, json, maybe, optionalText } from '../app/parameters.ts';
import { type Context, UsageError } from '../context.ts';
import { idNamed } from '../find-ask.ts';
import type { Output, Style } from '../output.ts';
import { type Cell, printTable } from '../table.ts';
import { check } from './config.ts';

const routeCommands = group({
  commands: {
    explain: command(explain, {
      parameters: {
        flags: {
          json,
          from: optionalText('A hypothetical ask: JSON as `show --json` prints it, or - for standard input', 'file|-'),
        },
        positional: { kind: 'tuple', parameters: [{ ...id, optional: true }] },
      },
      docs: { brief: 'Show which route an ask takes, and why' },
    }),
    test: command(test, {
      parameters: {
        flags: { json },
        positional: maybe('Past asks, as `log --json` prints them (default: your history)', 'file'),
      },
      docs: { brief: 'Test the routes against past decisions; no agent is run' },
    }),
    check: command(check, {
      parameters: { flags: { json } },
      docs: { brief: 'The same as `answerback config check`' },
    }),
  },
});
export const commands = { route: routeCommands };

type Json = { readonly json: boolean };

async function explain(this: Context, flags: Json & { readonly from?: string }, id?: string): Promise<void> {
  if ((id === undefined) === (flags.from === undefined))
    throw new UsageError(
      'say which ask: an id, or --from with a file',
      'answerback route explain k3f9, or answerback route explain --from ask.json',
    );
  const explained =
    flags.from === undefined
      ? await this.client().call('GET /v1/asks/:id/route', { params: { id: idNamed(this, id as string) } })
      : await this.client().call('POST /v1/route/explain', { body: readJson(flags.from) as PastAsk });
  if (flags.json) return this.out.json(explained);
  print(this, explained);
}

function readJson(path: string): unknown {
  const text = path === '-' ? readFileSync(0, 'utf8') : readText(path);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${path} is not JSON: ${(error as Error).message}`, 'It should contain what `answerback show --json` prints.');
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${(error as Error).message}`, 'Check the name.');
  }
}

function print(context: Context, explained: Explanation): void {
  const { out, now } = context;
  const { route, narrowedBy, steps, trials, projectTrials, ignored, problem, pause } = explained;
  const narrowed = narrowedBy === undefined ? '' : `, narrowed by the project's "${printable(narrowedBy)}"`;
  out.line(route === undefined ? 'No route matches: people decide.' : `Route ${out.style(printable(route), 'bold')}${narrowed}`);
  if (route !== undefined) {
    steps.forEach(({ name, withinMs, kind }, i) => {
      const time = withinMs === undefined || kind === 'people' ? '' : out.style(`, within ${left(withinMs)}`, 'dim');
      out.line(`  ${i + 1}. ${printable(name)}${time}`);
    });
    out.line(out.style(`  irreversible answers: ${explained.irreversible ? 'allowed here' : 'people decide'}`, 'dim'));
  }
  if (explained.now) out.line(`  now: ${routeWords(explained.now, now())}`);
  if (pause) out.line(out.style(`  automatic answers: ${pauseWords([pause], now())}`, 'yellow'));
  if (problem) out.line(out.style(`  nothing is answered automatically here: ${printable(problem)}`, 'red'));
  out.line();
  for (const trial of trials) printTrial(out, trial, '');
  for (const trial of projectTrials) printTrial(out, trial, " (the project's)");
  for (const { where, why } of ignored) out.line(`${out.style('ignored', 'yellow')}  ${printable(where)}: ${printable(why)}`);
}

function printTrial(out: Output, { route, matched, when, unless }: Trial, whose: string): void {
  out.line(`${matched ? out.style('✓', 'green') : out.style('✗', 'dim')} ${printable(route)}${whose}`);
  const line = (side: string, { name, wanted, found, holds }: Trial['when'][number]) =>
    out.line(
      `    ${holds ? out.style('✓', 'green') : out.style('✗', 'red')} ${side}${name}: ${printable(wanted)}  ${out.style(`found ${printable(found)}`, 'dim')}`,
    );
  for (const criterion of when) line('', criterion);
  for (const criterion of unless) line('unless ', criterion);
}

async function test(this: Context, flags: { readonly json: boolean }, file?: string): Promise<void> {
  const asks = (
    await this.client().call('POST /v1/route/test', { body: { asks: file === undefined ? undefined : pastAsks(file) }, timeoutMs: 120_000 })
  ).asks;
  const counts = countsOf(asks);
  if (flags.json) return this.out.json({ counts, asks });
  if (asks.length === 0) return this.out.line('People have not decided anything yet, so there is nothing to compare with.');
  printTable(this.out, asks.map(row), { flexible: 3, most: [8, 14, 14, undefined, 30, 24] });
  this.out.line();
  this.out.line(
    `${counts.all} ${counts.all === 1 ? 'ask' : 'asks'}: ${counts.rule} by rules (${this.out.style(`${counts.agree} as people did`, 'green')}, ${this.out.style(`${counts.differ} otherwise`, counts.differ > 0 ? 'red' : 'dim')}), ${counts.agent} would go to an agent, ${counts.people} to people.`,
  );
}

/** A JSON array, as `answerback log --json` prints it, or one ask per line. The broker validates the asks. */
function pastAsks(file: string): readonly PastAsk[] {
  const text = readText(file);
  try {
    if (!text.trimStart().startsWith('['))
      return text
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => JSON.parse(line) as PastAsk);
    return JSON.parse(text) as PastAsk[];
  } catch (error) {
    throw new UsageError(`${file} is not JSON: ${(error as Error).message}`, 'It should contain what `answerback log --json` prints.');
  }
}

function row({ id, project, route, question, would, people }: Replayed): Cell[] {
  const [said, style] = saidBy(would);
  return [
    { text: shortId(id), style: ['cyan'] },
    { text: projectName(project) },
    { text: printable(route ?? '-'), style: ['dim'] },
    { text: printable(question) },
    { text: said, style: [style] },
    { text: would.kind === 'rule' && would.agrees ? '' : `people: ${printable(people)}`, style: ['dim'] },
  ];
}

function saidBy(would: Replayed['would']): [string, Style] {
  if (would.kind === 'people') return ['→ people', 'dim'];
  if (would.kind === 'agent') return [`→ asks ${printable(would.by)}`, 'blue'];
  return [`${would.agrees ? '✓' : '✗'} ${printable(would.answer)} (${printable(would.by)})`, would.agrees ? 'green' : 'red'];
}

function countsOf(asks: readonly Replayed[]) {
  const of = (kind: Replayed['would']['kind']) => asks.filter(({ would }) => would.kind === kind).length;
  const agree = asks.filter(({ would }) => would.kind === 'rule' && would.agrees).length;
  const rule = of('rule');
  return { all: asks.length, rule, agree, differ: rule - agree, agent: of('agent'), people: of('people') };
}

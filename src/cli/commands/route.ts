// answerback route explain: who decides an ask, and why.
import { readFileSync } from 'node:fs';
import type { Trial } from '../../ask/schema/route.ts';
import type { PastAsk } from '../../client/client.ts';
import type { Explanation } from '../../contract/types.ts';
import { left, pauseWords, routeWords } from '../../dialog/words/words.ts';
import { printable } from '../../text/printable.ts';
import { type Context, UsageError } from '../context.ts';
import { idNamed } from '../find-ask.ts';
import type { Paper } from '../paper.ts';

type Json = { readonly json: boolean };

export async function explain(this: Context, flags: Json & { readonly from?: string }, id?: string): Promise<void> {
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

export function readJson(path: string): unknown {
  const text = path === '-' ? readFileSync(0, 'utf8') : readText(path);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${path} is not JSON: ${(error as Error).message}`, 'It should contain what `answerback show --json` prints.');
  }
}

export function readText(path: string): string {
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
  out.line(route === undefined ? 'No route matches: people decide.' : `Route ${out.ink(printable(route), 'bold')}${narrowed}`);
  if (route !== undefined) {
    steps.forEach(({ name, withinMs, kind }, i) => {
      const time = withinMs === undefined || kind === 'people' ? '' : out.ink(`, within ${left(withinMs)}`, 'dim');
      out.line(`  ${i + 1}. ${printable(name)}${time}`);
    });
    out.line(out.ink(`  irreversible answers: ${explained.irreversible ? 'allowed here' : 'people decide'}`, 'dim'));
  }
  if (explained.now) out.line(`  now: ${routeWords(explained.now, now())}`);
  if (pause) out.line(out.ink(`  automatic answers: ${pauseWords([pause], now())}`, 'yellow'));
  if (problem) out.line(out.ink(`  nothing is answered automatically here: ${printable(problem)}`, 'red'));
  out.line();
  for (const trial of trials) printTrial(out, trial, '');
  for (const trial of projectTrials) printTrial(out, trial, " (the project's)");
  for (const { where, why } of ignored) out.line(`${out.ink('ignored', 'yellow')}  ${printable(where)}: ${printable(why)}`);
}

function printTrial(out: Paper, { route, matched, when, unless }: Trial, whose: string): void {
  out.line(`${matched ? out.ink('✓', 'green') : out.ink('✗', 'dim')} ${printable(route)}${whose}`);
  const line = (side: string, { name, wanted, found, holds }: Trial['when'][number]) =>
    out.line(
      `    ${holds ? out.ink('✓', 'green') : out.ink('✗', 'red')} ${side}${name}: ${printable(wanted)}  ${out.ink(`found ${printable(found)}`, 'dim')}`,
    );
  for (const criterion of when) line('', criterion);
  for (const criterion of unless) line('unless ', criterion);
}

// answerback route test: tests the current routes against past decisions of people.

import type { Replayed } from '../../ask/schema/route.ts';
import type { PastAsk } from '../../client/client.ts';
import { projectName, shortId } from '../../dialog/words/words.ts';
import { printable } from '../../text/printable.ts';
import { type Context, UsageError } from '../context.ts';
import type { Ink } from '../paper.ts';
import { type Cell, printTable } from '../table.ts';
import { readText } from './route.ts';

export async function test(this: Context, flags: { readonly json: boolean }, file?: string): Promise<void> {
  const asks = (
    await this.client().call('POST /v1/route/test', { body: { asks: file === undefined ? undefined : pastAsks(file) }, timeoutMs: 120_000 })
  ).asks;
  const counts = countsOf(asks);
  if (flags.json) return this.out.json({ counts, asks });
  if (asks.length === 0) return this.out.line('People have not decided anything yet, so there is nothing to compare with.');
  printTable(this.out, asks.map(row), { flexible: 3, most: [8, 14, 14, undefined, 30, 24] });
  this.out.line();
  this.out.line(
    `${counts.all} ${counts.all === 1 ? 'ask' : 'asks'}: ${counts.rule} by rules (${this.out.ink(`${counts.agree} as people did`, 'green')}, ${this.out.ink(`${counts.differ} otherwise`, counts.differ > 0 ? 'red' : 'dim')}), ${counts.agent} would go to an agent, ${counts.people} to people.`,
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
  const [said, ink] = saidBy(would);
  return [
    { text: shortId(id), ink: ['cyan'] },
    { text: projectName(project) },
    { text: printable(route ?? '-'), ink: ['dim'] },
    { text: printable(question) },
    { text: said, ink: [ink] },
    { text: would.kind === 'rule' && would.agrees ? '' : `people: ${printable(people)}`, ink: ['dim'] },
  ];
}

function saidBy(would: Replayed['would']): [string, Ink] {
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

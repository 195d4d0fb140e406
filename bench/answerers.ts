// Rows k and l: from an ask until the asker has a rule's answer; and from an ask until a program has read its brief.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import type { AskView } from '../src/ask/schema/history.ts';
import type { Wire } from '../src/client/http.ts';
import type { BrokerFolder } from '../src/client/place.ts';
import { askFrom, withBroker } from './broker.ts';
import { type Floor, timed, withFloor } from './floor.ts';
import { type Row, timingRow } from './table.ts';

/** Gives as its reason the time at which it had read its brief, in nanoseconds. */
const ANSWERER = [
  'sh',
  '-c',
  'cat >/dev/null; echo "{\\"answers\\": [2], \\"risk\\": \\"reversible\\", \\"reason\\": \\"$(date +%s%N)\\"}"',
] as const;
const A_BRIEF = 'x'.repeat(4_000);

export async function answerers(quick: boolean): Promise<Row[]> {
  const [warmUp, rounds] = quick ? [5, 20] : [30, 200];
  const byRule = await measured(
    { rule: { choose: 'SQLite' } },
    warmUp,
    rounds,
    (floor) => timed(() => bareTrips(floor)),
    (wire) => timed(() => askAndWait(wire)),
  );
  const byProgram = await measured({ agent: 'program', within: '1m' }, warmUp, rounds, untilRead(bareProgram), untilRead(reasonGiven));
  return [
    timingRow({
      what: `k. ask → a rule answers → asker has it (${rounds} rounds; floor: 2 round trips, 2 durable rows)`,
      ...byRule,
      p50AtMost: 10,
    }),
    timingRow({
      what: `l. ask → a program has read its brief (${rounds} rounds; floor: the program started by hand)`,
      ...byProgram,
      p50AtMost: 50,
    }),
  ];
}

type Measure<T> = (subject: T) => Promise<number>;

async function measured(step: object, warmUp: number, rounds: number, least: Measure<Floor>, whole: Measure<Wire>) {
  const config = {
    answerers: { program: { kind: 'command', run: ANSWERER } },
    routes: [{ name: 'measured', decide: [step], irreversible: 'allow' }],
  };
  const prepare = async ({ config: path }: BrokerFolder) => writeFileSync(path, JSON.stringify(config));
  return withFloor((floor) =>
    withBroker(async (broker) => {
      const wire = broker.wire();
      const samples: { floor: number[]; measured: number[] } = { floor: [], measured: [] };
      for (let i = 0; i < warmUp + rounds; i += 1) {
        const [floored, taken] = [await least(floor), await whole(wire)];
        if (i < warmUp) continue;
        samples.floor.push(floored);
        samples.measured.push(taken);
      }
      return samples;
    }, prepare),
  );
}

/** Milliseconds from now to the time in the reason. */
function untilRead<T>(reasonOf: (subject: T) => Promise<string>): Measure<T> {
  return async (subject) => {
    const before = performance.timeOrigin + performance.now();
    return Number(await reasonOf(subject)) / 1e6 - before;
  };
}

async function askAndWait(wire: Wire): Promise<string> {
  const { body } = await wire.call<AskView>({ method: 'POST', path: '/v1/asks', body: askFrom(1) });
  const { body: result } = await wire.call<{ outcome: string; by?: { kind: string } }>({
    method: 'GET',
    path: `/v1/asks/${body.id}/result?wait=25000`,
  });
  if (result.outcome !== 'answers' || result.by?.kind === 'person') throw new Error(`the asker got ${JSON.stringify(result)}`);
  return body.id;
}

/** The reasons of rules and agents are only in the record; the asker does not get them. */
async function reasonGiven(wire: Wire): Promise<string> {
  const { body } = await wire.call<AskView>({ method: 'GET', path: `/v1/asks/${await askAndWait(wire)}` });
  return body.decision?.reason ?? '';
}

async function bareTrips(floor: Floor): Promise<void> {
  await floor.trip();
  floor.insert();
  await floor.trip();
  floor.insert();
}

function bareProgram(): Promise<string> {
  return new Promise((resolve, reject) => {
    const [program, ...args] = ANSWERER;
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'] });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk;
    });
    child.on('error', reject).on('close', () => resolve((JSON.parse(said) as { reason: string }).reason));
    child.stdin.end(A_BRIEF);
  });
}

// Rows f and g: how long a person waits after typing a command, with and without a running broker.
import { spawnSync } from 'node:child_process';
import { CLI } from '../test/support/home.ts';
import { askFrom, withBroker, withFolder } from './broker.ts';
import { timed } from './floor.ts';
import { type Row, timingRow } from './table.ts';

/** By command: how many times as long as `node -e 0` it may take. */
const RATIOS_AT_MOST = { count: 3, list: 3, answer: 3 } as const;
type Name = keyof typeof RATIOS_AT_MOST;
const NAMES = Object.keys(RATIOS_AT_MOST) as Name[];

/** In turns, so that whatever else the computer does concerns all of them and their floor. */
export async function commands(quick: boolean): Promise<Row[]> {
  const runs = quick ? 5 : 30;
  return withBroker(async (broker) => {
    const wire = broker.wire();
    const ask = async (): Promise<string> =>
      ((await wire.call({ method: 'POST', path: '/v1/asks', body: askFrom(0) })).body as { id: string }).id;
    for (let i = 0; i < 10; i += 1) await ask();
    const floor: number[] = [];
    const measured: Readonly<Record<Name, number[]>> = { count: [], list: [], answer: [] };
    const round = async (): Promise<Readonly<Record<Name | 'floor', number>>> => {
      const id = await ask();
      return {
        floor: await timed(() => node(['-e', '0'], broker.home.env)),
        count: await timed(() => node([CLI, 'count'], broker.home.env)),
        list: await timed(() => node([CLI, 'list'], broker.home.env)),
        answer: await timed(() => node([CLI, 'answer', id, '1'], broker.home.env)),
      };
    };
    await round();
    for (let i = 0; i < runs; i += 1) {
      const took = await round();
      floor.push(took.floor);
      for (const name of NAMES) measured[name].push(took[name]);
    }
    return NAMES.map((name) =>
      timingRow({
        what: `f. \`answerback ${name}\`, broker running (${runs} runs; floor: \`node -e 0\`)`,
        floor,
        measured: measured[name],
        floorsAtMost: RATIOS_AT_MOST[name],
      }),
    );
  });
}

export async function coldStart(quick: boolean): Promise<Row[]> {
  const runs = quick ? 2 : 15;
  const [floor, measured]: [number[], number[]] = [[], []];
  for (let i = 0; i < runs; i += 1) {
    await withFolder(async ({ env }) => {
      floor.push(await timed(() => [node(['-e', '0'], env), node(['-e', '0'], env)]));
      measured.push(await timed(() => node([CLI, 'list'], env)));
    });
  }
  return [timingRow({ what: `g. no broker → first \`answerback list\` (${runs} runs; floor: \`node -e 0\` twice)`, floor, measured })];
}

function node(args: readonly string[], given: NodeJS.ProcessEnv): void {
  // On Node 20 NODE_EXTRA_CA_CERTS costs every process 50 ms and more, which is not what we measure.
  const { NODE_EXTRA_CA_CERTS: _, ...env } = given;
  const { status, stderr } = spawnSync(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' });
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}: ${stderr}`);
}

// Rows f and g: how long a person waits after typing a command, with and without a running broker.
import { spawnSync } from 'node:child_process';
import { CLI } from '../test/support/home.ts';
import { withBroker, withFolder } from './broker.ts';
import { timed } from './floor.ts';
import { percentile, type Row, timingRow, verdict } from './table.ts';
import { askAll } from './throughput.ts';

const RATIO_AT_MOST = 2.5;

export async function listCommand(quick: boolean): Promise<Row[]> {
  const runs = quick ? 5 : 30;
  return withBroker(async (broker) => {
    await askAll([broker.wire()], 10);
    const [floor, measured]: [number[], number[]] = [[], []];
    for (let i = 0; i < runs; i += 1) {
      floor.push(await timed(() => node(['-e', '0'], broker.home.env)));
      measured.push(await timed(() => node([CLI, 'list'], broker.home.env)));
    }
    const ratio = percentile(measured, 50) / percentile(floor, 50);
    return [
      {
        ...timingRow({ what: `f. \`answerback list\`, broker running (${runs} runs; floor: \`node -e 0\`)`, floor, measured }),
        target: `p50 ≤ ${RATIO_AT_MOST} × floor`,
        verdict: verdict(ratio <= RATIO_AT_MOST, ratio),
      },
    ];
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

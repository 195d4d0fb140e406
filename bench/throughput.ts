// Row b: durable asks per second, from several agents at once.
import type { Wire } from '../src/client/http.ts';
import { askFrom, withBroker } from './broker.ts';
import { timed, withFloor } from './floor.ts';
import { count, ms, percentile, type Row, verdict } from './table.ts';

const AGENTS = 8;
const AT_LEAST = 1_000;

export async function throughput(quick: boolean): Promise<Row[]> {
  const [parts, perPart] = quick ? [3, 80] : [15, 200];
  return withFloor((floor) =>
    withBroker(async (broker) => {
      const wires = Array.from({ length: AGENTS }, () => broker.wire());
      await askAll(wires, perPart);
      const latencies: number[] = [];
      const [floorRates, rates]: [number[], number[]] = [[], []];
      for (let part = 0; part < parts; part += 1) {
        const bareMs = await timed(() => {
          for (let i = 0; i < perPart; i += 1) floor.insert();
        });
        floorRates.push(perSecond(perPart, bareMs));
        const partMs = await timed(async () => latencies.push(...(await askAll(wires, perPart))));
        rates.push(perSecond(perPart, partMs));
      }
      const [best, rate] = [percentile(floorRates, 50), percentile(rates, 50)];
      return [
        {
          what: `b. durable asks per second from ${AGENTS} connections (${count(parts * perPart)} asks; floor: durable rows per second; p99: of one ask)`,
          floor: `${count(best)}/s`,
          p50: `${count(rate)}/s`,
          p99: ms(percentile(latencies, 99)),
          target: `≥ ${count(AT_LEAST)}/s`,
          verdict: verdict(rate >= AT_LEAST, rate / best),
        },
      ];
    }),
  );
}

/** Everyone asks, one ask after the other, until there are enough. Returns how long each took. */
export async function askAll(wires: readonly Wire[], total: number): Promise<number[]> {
  const latencies: number[] = [];
  let left = total;
  const agent = async (wire: Wire, i: number) => {
    while (left > 0) {
      left -= 1;
      latencies.push(await timed(() => wire.call({ method: 'POST', path: '/v1/asks', body: askFrom(i) })));
    }
  };
  await Promise.all(wires.map(agent));
  return latencies;
}

const perSecond = (howMany: number, milliseconds: number): number => (howMany / milliseconds) * 1000;

// Row d: the broker's memory with thousands of open asks and hundreds of listeners.
import { askFrom, memoryOf, withBroker } from './broker.ts';
import { gather } from './crowd.ts';
import { withFloor } from './floor.ts';
import { count, mb, type Row, verdict } from './table.ts';
import { askAll } from './throughput.ts';

const AT_MOST = 130e6;

export async function memory(quick: boolean): Promise<Row[]> {
  const [asks, listeners] = quick ? [300, 20] : [10_000, 200];
  return withFloor((floor) =>
    withBroker(async (broker, pid) => {
      const bareCrowd = await gather(floor.socket, '/listen', listeners);
      const crowd = await gather(broker.home.place.socket, '/v1/events', listeners);
      const before = memoryOf(pid);
      const wires = Array.from({ length: 8 }, () => broker.wire());
      await askAll(wires, asks - 1);
      const last = crypto.randomUUID();
      const heard = crowd.everyoneHears(last);
      await broker.wire().call({ method: 'POST', path: '/v1/asks', body: askFrom(1, last) });
      await heard;
      const [now, most, bare] = [memoryOf(pid), memoryOf(pid, 'VmHWM'), memoryOf(floor.pid)];
      crowd.leave();
      bareCrowd.leave();
      return [
        {
          what: `d. memory with ${count(asks)} open asks and ${listeners} listeners (floor: bare server, as many; p99: the peak)`,
          floor: mb(bare),
          p50: mb(now),
          p99: mb(most),
          target: `≤ ${mb(AT_MOST)}`,
          verdict: verdict(now <= AT_MOST, now / bare),
        },
        {
          what: `d. memory with ${listeners} listeners before the first ask`,
          floor: mb(bare),
          p50: mb(before),
          p99: '–',
          target: '–',
          verdict: verdict(undefined, before / bare),
        },
      ];
    }),
  );
}

// Row e: from one event until the last of many listeners has it.
import { askFrom, withBroker } from './broker.ts';
import { gather } from './crowd.ts';
import { timed, withFloor } from './floor.ts';
import { count, type Row, timingRow } from './table.ts';

export async function fanOut(quick: boolean): Promise<Row[]> {
  const crowds: readonly (readonly [number, number])[] = quick
    ? [[50, 10]]
    : [
        [200, 150],
        [1_000, 60],
      ];
  const rows: Row[] = [];
  for (const [listeners, rounds] of crowds) rows.push(await toTheLastOf(listeners, rounds));
  return rows;
}

async function toTheLastOf(listeners: number, rounds: number): Promise<Row> {
  return withFloor((floor) =>
    withBroker(async (broker) => {
      const bareCrowd = await gather(floor.socket, '/listen', listeners);
      const crowd = await gather(broker.home.place.socket, '/v1/events', listeners);
      const asker = broker.wire();
      const samples: { floor: number; measured: number }[] = [];
      for (let i = 0; i < rounds; i += 1) {
        const body = askFrom(1);
        const bare = await timed(async () => {
          const heard = bareCrowd.everyoneHears(body.toolUseId);
          await floor.wire.call({ method: 'POST', path: '/', body });
          await heard;
        });
        const measured = await timed(async () => {
          const heard = crowd.everyoneHears(body.toolUseId);
          await asker.call({ method: 'POST', path: '/v1/asks', body });
          await heard;
        });
        if (i >= rounds / 10) samples.push({ floor: bare, measured });
      }
      crowd.leave();
      bareCrowd.leave();
      return timingRow({
        what: `e. an ask sent → the last of ${count(listeners)} listeners has it (floor: bare server, same bytes to as many)`,
        floor: samples.map((s) => s.floor),
        measured: samples.map((s) => s.measured),
      });
    }),
  );
}

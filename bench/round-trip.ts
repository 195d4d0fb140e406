// Row a: from an ask until its answer is there, with an asker, a listener and an answerer on separate connections.

import type { AskView } from '../src/ask/schema/history.ts';
import { follow } from '../src/client/events.ts';
import type { Wire } from '../src/client/http.ts';
import { askFrom, withBroker } from './broker.ts';
import { type Floor, timed, withFloor } from './floor.ts';
import { type Row, timingRow } from './table.ts';

export async function roundTrip(quick: boolean): Promise<Row[]> {
  const [warmUp, rounds] = quick ? [10, 30] : [100, 500];
  return withFloor((floor) =>
    withBroker(async (broker) => {
      const asker = broker.wire();
      const away = new AbortController();
      const answering = answerEverything(broker.wire(), broker.wire(), away.signal);
      await answering.connected;
      const samples: { floor: number; measured: number }[] = [];
      for (let i = 0; i < warmUp + rounds; i += 1) {
        const sample = { floor: await timed(() => bare(floor)), measured: await timed(() => askAndWait(asker)) };
        if (i >= warmUp) samples.push(sample);
      }
      away.abort();
      await answering.over;
      return [
        timingRow({
          what: `a. ask → seen on the stream → answered → asker has it (${rounds} rounds; floor: 4 round trips, 2 durable rows)`,
          floor: samples.map((s) => s.floor),
          measured: samples.map((s) => s.measured),
          p50AtMost: 5,
          p99AtMost: 20,
        }),
      ];
    }),
  );
}

async function askAndWait(wire: Wire): Promise<void> {
  const { body } = await wire.call<AskView>({ method: 'POST', path: '/v1/asks', body: askFrom(1) });
  const result = await wire.call<{ outcome: string }>({ method: 'GET', path: `/v1/asks/${body.id}/result?wait=25000` });
  if (result.body.outcome !== 'answers') throw new Error(`the asker got ${JSON.stringify(result.body)}`);
}

async function bare(floor: Floor): Promise<void> {
  await floor.trip();
  floor.insert();
  await floor.trip();
  await floor.trip();
  floor.insert();
  await floor.trip();
}

export function answerEverything(listener: Wire, answerer: Wire, signal: AbortSignal): { connected: Promise<void>; over: Promise<void> } {
  let connected = () => {};
  const ready = new Promise<void>((resolve) => {
    connected = resolve;
  });
  const loop = async () => {
    for await (const item of follow(listener, async () => {}, { signal })) {
      if (item.kind === 'connected') connected();
      if (item.kind !== 'event' || !('ask' in item.event) || item.event.happening.kind !== 'asked') continue;
      await answerer.call({ method: 'POST', path: `/v1/asks/${item.event.ask}/decision`, body: { kind: 'answers', answers: [2] } });
    }
  };
  return { connected: ready, over: loop() };
}

// Rows s to u: from an ask until a notifier is called, and until its service has the message; asks while a service is dead; and how many messages a burst of asks makes.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { Wire } from '../src/client/http.ts';
import type { BrokerFolder } from '../src/client/place.ts';
import type { Sent } from '../src/notify/notifier.ts';
import { defineNotifier } from '../src/notify/notifier-kind.ts';
import { openBroker } from '../src/server/broker.ts';
import { LISTS } from '../src/server/lists.ts';
import { askFrom, undone, withBroker, withFolder } from './broker.ts';
import { type Floor, timed, withFloor } from './floor.ts';
import { count, ms, type Row, timingRow, verdict } from './table.ts';

/** A notifier sends three messages at once; the next ones would become a digest. So there are many notifiers, each for one agent. */
const AT_ONCE = 3;

export async function notifications(quick: boolean): Promise<Row[]> {
  const [notifiers, rounds, burst] = quick ? [5, 20, 50] : [40, 200, 1_000];
  return [await untilCalled(notifiers), await untilTold(notifiers), await whileDead(rounds), await oneDigest(burst)];
}

/** The broker runs in this process, so that the call itself is seen, and not what a service makes of it. */
async function untilCalled(notifiers: number): Promise<Row> {
  let isCalled = () => {};
  const called = defineNotifier({
    kind: 'called',
    brief: 'nothing',
    settings: {},
    open: () => ({
      async send(): Promise<Sent> {
        isCalled();
        return { kind: 'sent' };
      },
      check: async () => undefined,
      close: async () => {},
    }),
  });
  const lists = { ...LISTS, notifiers: [called] };
  return withFloor((floor) =>
    withFolder(async ({ place }) => {
      const one = (i: number) => ({ kind: 'called', when: { session: `agent-${i}` } });
      await notifying(Object.fromEntries(Array.from({ length: notifiers }, (_, i) => [`agent${i}`, one(i)])))(place);
      const start = await openBroker({ place, version: '0.0.0', log: pino({ level: 'silent' }), port: 0, lists });
      if (start.kind !== 'started') throw new Error('another broker has the folder');
      const wire = new Wire(place.socket);
      return undone(
        async () => {
          wire.close();
          await start.broker.stop();
        },
        async () => {
          const samples: { floor: number[]; measured: number[] } = { floor: [], measured: [] };
          for (let i = 0; i < notifiers * AT_ONCE; i += 1) {
            const arrived = new Promise<void>((resolve) => {
              isCalled = resolve;
            });
            const least = await timed(async () => {
              await floor.trip();
              floor.insert();
            });
            const [taken] = await Promise.all([timed(() => arrived), ask(wire, i % notifiers)]);
            // The first messages of all load what is needed.
            if (i < AT_ONCE) continue;
            samples.floor.push(least);
            samples.measured.push(taken);
          }
          const what = `s. ask → a notifier is called (${notifiers * AT_ONCE} asks; floor: 1 round trip, 1 durable row)`;
          return timingRow({ what, ...samples, p50AtMost: 5 });
        },
      );
    }),
  );
}

async function untilTold(notifiers: number): Promise<Row> {
  return withService(async (service) =>
    withFloor((floor) =>
      withBroker(
        async (broker) => {
          const wire = broker.wire();
          const samples: { floor: number[]; measured: number[] } = { floor: [], measured: [] };
          for (let i = 0; i < notifiers * AT_ONCE; i += 1) {
            const [least, taken] = [
              await timed(() => bareMessage(floor, service.url)),
              await timed(() => told(wire, service, i % notifiers)),
            ];
            // The first messages of all load what is needed.
            if (i < AT_ONCE) continue;
            samples.floor.push(least);
            samples.measured.push(taken);
          }
          const what = `s. ask → a service has the message (${notifiers * AT_ONCE} asks; floor: 2 round trips, 2 durable rows)`;
          return timingRow({ what, ...samples, floorsAtMost: 2 });
        },
        notifying(Object.fromEntries(Array.from({ length: notifiers }, (_, i) => [`agent${i}`, hook(service.url, `agent-${i}`)]))),
      ),
    ),
  );
}

async function whileDead(rounds: number): Promise<Row> {
  return withService(async (dead) => {
    dead.stopReplying();
    const [floor, measured]: [number[], number[]] = [[], []];
    await withBroker(async (without) =>
      withBroker(
        async (broker) => {
          const [least, wire] = [without.wire(), broker.wire()];
          for (let i = 0; i < rounds; i += 1) {
            floor.push(await timed(() => ask(least, 1)));
            measured.push(await timed(() => ask(wire, 1)));
          }
        },
        notifying({ dead: hook(dead.url) }),
      ),
    );
    return timingRow({
      what: `t. an ask while a service does not answer (${rounds} asks; floor: without notifiers)`,
      floor,
      measured,
      floorsAtMost: 2,
    });
  });
}

async function oneDigest(burst: number): Promise<Row> {
  return withService(async (service) =>
    withBroker(
      async (broker) => {
        const wires = Array.from({ length: 8 }, () => broker.wire());
        const took = await timed(async () => {
          await Promise.all(
            wires.map(async (wire, w) => {
              for (let i = w; i < burst; i += wires.length) await ask(wire, i);
            }),
          );
          while (service.asks() < burst) await service.next();
        });
        const messages = service.messages();
        return {
          what: `u. ${count(burst)} asks in a burst (messages, and how long until all were told)`,
          floor: '1 + a digest',
          p50: `${messages} messages`,
          p99: ms(took),
          target: '1 digest',
          verdict: verdict(messages <= 2, messages / 2),
        };
      },
      notifying({ all: hook(service.url) }),
    ),
  );
}

const hook = (url: string, session?: string) => ({
  kind: 'webhook',
  url,
  'secret-env': 'PATH',
  ...(session === undefined ? {} : { when: { session } }),
});

const notifying = (notify: object) => async (place: BrokerFolder) => writeFileSync(join(place.config), JSON.stringify({ notify }));

type Service = Awaited<ReturnType<typeof open>>;

async function told(wire: Wire, service: Service, agent: number): Promise<void> {
  const arrived = service.next();
  await ask(wire, agent);
  await arrived;
}

async function ask(wire: Wire, agent: number): Promise<void> {
  const { status } = await wire.call({ method: 'POST', path: '/v1/asks', body: askFrom(agent) });
  if (status !== 201) throw new Error(`the ask was refused: ${status}`);
}

async function bareMessage(floor: Floor, url: string): Promise<void> {
  await floor.trip();
  floor.insert();
  floor.insert();
  await (await fetch(`${url}/floor`, { method: 'POST', body: 'x'.repeat(600) })).text();
}

async function withService<T>(work: (service: Service) => Promise<T>): Promise<T> {
  const service = await open();
  return undone(service.close, () => work(service));
}

async function open() {
  let [messages, asks, isSilent] = [0, 0, false];
  let arrived: (() => void)[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (request.url === '/floor') return void response.end('ok');
    if (isSilent) return;
    response.end('ok');
    messages += 1;
    asks += (JSON.parse(body) as { asks: unknown[] }).asks.length;
    const heard = arrived;
    arrived = [];
    for (const each of heard) each();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    messages: () => messages,
    asks: () => asks,
    next: () => new Promise<void>((resolve) => arrived.push(resolve)),
    stopReplying(): void {
      isSilent = true;
    },
    close(): void {
      server.close();
      server.closeAllConnections();
    },
  };
}

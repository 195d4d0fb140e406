// Row m: from an ask until OpenClaw works on it; floor: the same call by hand. ANSWERBACK_BENCH_OPENCLAW=1 uses a real gateway.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import WebSocket from 'ws';
import { connectParams } from '../src/agents/openclaw/answerer/frames.ts';
import type { AskView } from '../src/ask/schema/history.ts';
import type { Wire } from '../src/client/http.ts';
import { startFakeCompletions } from '../test/support/agents/fake-completions.ts';
import { openclawGateway } from '../test/support/agents/openclaw-gateway.ts';
import { startFakeGateway } from '../test/support/fake-openclaw-gateway.ts';
import { askFrom, undone, withBroker } from './broker.ts';
import { ms, percentile, type Row, verdict } from './table.ts';

const OVERHEAD_MS = 20;
const ANSWER = '{"answers": [2], "risk": "reversible", "reason": "measured"}';
/** Where the start of a run can be seen, and the text that identifies it. */
type Begun = (text: string) => Promise<number>;
type Target = { readonly url: string; readonly token: string; readonly begun: Begun; readonly what: string };

export async function openclaw(quick: boolean): Promise<Row[]> {
  const real = process.env.ANSWERBACK_BENCH_OPENCLAW === '1';
  const [warmUp, rounds] = real ? [3, quick ? 5 : 20] : quick ? [5, 20] : [30, 200];
  return (real ? withRealGateway : withFakeGateway)(async (target) => {
    const byHand = await bareClient(target);
    const prepare = async ({ config, folder }: { config: string; folder: string }) => {
      writeFileSync(join(folder, 'claw-token'), target.token, { mode: 0o600 });
      const answerer = { kind: 'openclaw', url: target.url, 'token-file': join(folder, 'claw-token') };
      writeFileSync(
        config,
        JSON.stringify({ answerers: { claw: answerer }, routes: [{ name: 'measured', decide: [{ agent: 'claw', within: '2m' }] }] }),
      );
    };
    return withBroker(async (broker) => {
      const wire = broker.wire();
      const samples: { floor: number; measured: number }[] = [];
      for (let i = 0; i < warmUp + rounds; i += 1) {
        const sample = { floor: await byHand.call(`by-hand-${i}`), measured: await asked(wire, target) };
        if (i >= warmUp) samples.push(sample);
      }
      byHand.close();
      return [row(`m. ask → ${target.what} (${rounds} rounds; floor: the same call over an open WebSocket)`, samples)];
    }, prepare);
  });
}

function row(what: string, samples: readonly { floor: number; measured: number }[]): Row {
  const [floor, measured] = [samples.map((sample) => sample.floor), samples.map((sample) => sample.measured)];
  const [best, p50] = [percentile(floor, 50), percentile(measured, 50)];
  return {
    what,
    floor: ms(best),
    p50: ms(p50),
    p99: ms(percentile(measured, 99)),
    target: `p50 ≤ floor + ${OVERHEAD_MS} ms`,
    verdict: verdict(p50 - best <= OVERHEAD_MS, p50 / best),
  };
}

const now = () => performance.timeOrigin + performance.now();

async function asked(wire: Wire, { begun }: Target): Promise<number> {
  const before = now();
  const { body } = await wire.call<AskView>({ method: 'POST', path: '/v1/asks', body: askFrom(1) });
  const at = await begun(body.id);
  // The next round starts when this run is over.
  await wire.call({ method: 'GET', path: `/v1/asks/${body.id}/result?wait=25000` });
  return at - before;
}

/** The same call with nothing but a WebSocket. */
async function bareClient({ url, token, begun }: Target) {
  const socket = new WebSocket(url);
  const ended = new Map<string, () => void>();
  const isIn = new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('message', (data) => {
      const { type, event, id, payload } = JSON.parse(String(data));
      if (event === 'connect.challenge')
        return socket.send(JSON.stringify({ type: 'req', id: 'c', method: 'connect', params: connectParams(token, '0') }));
      if (type === 'res' && id === 'c') return resolve();
      if (type === 'res' && payload?.status !== 'accepted') ended.get(id)?.();
    });
  });
  await isIn;
  return {
    async call(id: string): Promise<number> {
      const params = {
        message: `${id} ${'x'.repeat(4_000)}`,
        agentId: 'main',
        sessionKey: `agent:main:bench:${id}`,
        idempotencyKey: `${id}-${process.pid}`,
      };
      const over = new Promise<void>((resolve) => ended.set(id, resolve));
      const before = now();
      socket.send(JSON.stringify({ type: 'req', id, method: 'agent', params }));
      const at = await begun(id);
      await over;
      return at - before;
    },
    close: () => socket.terminate(),
  };
}

/** When each text was seen; those who wait for it are told. */
function arrivals() {
  const seen: { text: string; at: number }[] = [];
  const waiting = new Set<() => void>();
  return {
    came(text: string): void {
      seen.push({ text, at: now() });
      for (const look of waiting) look();
    },
    begun: (part: string) =>
      new Promise<number>((resolve) => {
        const look = () => {
          const found = seen.find(({ text }) => text.includes(part));
          if (!found) return;
          waiting.delete(look);
          resolve(found.at);
        };
        waiting.add(look);
        look();
      }),
  };
}

async function withFakeGateway<T>(work: (target: Target) => Promise<T>): Promise<T> {
  const { came, begun } = arrivals();
  const gateway = await startFakeGateway({
    token: 'token',
    script(run) {
      came(run.message);
      run.settle({ kind: 'said', texts: [ANSWER] });
    },
  });
  return undone(
    () => gateway.crash(),
    () => work({ url: gateway.url, token: 'token', begun, what: "OpenClaw's gateway has the call" }),
  );
}

async function withRealGateway<T>(work: (target: Target) => Promise<T>): Promise<T> {
  const { came, begun } = arrivals();
  const model = await startFakeCompletions((messages) => {
    came(JSON.stringify(messages));
    return { text: ANSWER };
  });
  const gateway = await openclawGateway({ modelUrl: model.url });
  const stop = async () => {
    await gateway.stop();
    await model.stop();
  };
  return undone(stop, async () => {
    await gateway.start();
    return work({ url: gateway.url, token: gateway.token, begun, what: 'the model of a real OpenClaw has the call' });
  });
}

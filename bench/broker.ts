// A real broker process to measure, in a folder of its own, which is always cleaned up.
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { Wire } from '../src/client/http.ts';
import type { BrokerFolder } from '../src/client/place.ts';
import { startBroker, stopBroker } from '../src/client/start.ts';
import { aRequest, BROKER_PROGRAM, type Home, home } from '../test/support/home.ts';

export type Measured = {
  readonly home: Home;
  /** A keep-alive connection that nobody else uses. */
  wire(): Wire;
  /** Its process id. */
  start(): Promise<number>;
  stop(): Promise<void>;
};

/** What to undo if somebody presses Ctrl-C now. */
const undo = new Set<() => Promise<void> | void>();

/** `prepare` may put something into the folder and the environment before the broker starts. */
export async function withBroker<T>(
  work: (broker: Measured, pid: number) => Promise<T>,
  prepare: (place: BrokerFolder, env: NodeJS.ProcessEnv) => Promise<void> = async () => {},
): Promise<T> {
  return withFolder(async (own) => {
    await prepare(own.place, own.env);
    const wires: Wire[] = [];
    let pid = 0;
    const broker: Measured = {
      home: own,
      wire() {
        const wire = new Wire(own.place.socket);
        wires.push(wire);
        return wire;
      },
      async start() {
        ({ pid } = await startBroker({ place: own.place, program: BROKER_PROGRAM, env: own.env }));
        return pid;
      },
      async stop() {
        for (const wire of wires.splice(0)) wire.close();
        // It closes its socket first and its journal last.
        if (await stopBroker(own.place)) while (runs(pid)) await setTimeout(2);
      },
    };
    try {
      return await work(broker, await broker.start());
    } finally {
      // A clean stop, so that a profiler inside it can write its results.
      await broker.stop();
    }
  });
}

/** A folder in which no broker runs yet. */
export async function withFolder<T>(work: (own: Home) => Promise<T>): Promise<T> {
  const own = home();
  return undone(
    () => own.close(),
    () => work(own),
  );
}

export async function undone<T>(step: () => Promise<void> | void, work: () => Promise<T>): Promise<T> {
  undo.add(step);
  try {
    return await work();
  } finally {
    undo.delete(step);
    await step();
  }
}

export async function undoAll(): Promise<void> {
  for (const step of [...undo].reverse()) await step();
}

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** A typical ask, from one of many agents. */
export function askFrom(agent: number, toolUseId: string = crypto.randomUUID()): ReturnType<typeof aRequest> {
  return aRequest({ toolUseId, session: { id: `agent-${agent}`, program: 'claude-code', project: `/home/ada/project-${agent}` } });
}

/** `VmRSS`: memory in use now; `VmHWM`: the peak. Linux only. */
export function memoryOf(pid: number, which: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  const line = new RegExp(`^${which}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1]) * 1024;
}

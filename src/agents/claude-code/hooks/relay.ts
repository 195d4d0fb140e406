// A hook of an agent that runs as a command: passes its input to the broker over the socket, and prints the reply.
// Unlike a port, which anybody may open while no broker is running, nobody else can put a socket into the user's folder.

import { Wire } from '../../../client/http.ts';
import { placeFrom } from '../../../client/place.ts';
import { ensureBroker } from '../../../client/start.ts';
import { asObject } from '../../../text/json.ts';
import { type AnnouncedAgent, agentAbove, readAll } from './announce.ts';

/** The argument of hooks that only report something. */
export const REPORT = '--report';
/** The argument of hooks that wait for an answer. These start the broker if there is none. */
export const WAIT = '--wait';

/** A broker that hangs must not block the agent for longer. */
const REPORT_WITHIN_MS = 500;
const LOOK_EVERY_MS = 1_000;

/** Throws if there is no broker: the agent then goes on as if there were no hook. */
export async function relay(process: NodeJS.Process, agent: AnnouncedAgent, isWaiting: boolean): Promise<void> {
  const body: unknown = JSON.parse(await readAll(process.stdin));
  const place = placeFrom(process.env);
  if (isWaiting) {
    endWith(agentAbove(process.ppid, agent.process));
    await ensureBroker({ place });
  }
  const wire = new Wire(place.socket);
  try {
    const timeoutMs = isWaiting ? 0 : REPORT_WITHIN_MS;
    const { body: said } = await wire.call({ method: 'POST', path: `/v1/channels/${agent.program}`, body, timeoutMs });
    const reply = asObject(said) ?? {};
    if (Object.keys(reply).length > 0) process.stdout.write(JSON.stringify(reply));
  } finally {
    wire.close();
  }
}

/** An agent that crashes leaves its hooks running. Ours ends with it, so that the broker sees that nobody waits any more. */
function endWith(agent: number | undefined): void {
  if (agent === undefined) return;
  setInterval(() => {
    try {
      process.kill(agent, 0);
    } catch {
      process.exit(0);
    }
  }, LOOK_EVERY_MS).unref();
}

// Asks a test question like a script, and like each agent that has a self-test, and answers it.
import { randomUUID } from 'node:crypto';
import type { AgentEntry } from '../../agents/entry.ts';
import { DOCTOR, OPTIONS, QUESTION, WORKING, withoutAutoAnswers } from '../../agents/self-test.ts';
import type { Client } from '../../client/client.ts';
import type { Finding, SelfTest } from '../../setup/connection.ts';
import { type Context, surroundings } from '../context.ts';

export async function selfTest(context: Context, agents: readonly AgentEntry[]): Promise<Finding> {
  const at = surroundings(context);
  const passed = [await throughToolCall(at.client(), at.place.folder)];
  for (const { load } of agents) {
    const result = await (await load()).selfTest?.(at);
    if (result) passed.push(result);
  }
  const times = passed.map(({ by, ms }) => `${ms.toFixed(0)} ms by ${by}`);
  return { state: 'ok', message: `a question was asked, answered and verified: ${times.join(', ')}` };
}

/** Throws an error that says where it stopped. */
async function throughToolCall(client: Client, project: string): Promise<SelfTest> {
  const started = performance.now();
  const session = { id: `doctor-${randomUUID()}`, program: 'doctor', project };
  const receipt = await withoutAutoAnswers(client, session.id, async () => {
    const ask = await client.call('POST /v1/asks', {
      body: {
        session,
        toolUseId: randomUUID(),
        questions: [{ text: QUESTION, header: 'Self-test', options: OPTIONS }],
        timeoutMs: 60_000,
      },
    });
    await client.decide(ask.id, WORKING, DOCTOR);
    const got = await client.receipt(await client.result(ask.id));
    await client.call('POST /v1/sessions/:id/end', { params: { id: session.id }, body: { reason: 'the self-test is over' } });
    return got;
  });
  if (receipt.verdict !== 'verified')
    throw new Error(`the answer arrived ${receipt.verdict}: ${receipt.differences.map((d) => d.what).join('; ')}`);
  return { by: 'command', ms: performance.now() - started };
}

// A simulated script for `doctor`: asks a question like `answerback ask`.
import { randomUUID } from 'node:crypto';
import { DOCTOR, OPTIONS, QUESTION, WORKING, withoutAutoAnswers } from '../../agents/self-test.ts';
import type { Client } from '../../client/client.ts';
import type { SelfTest } from '../../setup/connection.ts';

/** Throws an error that says where it stopped. */
export async function throughToolCall(client: Client, project: string): Promise<SelfTest> {
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

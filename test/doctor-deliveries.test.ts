// What doctor says about answers that did not reach their agent: not "Everything works".
import { expect, it } from 'vitest';
import { eventually } from './support/eventually.ts';
import { by, home } from './support/home.ts';
import { startStandIn } from './support/opencode/start-stand-in.ts';
import { answers } from './support/samples.ts';

it('doctor names an answer that did not reach its agent, until it has', async () => {
  const at = home();
  const client = at.client();
  const opencode = await startStandIn(at);
  try {
    const session = await opencode.do('session');
    await opencode.do('refuse', true);
    await opencode.do('ask', session, [{ question: 'Which?', options: [{ label: 'A' }, { label: 'B' }] }]);
    const { id } = await eventually(async () => (await client.list({ kind: ['question'] })).asks.find((ask) => ask.session === session));
    const becomes = (state: string) => eventually(async () => (await client.show(id)).state === state);
    await client.decide(id, answers(1), by('ada'));
    await becomes('undelivered');
    const { out } = await at.run(['doctor']);
    expect(out).toMatch(
      new RegExp(
        `! deliveries +1 answer did not reach the agent; the latest, ${id.slice(0, 8)}: [\\s\\S]+answerback\\s+retry\\s+${id.slice(0, 8)}`,
      ),
    );
    expect(out).not.toContain('Everything works');
    await opencode.do('refuse', false);
    await client.deliverAgain(id);
    await becomes('verified');
    expect((await at.run(['doctor'])).out).toMatch(/✓ deliveries +no answer is undelivered/);
  } finally {
    await opencode.stop();
    await at.close();
  }
});

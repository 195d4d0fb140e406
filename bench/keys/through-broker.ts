// The same decisions through a real broker, which types them: how long a person who answers has to wait.
import { quirksOf } from '../../src/agents/claude-code/keys/goal.ts';
import { verdictInputOf } from '../../src/ask/verdict.ts';
import { actionsOf, isTold } from '../../test/support/agents/actions.ts';
import { brokerTypist } from '../../test/support/agents/broker-typist.ts';
import { startFakeModel } from '../../test/support/agents/fake-model.ts';
import { recordedAt } from '../../test/support/agents/typist.ts';
import { type Run, running } from './measure.ts';

const WAITED_MS = 1_600;
const by = { by: { kind: 'person', name: 'bench', surface: 'bench' } } as const;

export async function throughBroker(version: string, runs: number, only: RegExp, note: (line: string) => void): Promise<Run[]> {
  const model = await startFakeModel();
  const typist = await brokerTypist({ version, model });
  running.add(typist);
  const client = typist.at.client();
  const done: Run[] = [];
  try {
    const actions = actionsOf(quirksOf(version)).filter(({ limitMs, name }) => limitMs !== undefined && only.test(name));
    for (const { name, calls, verdict, told } of actions) {
      if (verdict.kind !== 'answers') continue;
      for (let run = 0; run < runs; run += 1) {
        const [call] = calls(String(run));
        if (!call) continue;
        const { id, ask } = await typist.ask(`${name} ${run}`, call);
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, ask.createdAt + WAITED_MS - Date.now())));
        const decided = Date.now();
        await client.decide(ask.id, verdictInputOf(verdict), by);
        const content = await model.toolResult(id, 8_000).then(
          (result) => result.content,
          (error: Error) => error.message,
        );
        const recorded = await recordedAt(typist.claude, id);
        const right = isTold(told, content);
        const taken = recorded === undefined ? {} : { recordedMs: recorded - decided };
        done.push({ action: name, stage: 'through the broker', waited: true, right, ...taken, ...(right ? {} : { why: content }) });
      }
      note(`${version}, through the broker, ${name}: ${done.filter((run) => run.action === name && run.right).length} of ${runs}`);
    }
  } finally {
    running.delete(typist);
    await typist.stop();
    await model.stop();
  }
  return done;
}

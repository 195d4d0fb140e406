// For tests: what an answerer with conversations does, the same for every real program. Its model is a fake that counts briefs.
import { expect } from 'vitest';
import type { Decision } from '../../../src/ask/schema/decision.ts';
import type { Consideration } from '../../../src/ask/schema/route.ts';
import { eventually } from '../eventually.ts';
import { aRequest, type Home } from '../home.ts';

const TRAP = 'Which of the seven?';
const isBrief = (text: string): boolean => text.includes('you are the one who decides');

/** What the fake model says, from all that the user said in the conversation, oldest first. */
export function countingReply(said: readonly string[]): string {
  const now = said.at(-1) ?? '';
  const id = (/The id of this ask is (\w+)/.exec(now) ?? /with the id (\w+)/.exec(now))?.[1];
  const answer = now.includes('| to correct:')
    ? { words: 'One file, and put back what I decided before' }
    : now.includes(`| question: ${TRAP}`) && !now.includes('cannot be taken')
      ? 7
      : 2;
  return JSON.stringify({ ask: id, answers: [answer], risk: 'reversible', reason: `brief ${said.filter(isBrief).length}` });
}

/**
 * Seven questions of one session, one of another, and one after the program has lost its conversations; `at` has an answerer for all questions.
 * `forget` is left out if the program has no way to lose them.
 */
export async function expectConversation(at: Home, project: string, forget?: () => void): Promise<void> {
  const client = at.client();
  let count = 0;
  const ask = async (text: string, session = 'asker'): Promise<{ id: string; decision: Decision }> => {
    count += 1;
    const questions = [{ text, header: 'Database', options: [{ label: 'Postgres' }, { label: 'SQLite' }] }];
    const { id } = await client.ask(
      aRequest({ toolUseId: `t${count}`, session: { id: session, program: 'tester', project }, questions, rules: 'tolerant' }),
    );
    const decision = await eventually(async () => (await client.show(id)).decision);
    return { id, decision };
  };
  for (const number of [1, 2, 3, 4])
    expect((await ask(`Question ${number}?`)).decision).toMatchObject({ answers: [{ chosen: [2] }], reason: `brief ${number}` });

  // A wrong option is corrected at the second try.
  const trapped = await ask(TRAP);
  expect(trapped.decision).toMatchObject({ answers: [{ chosen: [2] }], reason: 'brief 5' });
  expect((await considered(trapped.id)).map(({ outcome }) => outcome)).toEqual(['asked', 'sent-back', 'answered']);

  // A mismatch is corrected at the next question, in a conversation that a killed broker does not end.
  const result = await client.result(trapped.id);
  await client.receipt({ ...result, answers: result.answers.map((each) => ({ ...each, chosen: ['Postgres'], numbers: [1] })) });
  await eventually(async () => (await client.show(trapped.id)).told?.outcome === 'told');
  process.kill((await at.pid()) as number, 'SIGKILL');
  expect((await ask('And now?')).decision).toMatchObject({
    answers: [{ kind: 'words', words: 'One file, and put back what I decided before' }],
    reason: 'brief 6',
  });
  expect((await ask('And then?')).decision).toMatchObject({ answers: [{ chosen: [2] }], reason: 'brief 7' });
  expect((await ask('Elsewhere?', 'another')).decision).toMatchObject({ reason: 'brief 1' });

  if (!forget) return;
  forget();
  const anew = await ask('Do you remember?');
  expect(anew.decision).toMatchObject({ reason: 'brief 1' });
  expect((await considered(anew.id)).at(-1)?.effort).toMatchObject({ note: expect.stringContaining('a new one was begun') });

  async function considered(id: string): Promise<readonly Consideration[]> {
    return (await client.history(id)).flatMap(({ happening }) => (happening.kind === 'considered' ? [happening] : []));
  }
}

// kill -9 of the broker at each step of a conversation with an answering agent: no answer twice, no lesson lost.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ask, at, claw, configure, freshForEach, program, question, route, story } from './support/auto-answer-home.ts';
import { eventually } from './support/eventually.ts';
import { by } from './support/home.ts';
import { killBroker } from './support/kill.ts';

freshForEach();

type Call = { readonly how: string; readonly purpose: string; readonly text: string; readonly key: string };

/** A program that hangs at the first message of each kind, and replies when it gets the message again. The first reply to a brief is wrong. */
function hangsOnce(log: string): object {
  const body = `const { readFileSync } = await import('node:fs');
    const [how, id] = process.argv.slice(2);
    const call = { how, purpose: process.env.ANSWERBACK_PURPOSE, text, key: process.env.ANSWERBACK_KEY };
    const before = (() => { try { return readFileSync(${JSON.stringify(log)}, 'utf8').trim().split('\\n').map((line) => JSON.parse(line)); } catch { return []; } })();
    appendFileSync(${JSON.stringify(log)}, JSON.stringify(call) + '\\n');
    const answers = call.key.endsWith(':again') ? [2] : [7];
    if (!before.some(({ key }) => key === call.key)) hang();
    else console.log(JSON.stringify({ answers, risk: 'reversible', reason: 'the roadmap says so' }));`;
  const run = program('hangs-once', body);
  return { kind: 'command', run: [...run, 'begin', '{conversation}'], resume: [...run, 'resume', '{conversation}'] };
}

it('the brief, the correction and the news are sent again, the answer is given once, and the lesson is in the next brief', async () => {
  const log = join(at.place.folder, 'calls');
  configure({ answerers: { claw: hangsOnce(log) }, routes: route(claw()) });
  const calls = (): readonly Call[] => {
    try {
      return readFileSync(log, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
    } catch {
      return [];
    }
  };
  /** Kills the broker while the program works on this message, and starts another one. */
  const killedDuring = async (count: number) => {
    await eventually(() => calls().length === count);
    expect(await killBroker(at)).toBe(true);
    await at.client().status();
  };
  const { id } = await ask(question('Which database?', 'Postgres', 'SQLite'));
  await killedDuring(1);
  // The brief again, a wrong reply, and the correction.
  await killedDuring(3);
  expect(await at.client().result(id)).toMatchObject({ answers: [{ chosen: ['SQLite'] }] });
  expect(await story(id)).toEqual(['claw asked', 'claw sent-back', 'claw answered']);
  expect((await at.client().history(id)).filter(({ happening }) => happening.kind === 'settled')).toHaveLength(1);

  await at.client().overrule(id, 'we have a server; use Postgres', by('ada').by, false);
  await killedDuring(5);
  await eventually(async () => (await at.client().show(id)).told);
  expect(calls().map(({ how, purpose }) => `${how} ${purpose}`)).toEqual([
    'begin decide',
    'begin decide',
    'resume decide',
    'resume decide',
    'resume news',
    'resume news',
  ]);
  const [first, second, third, fourth, fifth, sixth] = calls();
  expect([second?.key, fourth?.key, sixth?.key]).toEqual([first?.key, third?.key, fifth?.key]);
  expect(sixth?.text).toContain('| ada said: we have a server; use Postgres');

  await killBroker(at);
  const next = await ask(question('Which queue?', 'A table', 'A server'));
  expect((await at.run(['brief', next.id])).out).toMatch(
    /against you: Which database\? → you: SQLite; ada said: we have a server; use Postgres/,
  );
  expect((await at.client().show(id)).decision).toMatchObject({ by: { name: 'claw' } });
});

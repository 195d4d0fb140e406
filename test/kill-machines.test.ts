// kill -9 at random moments during auto-answer: every ask is resumed, decided once, and by the answerer that its route names.
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { openSqliteJournal } from '../src/drivers/sqlite/journal.ts';
import { eventually } from './support/eventually.ts';
import { aRequest, type Home, home } from './support/home.ts';
import { killAgainAndAgain, killBroker } from './support/kill.ts';

const CYCLES = Number(process.env.ANSWERBACK_KILL_CYCLES ?? 8);
const ASKERS = 3;

let at: Home | undefined;
afterEach(async () => at?.close());

it(`${CYCLES} × kill -9 under ${ASKERS} askers: auto-answer decides every ask once`, { timeout: 300_000 + CYCLES * 10_000 }, async () => {
  at = home();
  const { place } = at;
  const answer = 'cat >/dev/null; sleep 0.05; echo \'{"answers": [2], "reason": "measured"}\'';
  const decide = [{ rule: 'affirm' }, { agent: 'program', within: '10m' }];
  const config = { answerers: { program: { kind: 'command', run: ['sh', '-c', answer] } }, routes: [{ name: 'always', decide }] };
  writeFileSync(place.config, JSON.stringify(config));
  const state = { stopping: false };
  const ids: string[] = [];
  const askers = Array.from({ length: ASKERS }, (_, n) => keepAsking(at as Home, n, state, ids));

  await killAgainAndAgain(at, CYCLES, [50, 700]);
  // However slow the computer is, somebody has asked again after a crash.
  await eventually(() => ids.length > ASKERS);
  state.stopping = true;
  await Promise.all(askers);

  await killBroker(at);
  const journal = openSqliteJournal(place.journal);
  for (const id of ids) {
    const history = (await journal.history(id)).map(({ happening }) => happening);
    expect(history.filter(({ kind }) => kind === 'settled')).toMatchObject([{ decision: { by: { kind: 'agent', name: 'program' } } }]);
    const steps = history.flatMap((each) => (each.kind === 'considered' ? [`${each.answerer.name} ${each.outcome}`] : []));
    // The rule may run before a crash and again after it, but what is recorded is resumed, not repeated.
    expect(steps).toEqual(['affirm passed', 'program asked', 'program answered']);
  }
  await journal.close();
});

async function keepAsking(where: Home, n: number, state: { stopping: boolean }, ids: string[]): Promise<void> {
  const client = where.client();
  while (!state.stopping) {
    const session = { id: `s${n}`, program: 'tester', project: '/p' };
    const { id } = await client.ask(aRequest({ toolUseId: randomUUID(), session }));
    ids.push(id);
    const result = await client.result(id);
    expect(result.answers[0]?.chosen).toEqual(['SQLite']);
    await client.receipt(result);
  }
}

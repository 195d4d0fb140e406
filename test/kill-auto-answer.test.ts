// kill -9 at random moments during auto-answer: every ask is resumed, decided once, by the answerer that its route names, in one conversation per session.
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { openSqliteJournal } from '../src/journal/sqlite/journal.ts';
import { eventually } from './support/eventually.ts';
import { figure } from './support/figures.ts';
import { aRequest, type Home, home } from './support/home.ts';
import { killAgainAndAgain, killBroker, PATIENCE_MS } from './support/kill.ts';

const CYCLES = Number(process.env.ANSWERBACK_KILL_CYCLES ?? 8);
const ASKERS = 3;

let at: Home | undefined;
afterEach(async () => at?.close());

it(`${CYCLES} × kill -9 under ${ASKERS} askers: auto-answer decides every ask once`, { timeout: 300_000 + CYCLES * 10_000 }, async () => {
  at = home();
  const { place } = at;
  const decide = [{ rule: 'affirm' }, { agent: 'program', within: '10m' }];
  const program = (how: string) => ['sh', '-c', CONVERSING, how, join(place.folder, 'known-'), '{conversation}'];
  const answerers = { program: { kind: 'command', run: program('begin'), resume: program('resume') } };
  const config = { answerers, routes: [{ name: 'always', when: { text: ['go on', 'database'] }, decide }] };
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
  const conversations = new Map<string, Set<string | undefined>>();
  for (const id of ids) {
    const history = (await journal.history(id)).map(({ happening }) => happening);
    expect(history.filter(({ kind }) => kind === 'settled')).toMatchObject([{ decision: { by: { kind: 'agent', name: 'program' } } }]);
    const steps = history.flatMap((each) => (each.kind === 'considered' ? [`${each.answerer.name} ${each.outcome}`] : []));
    // The rule may run before a crash and again after it, but what is recorded is resumed, not repeated.
    expect(steps).toEqual(['affirm passed', 'program asked', 'program sent-back', 'program answered']);
    const { session = '', decision } = (await journal.get(id)) ?? {};
    conversations.set(session, new Set([...(conversations.get(session) ?? []), decision?.reason]));
  }
  expect([...conversations.values()].map(({ size }) => size)).toEqual([...conversations].map(() => 1));
  await journal.close();
  figure(`${CYCLES} × kill -9 during auto-answer`, `${ids.length} asks: each decided once, by the answerer of its route`);
});

/** Its first reply to each brief is wrong. It begins a conversation once, continues only what it knows, and gives the conversation's id as its reason. */
const CONVERSING = `
text=$(cat); sleep 0.05
if [ "$0" = begin ]; then [ ! -e "$1$2" ] || exit 1; : > "$1$2"; else [ -e "$1$2" ] || exit 1; fi
case "$text" in *"cannot be taken"*) option=2;; *) option=7;; esac
echo "{\\"answers\\": [$option], \\"risk\\": \\"reversible\\", \\"reason\\": \\"$2\\"}"
`;

async function keepAsking(where: Home, n: number, state: { stopping: boolean }, ids: string[]): Promise<void> {
  const client = where.client(PATIENCE_MS);
  while (!state.stopping) {
    const session = { id: `s${n}`, program: 'tester', project: '/p' };
    const { id } = await client.ask(aRequest({ toolUseId: randomUUID(), session }));
    ids.push(id);
    const result = await client.result(id);
    expect(result.answers[0]?.chosen).toEqual(['SQLite']);
    await client.receipt(result);
  }
}

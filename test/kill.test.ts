// kill -9 at random moments while people ask and answer: nothing acknowledged is lost, nothing is applied twice, all askers get answers.
// More cycles: ANSWERBACK_KILL_CYCLES=200 npm test -- test/kill.test.ts
import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { Refused } from '../src/client/errors.ts';
import { openSqliteJournal } from '../src/journal/sqlite/journal.ts';
import type { Client } from './support/client.ts';
import { eventually } from './support/eventually.ts';
import { figure } from './support/figures.ts';
import { aRequest, by, type Home, home } from './support/home.ts';
import { killAgainAndAgain, killBroker, PATIENCE_MS } from './support/kill.ts';
import { answers } from './support/samples.ts';

const CYCLES = Number(process.env.ANSWERBACK_KILL_CYCLES ?? 12);
const PAIRS = 4;

let at: Home | undefined;
afterEach(async () => at?.close());

type Story = { readonly toolUseId: string; readonly id: string; acknowledged?: string; received?: string | undefined };

it(
  `${CYCLES} × kill -9 under ${PAIRS * 2} clients loses nothing and does nothing twice`,
  async () => {
    at = home();
    const { place } = at;
    const state = { stopping: false };
    const stories: Story[] = [];
    const pairs = Array.from({ length: PAIRS }, (_, n) => pair(at as Home, n, state, stories));

    await killAgainAndAgain(at, CYCLES, [5, 300]);
    // However slow the computer is, everybody has asked again after a crash.
    await eventually(() => stories.length > PAIRS);
    state.stopping = true;
    await Promise.all(pairs);

    await killBroker(at);
    const journal = openSqliteJournal(place.journal);
    expect(await journal.check()).toEqual([]);
    for (const story of stories) {
      const view = await journal.get(story.id);
      expect(view, `the ask ${story.id} was acknowledged`).toBeDefined();
      const history = await journal.history(story.id);
      const settled = history.filter((e) => e.happening.kind === 'settled');
      expect(settled, `the ask ${story.id} was settled`).toHaveLength(1);
      expect(view?.decision?.by.name).toBe(story.acknowledged);
      expect(story.received).toBe(story.acknowledged);
      expect(view?.state).toBe('verified');
    }
    const everything = await journal.list({}, { limit: 500 });
    expect(new Set(everything.items.map((v) => v.toolUseId)).size).toBe(everything.items.length);
    await journal.close();
    figure(
      `${CYCLES} × kill -9 under ${PAIRS * 2} clients`,
      `${stories.length} asks: each acknowledged, settled once and verified; journal sound`,
    );
  },
  300_000 + CYCLES * 10_000,
);

/** One client asks and waits; two others race to answer. All three continue through every crash. */
async function pair(where: Home, n: number, state: { stopping: boolean }, stories: Story[]): Promise<void> {
  const [asker, ...answerers] = [where.client(PATIENCE_MS), where.client(PATIENCE_MS)];
  while (!state.stopping) {
    const toolUseId = randomUUID();
    const ask = await (asker as Client).ask(aRequest({ toolUseId, session: { id: `s${n}`, program: 'tester', project: '/p' } }));
    const story: Story = { toolUseId, id: ask.id };
    stories.push(story);
    const [result] = await Promise.all([
      (asker as Client).result(ask.id),
      ...[`ada${n}`, `bob${n}`].map(async (name) => {
        if (await wins(answerers[0] as Client, ask.id, name)) {
          expect(story.acknowledged, 'only one answerer is told that it won').toBeUndefined();
          story.acknowledged = name;
        }
      }),
    ]);
    story.received = result.by?.name;
    expect(result.answers[0]?.chosen).toEqual([story.acknowledged?.startsWith('ada') ? 'Postgres' : 'SQLite']);
    await (asker as Client).receipt(result);
  }
}

async function wins(client: Client, id: string, name: string): Promise<boolean> {
  try {
    await client.decide(id, answers(name.startsWith('ada') ? 1 : 2), by(name));
    return true;
  } catch (error) {
    if (error instanceof Refused && error.code === 'taken') return false;
    throw error;
  }
}

// Malformed hook payloads sent to the real broker: nothing is decided, and the broker keeps working. More: ANSWERBACK_FUZZ=20000
import { readFileSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { post } from './support/channels/garbage.ts';
import { mutated, randoms } from './support/claude-code/mutate.ts';
import { recorded, recordedNames } from './support/claude-code/payloads.ts';
import { figure } from './support/figures.ts';
import { type Home, home } from './support/home.ts';

const COUNT = Number(process.env.ANSWERBACK_FUZZ ?? 400);
const AT_ONCE = 20;

let at: Home;
afterEach(() => at.close());

it(`${COUNT} mutated payloads decide nothing and break nothing`, { timeout: 300_000 + COUNT * 100 }, async () => {
  at = home();
  const before = await at.client().status();
  const random = randoms(20_261_116);
  const originals = recordedNames.map(recorded);
  let decided = 0;
  const send = async (i: number) => {
    const original = originals[i % originals.length] as Record<string, unknown>;
    const body = mutated({ ...original, session_id: `s${i % 50}`, tool_use_id: original.tool_use_id && `t${i}` }, random);
    // A dialog waits for its answer; a person who presses Esc ends that.
    const reply = await post(at.place.socket, '/v1/channels/claude-code', JSON.stringify(body), AbortSignal.timeout(300)).catch(
      () => undefined,
    );
    if (Object.keys(reply?.body ?? {}).length > 0) decided += 1;
  };
  for (let i = 0; i < COUNT; i += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => send(i + n)));
  expect(decided).toBe(0);
  const after = await at.client().status();
  expect(after.pid).toBe(before.pid);
  expect(await at.client().check()).toEqual([]);
  expect(readFileSync(at.place.log, 'utf8')).not.toContain('a bug;');
  const page = await at.client().list({ state: ['open'], limit: 1 });
  expect(page.asks).toHaveLength(1);
  figure(
    `${COUNT.toLocaleString('en')} mutated payloads of hooks, sent to the real broker`,
    `0 decisions, same process, journal sound, ${after.events} events`,
  );
});

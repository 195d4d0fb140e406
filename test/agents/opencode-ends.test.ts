// The real opencode with our plugin when things end: no broker, a broker that dies, an opencode that dies, two of them, another version.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AskView } from '../../src/question/lifecycle.ts';
import { by } from '../support/home.ts';
import { ask } from '../support/opencode/fake-model.ts';
import { type OpencodeTui, startOpencodeTui } from '../support/opencode/opencode.ts';
import { installedPlugin } from '../support/opencode/plugin.ts';
import { openRoom, type Room } from '../support/opencode/room.ts';
import { answers } from '../support/samples.ts';

let room: Room;
let tui: OpencodeTui;

beforeAll(async () => {
  room = await openRoom();
  tui = await startOpencodeTui({ model: room.model, plugin: await installedPlugin(room.at) });
}, 180_000);

afterAll(async () => {
  await tui?.stop();
  await room?.stop();
});

const options = [
  { label: 'One', description: '' },
  { label: 'Two', description: '' },
];
const OVER = ['verified', 'mismatched', 'unconfirmed', 'withdrawn'] as const;

/** The dialog with this question is on the screen. */
async function shown(where: OpencodeTui, words: string): Promise<void> {
  const prompt = `prompt for ${words.replace('?', '')}`;
  room.model.script(prompt, [{ calls: [ask({ question: words, header: 'Pick', options })] }]);
  await where.prompt(prompt);
  await where.waitFor(new RegExp(`${words.replace('?', '\\?')}[\\s\\S]*esc dismiss`));
}
async function asked(where: OpencodeTui, words: string): Promise<AskView> {
  await shown(where, words);
  return room.becomes(words, 'open');
}

describe('opencode with our plugin', () => {
  it('works as without it while no broker is there', async () => {
    await shown(tui, 'Who is there?');
    await tui.keys('2');
    await tui.waitFor(/done/);
    expect(room.model.results().at(-1)?.content).toContain('"Who is there?"="Two"');
  });

  it('tells a broker that comes later what it asks', async () => {
    await shown(tui, 'Who comes late?');
    await room.start();
    const view = await room.becomes('Who comes late?', 'open');
    await room.client.decide(view.id, answers(1), by('ada'));
    expect(await room.told(view)).toContain('"Who comes late?"="One"');
    expect(await room.becomes('Who comes late?', ...OVER)).toMatchObject({ state: 'verified' });
  });

  it('is found again by the broker that takes the place of a killed one', async () => {
    const view = await asked(tui, 'Who was killed?');
    await room.killBroker();
    await room.start();
    expect((await room.client.show(view.id)).state).toBe('open');
    await room.client.decide(view.id, answers(2), by('ada'));
    expect(await room.told(view)).toContain('"Who was killed?"="Two"');
    expect(await room.becomes('Who was killed?', ...OVER)).toMatchObject({ state: 'verified' });
  });

  it('what was answered by hand while no broker was there is closed with what was chosen', async () => {
    const view = await asked(tui, 'Who was away?');
    await room.killBroker();
    await tui.keys('2');
    await room.model.toolResult(view.toolUseId.split('/').at(-1) ?? '');
    await room.start();
    expect(await room.becomes('Who was away?', ...OVER)).toMatchObject({
      state: 'verified',
      decision: { answers: [{ kind: 'chosen', chosen: [2] }], by: { surface: 'keyboard' } },
    });
  });

  it('two in one folder get their own answers, and one that is killed takes only its own question with it', async () => {
    const other = await startOpencodeTui({ model: room.model, paths: tui.paths });
    try {
      const theirs = await asked(other, 'Who is second?');
      const ours = await asked(tui, 'Who is first?');
      expect(theirs.session).not.toBe(ours.session);
      await room.client.decide(theirs.id, answers(2), by('ada'));
      expect(await room.told(theirs)).toContain('"Who is second?"="Two"');
      expect(await room.becomes('Who is second?', ...OVER)).toMatchObject({ state: 'verified' });
      const lost = await asked(other, 'Who dies?');
      await other.kill();
      expect(await room.becomes('Who dies?', ...OVER)).toMatchObject({ id: lost.id, state: 'withdrawn', ending: 'opencode has ended' });
      expect((await room.client.show(ours.id)).state).toBe('open');
      await room.client.decide(ours.id, answers(1), by('ada'));
      expect(await room.becomes('Who is first?', ...OVER)).toMatchObject({ state: 'verified' });
    } finally {
      await other.stop();
    }
  });

  it('a turn that is interrupted with Esc Esc leaves nothing behind', async () => {
    await tui.idle();
    room.model.pause(600_000);
    room.model.script('a long thought', [{ text: 'Hm.' }]);
    await tui.prompt('a long thought');
    await tui.waitFor(/esc interrupt/);
    await expect
      .poll(() => room.model.requests.some(({ kind, prompt }) => kind === 'turn' && prompt.includes('a long thought')), { timeout: 30_000 })
      .toBe(true);
    room.model.pause(0);
    await tui.keys('Escape');
    await tui.waitFor(/again/);
    await tui.keys('Escape');
    const view = await asked(tui, 'Who goes on?');
    await room.client.decide(view.id, answers(1), by('ada'));
    expect(await room.becomes('Who goes on?', ...OVER)).toMatchObject({ state: 'verified' });
    expect((await room.client.list({ state: ['open'] })).asks.filter(({ kind }) => kind !== 'idle')).toEqual([]);
  });

  it('of another version is left alone, and opencode works', async () => {
    const older = await startOpencodeTui({ model: room.model, plugin: await installedPlugin(room.at, { protocol: 99 }) });
    try {
      await shown(older, 'Who is old?');
      await older.keys('1');
      await older.waitFor(/done/);
      const { asks } = await room.client.list({ limit: 50 });
      expect(asks.filter(({ questions }) => questions[0]?.text === 'Who is old?')).toEqual([]);
    } finally {
      await older.stop();
    }
  });

  it('that is closed ends its session', async () => {
    const view = await asked(tui, 'Who leaves?');
    await tui.pane.tmux('kill-pane', '-t', tui.pane.id);
    expect(await room.becomes('Who leaves?', ...OVER)).toMatchObject({ state: 'withdrawn' });
    await expect.poll(async () => (await room.client.sessions()).map(({ id }) => id)).not.toContain(view.session);
  });
});

// The real opencode with our plugin when something ends: no broker, a killed broker, a killed opencode, two in one folder, another version.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AskView } from '../../src/ask/schema/history.ts';
import { by } from '../support/home.ts';
import { type Environment, startEnvironment } from '../support/opencode/environment.ts';
import { ask } from '../support/opencode/fake-model.ts';
import { type OpencodePaths, type OpencodeTui, startOpencodeTui } from '../support/opencode/opencode.ts';
import { installedPlugin, installInProject } from '../support/opencode/plugin.ts';
import { answers } from '../support/samples.ts';

let environment: Environment;
let tui: OpencodeTui;

beforeAll(async () => {
  environment = await startEnvironment();
  tui = await startOpencodeTui({ model: environment.model, plugin: await installedPlugin(environment.at) });
}, 180_000);

afterAll(async () => {
  await tui?.stop();
  await environment?.stop();
});

const options = [
  { label: 'One', description: '' },
  { label: 'Two', description: '' },
];
const OVER = ['verified', 'mismatched', 'unconfirmed', 'withdrawn'] as const;

/** Waits until the dialog with this question is on the screen. */
async function shown(where: OpencodeTui, words: string): Promise<void> {
  const prompt = `prompt for ${words.replace('?', '')}`;
  environment.model.script(prompt, [{ calls: [ask({ question: words, header: 'Pick', options })] }]);
  await where.prompt(prompt);
  await where.dialog.opened(new RegExp(words.replace('?', '\\?')));
}
async function asked(where: OpencodeTui, words: string): Promise<AskView> {
  await shown(where, words);
  return environment.becomes(words, 'open');
}

describe('opencode with our plugin', () => {
  it('works as without it while there is no broker', async () => {
    await shown(tui, 'Who is there?');
    await tui.dialog.choose('Two');
    await tui.waitFor(/done/);
    expect(environment.model.results().at(-1)?.content).toContain('"Who is there?"="Two"');
  });

  it('tells a broker that starts later what it asks', async () => {
    await shown(tui, 'Who comes late?');
    await environment.start();
    const view = await environment.becomes('Who comes late?', 'open');
    await environment.client.decide(view.id, answers(1), by('ada'));
    expect(await environment.told(view)).toContain('"Who comes late?"="One"');
    expect(await environment.becomes('Who comes late?', ...OVER)).toMatchObject({ state: 'verified' });
  });

  it('is found again by the broker that replaces a killed one', async () => {
    const view = await asked(tui, 'Who was killed?');
    await environment.killBroker();
    await environment.start();
    expect((await environment.client.show(view.id)).state).toBe('open');
    await environment.client.decide(view.id, answers(2), by('ada'));
    expect(await environment.told(view)).toContain('"Who was killed?"="Two"');
    expect(await environment.becomes('Who was killed?', ...OVER)).toMatchObject({ state: 'verified' });
  });

  it('closes what was answered by hand without a broker with the chosen option', async () => {
    const view = await asked(tui, 'Who was away?');
    await environment.killBroker();
    await tui.dialog.choose('Two');
    await environment.model.toolResult(view.toolUseId.split('/').at(-1) ?? '');
    await environment.start();
    expect(await environment.becomes('Who was away?', ...OVER)).toMatchObject({
      state: 'verified',
      decision: { answers: [{ kind: 'chosen', chosen: [2] }], by: { surface: 'keyboard' } },
    });
  });

  it('two in one folder get their own answers, and a killed one withdraws only its own question', async () => {
    const other = await startOpencodeTui({ model: environment.model, paths: tui.paths });
    try {
      const theirs = await asked(other, 'Who is second?');
      const ours = await asked(tui, 'Who is first?');
      expect(theirs.session).not.toBe(ours.session);
      await environment.client.decide(theirs.id, answers(2), by('ada'));
      expect(await environment.told(theirs)).toContain('"Who is second?"="Two"');
      expect(await environment.becomes('Who is second?', ...OVER)).toMatchObject({ state: 'verified' });
      const lost = await asked(other, 'Who dies?');
      await other.kill();
      expect(await environment.becomes('Who dies?', ...OVER)).toMatchObject({
        id: lost.id,
        state: 'withdrawn',
        ending: 'opencode has ended',
      });
      expect((await environment.client.show(ours.id)).state).toBe('open');
      await environment.client.decide(ours.id, answers(1), by('ada'));
      expect(await environment.becomes('Who is first?', ...OVER)).toMatchObject({ state: 'verified' });
    } finally {
      await other.stop();
    }
  });

  it('a turn that is interrupted with Esc Esc leaves nothing behind', async () => {
    await tui.idle();
    environment.model.pause(600_000);
    environment.model.script('a long thought', [{ text: 'Hm.' }]);
    await tui.prompt('a long thought');
    await tui.waitFor(/esc interrupt/);
    await expect
      .poll(() => environment.model.requests.some(({ kind, prompt }) => kind === 'turn' && prompt.includes('a long thought')))
      .toBe(true);
    environment.model.pause(0);
    await tui.keys('Escape');
    await tui.waitFor(/again/);
    await tui.keys('Escape');
    const view = await asked(tui, 'Who goes on?');
    await environment.client.decide(view.id, answers(1), by('ada'));
    expect(await environment.becomes('Who goes on?', ...OVER)).toMatchObject({ state: 'verified' });
    expect((await environment.client.list({ state: ['open'] })).asks.filter(({ kind }) => kind !== 'idle')).toEqual([]);
  });

  it('is loaded from the project that it was installed in with --project', async () => {
    const prepare = ({ project }: OpencodePaths) => installInProject(environment.at, project);
    // A project may be shared, so the file does not say where the broker is.
    const local = await startOpencodeTui({ model: environment.model, prepare, env: { ANSWERBACK_HOME: environment.at.place.folder } });
    try {
      const view = await asked(local, 'Who is local?');
      expect(view).toMatchObject({ source: 'plugin', project: local.paths.project });
      await environment.client.decide(view.id, answers(1), by('ada'));
      expect(await environment.told(view)).toContain('"Who is local?"="One"');
      expect(await environment.becomes('Who is local?', ...OVER)).toMatchObject({ state: 'verified' });
    } finally {
      await local.stop();
    }
  });

  it('of another version is left alone, and opencode works', async () => {
    const older = await startOpencodeTui({ model: environment.model, plugin: await installedPlugin(environment.at, { protocol: 99 }) });
    try {
      await shown(older, 'Who is old?');
      await older.dialog.choose('One');
      await older.waitFor(/done/);
      const { asks } = await environment.client.list({ limit: 50 });
      expect(asks.filter(({ questions }) => questions[0]?.text === 'Who is old?')).toEqual([]);
    } finally {
      await older.stop();
    }
  });

  it('ends its session when it is closed', async () => {
    const view = await asked(tui, 'Who leaves?');
    await tui.pane.tmux('kill-pane', '-t', tui.pane.id);
    expect(await environment.becomes('Who leaves?', ...OVER)).toMatchObject({ state: 'withdrawn' });
    await expect.poll(async () => (await environment.client.sessions()).map(({ id }) => id)).not.toContain(view.session);
  });
});

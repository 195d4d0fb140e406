// The real opencode in a real tmux, without a port, with our plugin. The tests assert what the model was told, not only what we recorded.
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AskView } from '../../src/ask/schema/history.ts';
import { by } from '../support/home.ts';
import { type Environment, startEnvironment } from '../support/opencode/environment.ts';
import { ask, bash, type ToolCall, task } from '../support/opencode/fake-model.ts';
import { type OpencodeTui, startOpencodeTui } from '../support/opencode/opencode.ts';
import { installedPlugin } from '../support/opencode/plugin.ts';
import { answers } from '../support/samples.ts';

let environment: Environment;
let tui: OpencodeTui;

beforeAll(async () => {
  environment = await startEnvironment();
  await environment.start();
  tui = await startOpencodeTui({
    model: environment.model,
    plugin: await installedPlugin(environment.at),
    config: { permission: { bash: 'ask', edit: 'ask' } },
  });
}, 180_000);

afterAll(async () => {
  await tui?.stop();
  await environment?.stop();
});

/** Dismisses what a failed test left open. After one that passed, an answered dialog may still be shown, and Esc would reach the input box. */
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail' || !DIALOG.test(await tui.screen())) return;
  await tui.keys('Escape');
  await expect.poll(() => tui.screen()).not.toMatch(DIALOG);
});

const DIALOG = /esc dismiss|Permission required/;
const option = (label: string) => ({ label, description: `about ${label}` });
const question = (text: string, labels: readonly string[], more = {}) => ({
  question: text,
  header: 'Pick',
  options: labels.map(option),
  ...more,
});

/** Makes the model call this tool when prompted, and waits until the ask with these words is open. */
async function called(prompt: string, words: string, call: ToolCall): Promise<AskView> {
  environment.model.script(prompt, [{ calls: [call] }]);
  await tui.prompt(prompt);
  return environment.becomes(words, 'open');
}
const asked = (prompt: string, words: string, labels: readonly string[], more = {}) =>
  called(prompt, words, ask(question(words, labels, more)));
const OVER = ['verified', 'mismatched', 'unconfirmed', 'withdrawn'] as const;

describe('opencode, its questions answered through our plugin', () => {
  it('a single choice', async () => {
    const view = await asked('single choice', 'Which database?', ['Postgres', 'SQLite']);
    expect(view).toMatchObject({
      kind: 'question',
      source: 'plugin',
      program: 'opencode',
      project: tui.paths.project,
      questions: [{ text: 'Which database?', header: 'Pick', multiSelect: false }],
    });
    await tui.waitFor(DIALOG);
    await environment.client.decide(view.id, answers(2), by('ada'));
    expect(await environment.told(view)).toContain('"Which database?"="SQLite"');
    expect(await environment.becomes('Which database?', ...OVER)).toMatchObject({
      state: 'verified',
      delivery: { way: 'plugin' },
      receipt: { evidence: 'tool part', differences: [] },
    });
    expect((await environment.client.sessions())[0]).toMatchObject({ program: 'opencode', project: tui.paths.project, pid: tui.pid });
  });

  it('several choices and own words', async () => {
    const view = await asked('several choices', 'Which features?', ['Auth', 'Search', 'Export'], { multiple: true });
    expect(view.questions[0]?.multiSelect).toBe(true);
    await environment.client.decide(view.id, answers({ choose: [3, 1], words: 'and a dark theme' }), by('ada'));
    expect(await environment.told(view)).toContain('"Which features?"="Export, Auth, and a dark theme"');
    expect(await environment.becomes('Which features?', ...OVER)).toMatchObject({ state: 'verified' });
  });

  it('several questions, one skipped, one with a note', async () => {
    const view = await called(
      'a form',
      'Which cache?',
      ask(question('Which cache?', ['None', 'Disk']), question('Which name?', ['Ada', 'Bob']), question('Which port?', ['80', '8080'])),
    );
    await environment.client.decide(
      view.id,
      answers({ choose: [2], note: 'only for tests' }, { skip: true }, { words: 'any free one' }),
      by('ada'),
    );
    expect(await environment.told(view)).toContain(
      '"Which cache?"="Disk, Note: only for tests", "Which name?"="Unanswered", "Which port?"="any free one"',
    );
    expect(await environment.becomes('Which cache?', ...OVER)).toMatchObject({ state: 'verified', receipt: { differences: [] } });
  });

  it('a redirect is what the model reads instead of an answer', async () => {
    const view = await asked('a redirect', 'Which colour?', ['Red', 'Blue']);
    await environment.client.decide(view.id, { kind: 'redirect', message: 'Ask me about the shape first.' }, by('ada'));
    expect(await environment.told(view)).toContain('"Which colour?"="Ask me about the shape first."');
    expect(await environment.becomes('Which colour?', ...OVER)).toMatchObject({ state: 'verified' });
  });

  it('a decline ends the turn, like Esc', async () => {
    const view = await asked('a decline', 'Which size?', ['S', 'L']);
    await environment.client.decide(view.id, { kind: 'decline' }, by('ada'));
    expect(await environment.becomes('Which size?', ...OVER)).toMatchObject({
      state: 'verified',
      receipt: { recorded: { kind: 'dismissed' } },
    });
  });

  it('a decline with words lets it continue with them', async () => {
    const view = await asked('a decline with words', 'Which weight?', ['1 kg', '2 kg']);
    await environment.client.decide(view.id, { kind: 'decline', message: 'not my business' }, by('ada'));
    expect(await environment.told(view)).toContain('The user declined to answer: not my business');
    expect(await environment.becomes('Which weight?', ...OVER)).toMatchObject({ state: 'verified' });
  });

  it('with a slow model', async () => {
    environment.model.pause(250);
    const view = await asked('a slow question', 'How slow?', ['Very', 'A bit']);
    await environment.client.decide(view.id, answers(1), by('ada'));
    expect(await environment.told(view)).toContain('"How slow?"="Very"');
    expect(await environment.becomes('How slow?', ...OVER)).toMatchObject({ state: 'verified' });
    environment.model.pause(0);
  });
});

describe('opencode, answered at its own keyboard', () => {
  it('a key closes the ask with what was chosen', async () => {
    await asked('by key', 'Which editor?', ['vi', 'emacs']);
    await tui.dialog.opened(/Which editor\?/);
    await tui.keys('2');
    expect(await environment.becomes('Which editor?', ...OVER)).toMatchObject({
      state: 'verified',
      decision: { kind: 'answers', answers: [{ kind: 'chosen', chosen: [2] }], by: { surface: 'keyboard' } },
    });
  });

  it('own words close it with the words', async () => {
    await asked('own words by key', 'Which shell?', ['bash', 'zsh']);
    await tui.dialog.opened(/Which shell\?/);
    await tui.dialog.choose('Type your own answer');
    // Its field is below it.
    await tui.waitFor(/Type your own answer[\s\S]*Type your own answer/);
    await tui.literal('fish please');
    await tui.waitFor(/fish please/);
    await tui.keys('Enter');
    expect(await environment.becomes('Which shell?', ...OVER)).toMatchObject({
      state: 'verified',
      decision: { answers: [{ kind: 'words', words: 'fish please' }] },
    });
  });

  it('a form with several choices is closed with everything that was chosen', async () => {
    const features = question('Which extras?', ['Auth', 'Search', 'Export'], { multiple: true });
    const view = await called('a form by key', 'Which store?', ask(question('Which store?', ['None', 'Disk']), features));
    await tui.dialog.opened(/Which store\?/);
    await tui.dialog.choose('Disk');
    await tui.waitFor(/Which extras\? \(select all that apply\)/);
    await tui.dialog.choose('Auth');
    await tui.waitFor(/\[✓\] Auth/);
    await tui.dialog.choose('Export');
    await tui.waitFor(/\[✓\] Auth[\s\S]*\[ \] Search[\s\S]*\[✓\] Export/);
    await tui.keys('Tab');
    await tui.waitFor(/Review[\s\S]*enter submit/);
    expect((await environment.client.show(view.id)).state).toBe('open');
    await tui.keys('Enter');
    expect(await environment.told(view)).toContain('"Which store?"="Disk", "Which extras?"="Auth, Export"');
    expect(await environment.becomes('Which store?', ...OVER)).toMatchObject({
      state: 'verified',
      decision: { answers: [{ chosen: [2] }, { chosen: [1, 3] }], by: { surface: 'keyboard' } },
    });
  });

  it('Esc withdraws it', async () => {
    await asked('by escape', 'Which browser?', ['lynx', 'w3m']);
    await tui.dialog.opened(/Which browser\?/);
    await tui.keys('Escape');
    expect(await environment.becomes('Which browser?', ...OVER)).toMatchObject({
      state: 'withdrawn',
      ending: 'dismissed at the keyboard (Esc)',
    });
  });
});

describe('opencode, its permissions', () => {
  const permission = (prompt: string, command: string) => called(prompt, `Allow bash: ${command}?`, bash(command));

  const atTheKeyboard = (n: number) => ({ kind: 'answers', answers: [{ kind: 'chosen', chosen: [n] }], by: { surface: 'keyboard' } });

  it('allowed once', async () => {
    const view = await permission('permit once', 'echo once');
    expect(view).toMatchObject({
      kind: 'permission',
      detail: { kind: 'permission', tool: 'bash', input: { command: 'echo once' } },
      questions: [{ options: [{ label: 'Yes' }, { label: 'Yes, always' }, { label: 'No' }] }],
    });
    await environment.client.decide(view.id, answers(1), by('ada'));
    expect(await environment.told(view)).toContain('once');
    expect(await environment.becomes('echo once', ...OVER)).toMatchObject({ state: 'verified', receipt: { evidence: 'tool part' } });
  });

  it('allowed once at its own keyboard: the ask is closed with that', async () => {
    const view = await permission('permit once by key', 'printf first');
    await tui.dialog.opened(/Permission required/);
    await tui.dialog.choose('Allow once');
    expect(await environment.told(view)).toContain('first');
    expect(await environment.becomes('printf first', ...OVER)).toMatchObject({ state: 'verified', decision: atTheKeyboard(1) });
  });

  it('allowed always at its own keyboard: the ask is closed with that', async () => {
    const view = await permission('permit always by key', 'uname -s');
    await tui.dialog.opened(/Permission required/);
    await tui.dialog.choose('Allow always');
    await tui.dialog.opened(/Always allow/);
    await tui.dialog.choose('Confirm');
    expect(await environment.told(view)).toMatch(/\w/);
    expect(await environment.becomes('uname -s', ...OVER)).toMatchObject({ state: 'verified', decision: atTheKeyboard(2) });
  });

  it('refused: the turn ends', async () => {
    const view = await permission('permit not', 'echo never');
    await environment.client.decide(view.id, answers(3), by('ada'));
    expect(await environment.becomes('echo never', ...OVER)).toMatchObject({ state: 'verified' });
  });

  it('refused with words: the model reads them', async () => {
    const view = await permission('permit otherwise', 'echo otherwise');
    await environment.client.decide(view.id, { kind: 'redirect', message: 'use printf' }, by('ada'));
    expect(await environment.told(view)).toContain('with the following feedback: use printf');
    expect(await environment.becomes('echo otherwise', ...OVER)).toMatchObject({ state: 'verified' });
  });

  it('an edit, with its diff', async () => {
    environment.model.script('permit edit', [
      { calls: [{ name: 'read', arguments: { filePath: 'notes.txt' } }] },
      { calls: [{ name: 'edit', arguments: { filePath: 'notes.txt', oldString: 'one', newString: 'two' } }] },
    ]);
    await tui.prompt('permit edit');
    const view = await environment.becomes('Allow edit', 'open');
    const edits = [{ old_string: 'one', new_string: 'two' }];
    expect(view.detail).toMatchObject({ tool: 'edit', input: { file_path: join(tui.paths.project, 'notes.txt'), edits } });
    await environment.client.decide(view.id, answers(1), by('ada'));
    expect(await environment.becomes('Allow edit', ...OVER)).toMatchObject({ state: 'verified' });
  });

  it('of a sub-agent: asked in the session that the user knows', async () => {
    environment.model.script('inner work', [{ calls: [bash('echo inner')] }]);
    environment.model.script('delegate this', [{ calls: [task('inner work')] }]);
    await tui.prompt('delegate this');
    const view = await environment.becomes('echo inner', 'open');
    const [session] = await environment.client.sessions();
    expect(view).toMatchObject({ session: session?.id, agent: 'general' });
    await environment.client.decide(view.id, answers(1), by('ada'));
    expect(await environment.becomes('echo inner', ...OVER)).toMatchObject({ state: 'verified' });
  });

  it('allowed always: the next one is not asked', async () => {
    const view = await permission('permit always', 'echo always');
    await environment.client.decide(view.id, answers(2), by('ada'));
    await environment.becomes('echo always', 'verified');
    environment.model.script('and again', [{ calls: [bash('echo again')] }]);
    await tui.prompt('and again');
    await tui.waitFor(/again[\s\S]*done/);
    const { asks } = await environment.client.list({ limit: 50 });
    expect(asks.filter(({ questions }) => questions[0]?.text.includes('echo again'))).toEqual([]);
  });
});

describe('opencode, its next prompt', () => {
  it('an idle session is answered with words, and those are its next prompt', async () => {
    environment.model.script('tell me more', [{ text: 'More it is.' }]);
    const view = await environment.becomes('What next?', 'open');
    await environment.client.decide(view.id, answers({ words: 'tell me more' }), by('ada'));
    await tui.waitFor(/More it is\./);
    await expect.poll(async () => (await environment.client.show(view.id)).state).toBe('verified');
    expect((await environment.client.show(view.id)).receipt).toMatchObject({ evidence: 'user message' });
  });

  it('an idle session is sent a prompt at once', async () => {
    await tui.idle();
    const idle = await environment.becomes('What next?', 'open');
    environment.model.script('sent to the idle one', [{ text: 'I was idle.' }]);
    const { id } = await environment.client.sendPrompt(idle.session, 'sent to the idle one', by('ada'));
    await tui.waitFor(/I was idle\./);
    await expect.poll(async () => (await environment.client.prompts(true)).find((prompt) => prompt.id === id)?.state).toBe('sent');
    await expect.poll(async () => (await environment.client.show(idle.id)).state).toBe('withdrawn');
  });

  it('a prompt sent while it works waits for the end of the turn', async () => {
    const view = await asked('busy now', 'Which moon?', ['Io', 'Europa']);
    environment.model.script('sent meanwhile', [{ text: 'I heard you.' }]);
    const prompt = await environment.client.sendPrompt(view.session, 'sent meanwhile', by('ada'));
    expect(prompt.state).toBe('queued');
    await environment.client.decide(view.id, answers(1), by('ada'));
    await tui.waitFor(/I heard you\./);
    await expect
      .poll(async () => (await environment.client.prompts(true)).at(-1)?.state ?? (await environment.client.prompts(true))[0]?.state)
      .toBe('sent');
    expect(await environment.becomes('Which moon?', ...OVER)).toMatchObject({ state: 'verified' });
  });

  it('several prompts in one answer are given one after the other, at the end of each turn', async () => {
    environment.model.script('the first of two', [{ text: 'That was the first.' }]);
    environment.model.script('the second of two', [{ text: 'That was the second.' }]);
    const view = await environment.becomes('What next?', 'open');
    const both = { kind: 'answers', answers: [{ words: 'the first of two' }], nextPrompts: ['the second of two'] } as const;
    await environment.client.decide(view.id, both, by('ada'));
    await tui.waitFor(/That was the second\./);
    const prompts = environment.model.requests.map(({ prompt }) => prompt).filter((prompt) => prompt.endsWith('of two'));
    expect([...new Set(prompts)]).toEqual(['the first of two', 'the second of two']);
    await expect
      .poll(async () => (await environment.client.prompts(true)).find(({ text }) => text === 'the second of two'))
      .toMatchObject({ state: 'sent' });
  });

  it('what it is doing is interrupted', async () => {
    const view = await called('work for long', 'sleep 60', bash('sleep 60'));
    await environment.client.decide(view.id, answers(1), by('ada'));
    await expect.poll(async () => (await environment.client.show(view.id)).state).not.toBe('open');
    await expect
      .poll(async () => (await environment.client.interrupt(view.session, by('ada').by)).outcome, { interval: 500 })
      .toBe('interrupted');
    expect(await environment.client.interrupt(view.session, by('ada').by)).toMatchObject({ outcome: 'idle' });
    await tui.waitFor(/interrupted|aborted/i);
  });
});

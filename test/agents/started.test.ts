// The real Claude Code, started in the ways in which people start it, and without hooks: it is seen and typed into whenever it is in the
// foreground of its pane, and never when it is not.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type ClaudeOptions, startClaude } from '../support/agents/claude-session.ts';
import { startFakeModel } from '../support/agents/fake-model.ts';
import { CLAUDE_CODE } from '../support/agents/packages.ts';
import { by, home } from '../support/home.ts';
import { answers } from '../support/samples.ts';

const ways: Readonly<Record<string, NonNullable<ClaudeOptions['startedBy']>>> = {
  "tmux new 'claude; exec bash'": (claude) => ['sh', '-c', `${quoted(claude)}; exec bash`],
  "sh -c 'cd x && claude'": (claude, project) => ['sh', '-c', `cd '${project}' && ${quoted(claude)}`],
  'env … claude': (claude) => ['env', 'COLOUR=red', ...claude],
  'a wrapper script': (claude, project) => [script(join(project, 'wrapper'), `${quoted(claude)}\nexit $?`)],
  npx: (claude, project) => {
    mkdirSync(join(project, 'node_modules/.bin'), { recursive: true });
    writeFileSync(join(project, 'package.json'), '{}');
    script(join(project, 'node_modules/.bin/claude'), `exec ${quoted(claude)} "$@"`);
    return ['npx', '--offline', 'claude'];
  },
  'nested shells': (claude) => ['bash', '-c', `bash -c "sh -c '${claude.join(' ')}; true'; true"; true`],
  'a shell with job control': (claude, project) => ['bash', '--rcfile', script(join(project, 'rc'), `set -m\n${quoted(claude)}`), '-i'],
  'a terminal in the terminal (script)': (claude) => ['script', '-qc', quoted(claude), '/dev/null'],
};

const quoted = (words: readonly string[]) => words.map((word) => `'${word}'`).join(' ');

function script(path: string, text: string): string {
  writeFileSync(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  return path;
}

async function started(startedBy: ClaudeOptions['startedBy'], env = {}) {
  const model = await startFakeModel();
  onTestFinished(() => model.stop());
  const claude = await startClaude({
    version: CLAUDE_CODE,
    model,
    env,
    args: ['--permission-mode', 'default'],
    ...(startedBy && { startedBy }),
  });
  onTestFinished(() => claude.stop());
  const at = home();
  onTestFinished(() => at.close());
  at.env.CLAUDE_CONFIG_DIR = claude.paths.config;
  const client = at.client();
  return {
    at,
    claude,
    client,
    model,
    session: async () => (await client.sessions(false, true))[0],
    /** Makes the agent ask. Resolves with the ask, once it is in the inbox. */
    async asked(prompt: string) {
      const options = ['Left', 'Right'].map((label) => ({ label, description: label }));
      const questions = [{ question: 'Which way?', header: 'Way', multiSelect: false, options }];
      const [call = ''] = model.script(prompt, [{ tools: [{ name: 'AskUserQuestion', input: { questions } }] }]);
      await claude.prompt(prompt);
      await expect.poll(async () => (await client.list({ state: ['open'], kind: ['question'] })).asks).toHaveLength(1);
      const [ask] = (await client.list({ state: ['open'], kind: ['question'] })).asks;
      return { call, id: ask?.id ?? '' };
    },
  };
}

describe(`Claude Code ${CLAUDE_CODE} is read and answered by keys when it was started by`, () => {
  it.each(Object.entries(ways))('%s', async (_, startedBy) => {
    const { client, model, asked, session } = await started(startedBy);
    await client.status();
    await expect.poll(session).toMatchObject({ program: 'claude-code', name: 'agent' });
    expect((await session())?.cannotPrompt).toBeUndefined();
    const { call, id } = await asked('ask me');
    await client.decide(id, answers('Right'), by('ada'));
    expect((await model.toolResult(call)).content).toContain('="Right"');
    await expect.poll(async () => (await client.show(id)).state).toBe('verified');
  });
});

describe(`Claude Code ${CLAUDE_CODE} is not typed into`, () => {
  it('while it is suspended, nor while another program runs in front of it; doctor and status say so, and a prompt waits', async () => {
    const { at, claude, client, session, model } = await started(ways['a shell with job control']);
    const inFront = async () => (await claude.pane.tmux('display-message', '-p', '-t', claude.pane.id, '#{pane_current_command}')).trim();
    await client.status();
    await expect.poll(session).toMatchObject({ program: 'claude-code' });
    await claude.keys('C-z');
    await expect.poll(session).toMatchObject({ cannotPrompt: 'the agent is suspended (Ctrl-Z); continue it with fg' });
    expect((await at.run(['status'])).out).toContain('cannot be given a prompt: the agent is suspended (Ctrl-Z); continue it with fg');
    const doctor = JSON.parse((await at.run(['doctor', '--json'])).out);
    expect(doctor.findings.find(({ name }: { name: string }) => name === 'sessions')).toMatchObject({
      state: 'warning',
      message: expect.stringContaining('agent cannot be given a prompt: the agent is suspended'),
    });
    model.script('go on', [{ text: 'Gone on.' }]);
    expect((await at.run(['send', 'agent', 'go on'])).out).toContain('Right now it cannot be sent: the agent is suspended');
    await claude.literal('cat\n');
    await expect.poll(inFront).toBe('cat');
    expect(await session()).toMatchObject({ cannotPrompt: expect.stringContaining('suspended') });
    await claude.keys('C-c');
    await expect.poll(inFront).toBe('bash');
    await claude.literal('fg\n');
    await expect.poll(() => model.requests.some(({ prompt }) => prompt === 'go on')).toBe(true);
    await expect.poll(async () => (await client.prompts(true))[0]?.state).toBe('sent');
  });

  it('to answer a question whose dialog is suspended', async () => {
    const { claude, client, asked, session } = await started(ways['a shell with job control']);
    await client.status();
    const { id } = await asked('ask me');
    await claude.waitForSettled(/Esc to\s+cancel/);
    process.kill((await session())?.pid as number, 'SIGTSTP');
    await claude.waitFor(/Stopped/);
    await expect(client.decide(id, answers('Right'), by('ada'))).rejects.toThrow(/suspended/);
    expect(await client.show(id)).toMatchObject({ state: 'open' });
  });

  it('while an editor that it opened is in front of it; a prompt waits for it to close', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'answerback-editor-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const editor = script(join(folder, 'editor'), `until [ -e ${folder}/done ]; do sleep 0.1; done`);
    const { at, claude, client, model, session } = await started(undefined, { EDITOR: editor, VISUAL: editor });
    await client.status();
    await expect.poll(session).toMatchObject({ program: 'claude-code' });
    model.script('go on', [{ text: 'Gone on.' }]);
    await claude.keys('C-g');
    await expect.poll(session).toMatchObject({ cannotPrompt: expect.stringContaining('the agent has opened another program') });
    const sent = await at.run(['send', 'agent', 'go on']);
    expect(sent.out).toContain('Right now it cannot be sent: the agent has opened another program');
    writeFileSync(join(folder, 'done'), '');
    await expect.poll(() => model.requests.some(({ prompt }) => prompt === 'go on')).toBe(true);
  });
});

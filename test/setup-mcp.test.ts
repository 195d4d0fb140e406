// answerback setup mcp as people run it: the built program, a temporary home folder, and a client that starts what the entry says.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client as McpClient } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CLI, type Home, home, type Ran } from './support/home.ts';

let at: Home;
let user: string;
beforeEach(() => {
  at = home();
  user = mkdtempSync(join(tmpdir(), 'user-'));
});
afterEach(async () => {
  await at.close();
  rmSync(user, { recursive: true, force: true });
});

const OWN = { CLAUDE_CONFIG_DIR: '', CODEX_HOME: '', GEMINI_CLI_HOME: '', XDG_CONFIG_HOME: '', XDG_STATE_HOME: '' };
const setup = (...args: string[]): Promise<Ran> => at.run(['setup', 'mcp', ...args], { env: { HOME: user, ...OWN } });
const settings = () => join(user, '.gemini/settings.json');

describe('setup mcp', () => {
  it('shows the change, writes it, and the entry starts a server whose questions reach this broker', async () => {
    const { code, out, err } = await setup('gemini');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('+    "answerback": {');
    expect(out).toContain('Undo it  answerback setup mcp gemini --undo');
    const { command, args, env } = JSON.parse(readFileSync(settings(), 'utf8')).mcpServers.answerback;
    expect([command, args[0], env.ANSWERBACK_HOME]).toEqual([process.execPath, CLI, at.place.folder]);
    const client = new McpClient({ name: 'some-agent', version: '1.0.0' });
    // Like a client that passes on nothing of its own environment.
    await client.connect(new StdioClientTransport({ command, args, env: { ...env, ANSWERBACK_PORT: '0', HOME: user } }));
    const options = ['Yes', 'No'].map((label) => ({ label, description: label }));
    const call = client.callTool({
      name: 'ask_user_question',
      arguments: { questions: [{ question: 'Ready?', header: 'Ready', multiSelect: false, options }] },
    });
    const reader = at.client();
    await expect.poll(async () => (await reader.list({ state: ['open'] })).asks.length).toBe(1);
    const [ask] = (await reader.list({ state: ['open'] })).asks;
    await reader.decide(ask?.id ?? '', { kind: 'answers', answers: [1] }, { by: { kind: 'person', name: 'ada', surface: 'test' } });
    expect(await call).toMatchObject({ structuredContent: { answers: { Ready: 'Yes' } } });
    await client.close();
  });

  it('--dry-run writes nothing, --undo leaves nothing, and both work without a broker', async () => {
    expect((await setup('gemini', '--dry-run')).out).toContain('This was a dry run');
    expect(readdirSync(user)).toEqual([]);
    await setup('gemini');
    expect((await setup('gemini', '--undo')).out).toContain('Deleted');
    expect(readdirSync(user)).toEqual([]);
    expect((await setup('gemini', '--undo')).out).toContain('Nothing to undo');
    expect(await at.pid()).toBeUndefined();
  });

  it('--skill installs the skill of the package', async () => {
    await setup('claude-code', '--skill');
    expect(readFileSync(join(user, '.claude/skills/ask-user-question/SKILL.md'), 'utf8')).toBe(
      readFileSync('skills/ask-user-question/SKILL.md', 'utf8'),
    );
    await setup('claude-code', '--undo');
    expect(readdirSync(user)).toEqual([]);
  });

  it('does not say that it is set up if the skill is not ours any more', async () => {
    await setup('claude-code', '--skill');
    const skill = join(user, '.claude/skills/ask-user-question/SKILL.md');
    writeFileSync(skill, 'theirs');
    const { out } = await setup('claude-code', '--skill');
    expect(out.replaceAll(/\s+/g, ' ')).toContain('was changed since setup, so it stays as it is.');
    expect(out).toContain('Nothing else to change.');
    expect(out).not.toContain('Already set up');
    expect(JSON.parse((await setup('claude-code', '--skill', '--json')).out)).toMatchObject({ changed: false, left: [skill] });
  });

  it('reports as JSON', async () => {
    const { out } = await setup('codex', '--json');
    expect(JSON.parse(out)).toMatchObject({ client: 'codex', changed: true, files: [{ file: join(user, '.codex/config.toml') }] });
    const { out: print } = await setup('codex', '--print', '--json');
    expect(JSON.parse(print)).toMatchObject({ client: 'codex', text: readFileSync(join(user, '.codex/config.toml'), 'utf8') });
  });

  it('refuses what it cannot change, with the line and what to do', async () => {
    mkdirSync(join(user, '.codex'));
    writeFileSync(join(user, '.codex/config.toml'), 'model = "o3"\nbroken = [\n');
    const { code, err } = await setup('codex');
    expect(code).toBe(1);
    expect(err).toContain('config.toml:3:1: this is not valid TOML');
    expect(err).toContain('answerback setup mcp codex --print');
  });

  it.each([
    [[], 'which client?'],
    [['emacs'], 'it knows claude-code, codex'],
    [['codex', '--hold', 'soon'], '--hold soon is not a time'],
    [['openclaw', '--project'], 'no settings for one project'],
    [['vscode', '--skill'], 'does not know a folder for skills'],
  ])('%j is a usage error', async (args, message) => {
    const { code, err } = await setup(...args);
    expect(code).toBe(2);
    expect(err.replaceAll(/\s+/g, ' ')).toContain(message);
  });

  it('doctor names the connected clients', async () => {
    await setup('codex');
    const { out } = await at.run(['doctor'], { env: { HOME: user, ...OWN } });
    expect(out).toMatch(/✓ mcp +Codex\n/);
  });
});

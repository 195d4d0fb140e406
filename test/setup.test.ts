// answerback setup claude-code as people run it: the built program, a real broker, a temporary home folder.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Refused } from '../src/client/errors.ts';
import { eventually } from './support/eventually.ts';
import { by, CLI, type Home, home, type Ran } from './support/home.ts';
import { ownPort } from './support/own-port.ts';
import { answers } from './support/samples.ts';

let at: Home;
let user: string;
let path: string;
beforeEach(async () => {
  at = home();
  user = mkdtempSync(join(tmpdir(), 'user-'));
  path = join(user, '.claude', 'settings.json');
  writeFileSync(at.place.port, `${await ownPort()}\n`);
});
afterEach(async () => {
  await at.close();
  rmSync(user, { recursive: true, force: true });
});

/** A `claude` on the PATH that reports this version. */
function claude(version: string): void {
  mkdirSync(join(user, 'bin'), { recursive: true });
  writeFileSync(join(user, 'bin', 'claude'), `#!/bin/sh\necho '${version} (Claude Code)'\n`);
  chmodSync(join(user, 'bin', 'claude'), 0o755);
}

const env = (): NodeJS.ProcessEnv => ({
  HOME: user,
  CLAUDE_CONFIG_DIR: '',
  // The default port handling: other tests use a new port at each start, here it stays the same. No other test uses it.
  ANSWERBACK_PORT: '',
  PATH: `${join(user, 'bin')}:${process.env.PATH}`,
  ANSWERBACK_HOOK_TOKEN: '',
});
// Without --port it depends on the users of the computer.
const setup = (...args: string[]): Promise<Ran> =>
  at.run(['setup', 'claude-code', ...(args.includes('--socket') ? [] : ['--port']), ...args], { env: env() });
const given = (text: string) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};
const option = (label: string) => ({ label, description: `about ${label}` });
const token = () => readFileSync(at.place.hookToken, 'utf8').trim();
const hooks = (file = path) => JSON.parse(readFileSync(file, 'utf8')).hooks;

describe('setup', () => {
  it('shows the change without the secret, writes it, and says what to do next', async () => {
    claude('2.1.325');
    given('{\n    "model": "opus"\n}\n');
    const { code, out, err } = await setup();
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('Claude Code 2.1.325');
    expect(out).toMatch(/^\+ {28}"Authorization": "Bearer •••"$/m);
    expect(out).not.toContain(token());
    expect(out).toMatch(/12 hooks .*PostToolBatch/);
    expect(out).toContain('without a restart');
    expect(out).toMatch(/answerback setup claude-code .*--undo/);
    expect(hooks().SessionStart[0].hooks[0].command).toContain(`'${join(dirname(CLI), 'hook.cjs')}'`);
  });

  it('the token it writes works for hooks and for nothing else', async () => {
    claude('2.1.325');
    await setup();
    const [{ url, headers }] = hooks().Stop[0].hooks;
    const { url: broker } = await at.client().status();
    expect(url).toBe(`${broker}/v1/channels/claude-code`);
    const body = JSON.stringify({ hook_event_name: 'PostToolUse', session_id: 's', tool_name: 'Bash', tool_use_id: 't' });
    const reply = await fetch(url, { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body });
    expect(reply.status).toBe(200);
    expect((await fetch(`${broker}/v1/asks`, { headers })).status).toBeGreaterThanOrEqual(400);
  });

  it('run twice changes nothing, even after the broker was restarted', async () => {
    claude('2.1.325');
    await setup();
    const before = readFileSync(path);
    await at.run(['broker', 'stop']);
    const { code, out } = await setup();
    expect(code).toBe(0);
    expect(out).toContain('Already set up');
    expect(readFileSync(path)).toEqual(before);
  });

  it('--dry-run writes nothing, neither settings nor backups', async () => {
    given('{}');
    const { code, out } = await setup('--dry-run');
    expect(code).toBe(0);
    expect(out).toContain('+++ ');
    expect(out).toContain('nothing was written');
    expect(readFileSync(path, 'utf8')).toBe('{}');
    expect(existsSync(at.place.undo)).toBe(false);
  });

  it('--json reports what was done', async () => {
    claude('2.1.100');
    const first = await setup('--json');
    expect(JSON.parse(first.out)).toEqual({
      file: path,
      changed: true,
      diff: expect.stringContaining('+++ '),
      via: 'port',
      tokenIn: 'file',
      events: expect.not.arrayContaining(['PostToolBatch']),
      claudeVersion: '2.1.100',
    });
    expect(first.out).not.toContain(token());
    expect(JSON.parse((await setup('--json')).out)).toMatchObject({ changed: false, diff: '' });
  });

  it('says what a version does not accept, and that a version was not tested, and so does doctor', async () => {
    for (const [version, remark] of [
      ['2.1.150', 'without hooks it does not accept own words together with options'],
      ['2.1.999', 'newer than 2.1.328, the newest version that Answerback is tested with'],
    ] as const) {
      claude(version);
      const { out, err } = await setup('--dry-run');
      expect(out + err).toContain(`This version: ${remark}.`);
      const { out: doctor } = await at.run(['doctor'], { env: env() });
      expect(doctor.replaceAll(/\s+/g, ' ')).toContain(`version ${version} (${remark})`);
    }
  });

  it('without a claude on the PATH it is careful, and says so', async () => {
    const { out } = await setup();
    if (spawnSync('claude', ['--version']).error) {
      expect(out).toContain('no `claude` on the PATH');
      expect(Object.keys(hooks())).not.toContain('PostToolBatch');
    }
  });

  it('creates missing files readable only by the user; respects CLAUDE_CONFIG_DIR', async () => {
    const config = join(user, 'other', 'config');
    const { code } = await at.run(['setup', 'claude-code', '--port'], { env: { ...env(), CLAUDE_CONFIG_DIR: config } });
    expect(code).toBe(0);
    expect(statSync(join(config, 'settings.json')).mode & 0o777).toBe(0o600);
    expect(statSync(config).mode & 0o777).toBe(0o700);
    expect(existsSync(path)).toBe(false);
  });

  it('a refused file: exit code 1, where and why, untouched', async () => {
    given('{\n  "model": "opus",\n}\n');
    const { code, out, err } = await setup();
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain(`answerback: ${path}:2:18: a trailing comma`);
    expect(err).toContain('Remove the comma');
    expect(JSON.parse((await setup('--json')).err)).toMatchObject({ error: { code: 'settings', line: 2, column: 18 } });
    expect(readFileSync(path, 'utf8')).toBe('{\n  "model": "opus",\n}\n');
  });

  it('--user and --project cannot be used together, and neither can --socket and --port', async () => {
    expect(await setup('--user', '--project')).toMatchObject({ code: 2, err: expect.stringContaining('cannot be used together') });
    expect(await setup('--socket', '--port')).toMatchObject({ code: 2, err: expect.stringContaining('cannot be used together') });
  });
});

describe('hooks over the socket', () => {
  /** Runs the command of a hook as Claude Code does. */
  function hook(event: string, more: object = {}): Promise<{ out: string; code: number | null }> {
    const [{ command }] = hooks()[event][0].hooks;
    const child = spawn('sh', ['-c', command], { env: { ...at.env, ...env(), ANSWERBACK_HOME: '' }, stdio: ['pipe', 'pipe', 'inherit'] });
    child.stdin.end(JSON.stringify({ hook_event_name: event, session_id: 'sock', cwd: user, ...more }));
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
    });
    return new Promise((done) => child.on('close', (code) => done({ out, code })));
  }
  const tool_input = { questions: [{ question: 'Which?', header: 'H', multiSelect: false, options: [option('A'), option('B')] }] };
  const call = { tool_name: 'AskUserQuestion', tool_use_id: 'toolu_1', tool_input };

  it('report, wait for the decision and print it; the file contains no token and stays as readable as it was', async () => {
    claude('2.1.325');
    given('{}\n');
    chmodSync(path, 0o644);
    expect(await setup('--socket')).toMatchObject({ code: 0, err: '' });
    expect(readFileSync(path, 'utf8')).not.toMatch(/http|Bearer/);
    expect(statSync(path).mode & 0o777).toBe(0o644);
    expect(await hook('PreToolUse', call)).toEqual({ out: '', code: 0 });
    const client = at.client();
    const open = await eventually(async () => (await client.list()).asks[0]);
    const deciding = hook('PermissionRequest', { ...call, tool_use_id: undefined });
    // Refused while no hook waits for the decision.
    await eventually(() =>
      client.decide(open.id, answers(2), by('ada')).catch((error) => {
        if (error instanceof Refused) return undefined;
        throw error;
      }),
    );
    expect(JSON.parse((await deciding).out)).toMatchObject({
      hookSpecificOutput: { decision: { behavior: 'allow', updatedInput: { answers: { 'Which?': 'B' } } } },
    });
  });

  it('are silent without a broker; those that wait start one, the others do not', async () => {
    claude('2.1.325');
    await setup('--socket');
    await at.run(['broker', 'stop']);
    for (const event of ['PreToolUse', 'PostToolUse', 'Stop']) expect(await hook(event, call), event).toEqual({ out: '', code: 0 });
    expect(await at.pid()).toBeUndefined();
    const deciding = hook('PermissionRequest', call);
    const client = at.client();
    const open = await eventually(async () => (await at.pid()) !== undefined && (await client.list()).asks[0]);
    await client.decide(open.id, answers(1), by('ada'));
    expect((await deciding).out).toContain('"A"');
  });

  it.runIf(process.getuid?.() === 0)('do not talk to a socket of somebody else', async () => {
    claude('2.1.325');
    await setup('--socket');
    await at.run(['broker', 'stop']);
    const squatter = createServer((_, response) => response.end('{"hookSpecificOutput":{"permissionDecision":"allow"}}'));
    await new Promise<void>((resolve) => squatter.listen(at.place.socket, resolve));
    // A hook waits for half a second, and this process may be slower.
    await expect.poll(async () => (await hook('PreToolUse', call)).out).toContain('allow');
    chownSync(at.place.socket, 65534, 65534);
    for (const event of ['PreToolUse', 'PermissionRequest']) expect(await hook(event, call), event).toEqual({ out: '', code: 0 });
    squatter.close();
  });
});

describe('doctor', () => {
  const line = async () => {
    const { out } = await at.run(['doctor'], { env: env() });
    return (/. claude code [\s\S]*?(?=\n\S)/.exec(out)?.[0] ?? out).replaceAll(/\s+/g, ' ');
  };

  it('names what is wrong with the hooks and how to fix it', async () => {
    claude('2.1.325');
    await setup('--socket');
    expect(await line()).toMatch(
      /^✓ .*connected through the user settings; headless runs \(claude -p\) are left alone: .*; hooks use the socket, /,
    );
    await setup();
    chmodSync(path, 0o644);
    expect(await line()).toMatch(/^✗ .*contains the token, and other users can read it \(mode 644\) → Close it: chmod 600/);
    chmodSync(path, 0o600);
    // Which of the two depends on the users of this computer.
    expect(await line()).toMatch(
      /^✗ .*can listen there and answer in its place → .*setup claude-code$|^! .*hooks use the port \(nobody else .*answerback service install$/,
    );
  });

  it('does not call hooks out of date because there is no `claude` on its own PATH, and setup leaves them as they are', async () => {
    claude('2.1.325');
    await setup('--socket');
    rmSync(join(user, 'bin'), { recursive: true });
    expect(await line()).toMatch(/^✓ .*no `claude` on the PATH; connected/);
    expect((await setup('--socket')).out).toContain('Already set up');
    expect(Object.keys(hooks())).toHaveLength(12);
  });

  it('calls hooks out of date that a newer version needs to be changed', async () => {
    claude('2.1.100');
    await setup('--socket');
    claude('2.1.325');
    expect(await line()).toMatch(/^! .*out of date → Update them: answerback setup claude-code$/);
  });

  it('says how long headless runs wait, and what hooks that use the socket cost', async () => {
    claude('2.1.325');
    writeFileSync(at.place.config, 'claude-code: { headless: { ask: 30m } }\n');
    const { out, err } = await setup('--socket');
    expect(out).toContain('Headless runs (claude -p) ask in the inbox and wait up to 30m.');
    expect((out + err).replaceAll(/\s+/g, ' ')).toContain('three for every tool call: 0.1 to 0.5 s');
    expect(await line()).toContain('headless runs (claude -p) ask in the inbox and wait up to 30m');
  });
});

describe('--project', () => {
  /** Runs in a folder below the root of a repository. */
  function inProject(...args: string[]): { code: number | null; out: string } {
    const below = join(user, 'project', 'src', 'deep');
    mkdirSync(below, { recursive: true });
    const ran = spawnSync(process.execPath, [CLI, 'setup', 'claude-code', '--port', '--project', ...args], {
      cwd: below,
      env: { ...at.env, ...env() },
      encoding: 'utf8',
    });
    return { code: ran.status, out: ran.stdout };
  }
  const local = () => join(user, 'project', '.claude', 'settings.local.json');

  it('writes to the root of the repository; the token only if git ignores the file', () => {
    execFileSync('git', ['init', '-q', join(user, 'project')]);
    const { code, out } = inProject();
    expect(code).toBe(0);
    expect(readFileSync(local(), 'utf8')).not.toContain(token());
    expect(out).toContain(`export ANSWERBACK_HOOK_TOKEN="$(cat ${at.place.hookToken})"`);
    const shell = `export ANSWERBACK_HOOK_TOKEN="$(cat ${at.place.hookToken})"; printf %s "$ANSWERBACK_HOOK_TOKEN"`;
    expect(execFileSync('sh', ['-c', shell], { encoding: 'utf8' })).toBe(token());

    writeFileSync(join(user, 'project', '.gitignore'), '.claude/settings.local.json\n');
    expect(JSON.parse(inProject('--json').out)).toMatchObject({ changed: true, tokenIn: 'file' });
    expect(readFileSync(local(), 'utf8')).toContain(token());
    expect(inProject('--undo').code).toBe(0);
    expect(existsSync(dirname(local()))).toBe(false);
  });
});

describe('--undo', () => {
  it('restores the file exactly, without a broker', async () => {
    const original = '\ufeff{\r\n\t"model": "opus"\r\n}';
    given(original);
    chmodSync(path, 0o640);
    await setup();
    await at.run(['broker', 'stop']);
    const { code, out } = await setup('--undo');
    expect(code).toBe(0);
    expect(out).toContain('byte for byte');
    expect(readFileSync(path, 'utf8')).toBe(original);
    expect(statSync(path).mode & 0o777).toBe(0o640);
    expect(await at.pid()).toBeUndefined();
    expect(await setup('--undo')).toMatchObject({ code: 0, out: expect.stringContaining('Nothing to undo') });
  });

  it('removes only our entries from a changed file, and says where the backup is', async () => {
    given('{\n  "a": 1\n}\n');
    await setup();
    writeFileSync(path, readFileSync(path, 'utf8').replace('"a": 1', '"a": 2'));
    expect((await setup('--undo', '--dry-run')).out).toContain('nothing was written');
    const { out } = await setup('--undo');
    expect(out).toContain('It was changed since setup');
    const kept = /kept in (\S+)\.\n/.exec(out)?.[1] ?? '';
    expect(readFileSync(join(kept, 'original'), 'utf8')).toBe('{\n  "a": 1\n}\n');
    expect(readFileSync(path, 'utf8')).toBe('{\n  "a": 2\n}\n');
  });

  it('--json reports how it was undone', async () => {
    await setup();
    expect(JSON.parse((await setup('--undo', '--json')).out)).toMatchObject({ file: path, changed: true, way: 'restore', backup: null });
    expect(JSON.parse((await setup('--undo', '--json')).out)).toMatchObject({ changed: false });
  });
});

describe.skipIf(spawnSync('script', ['--version']).error)('on a terminal', () => {
  /** `script` gives the command a terminal and types this into it. */
  function typed(input: string, ...args: string[]): { code: number | null; out: string } {
    const line = [process.execPath, CLI, 'setup', 'claude-code', '--port', ...args].map((word) => `'${word}'`).join(' ');
    const ran = spawnSync('script', ['-qec', line, '/dev/null'], { input, env: { ...at.env, ...env() }, encoding: 'utf8' });
    return { code: ran.status, out: ran.stdout };
  }

  it('asks first: no changes nothing, Enter writes', () => {
    given('{}\n');
    expect(typed('n\n').out).toMatch(/Write this\? \[Y\/n\][\s\S]*Nothing was written/);
    expect(readFileSync(path, 'utf8')).toBe('{}\n');
    expect(typed('\n').out).toContain('Claude Code now sends what it asks to the inbox');
    expect(Object.keys(hooks())).toContain('Stop');
  });

  it('--yes does not ask', () => {
    expect(typed('', '--yes').out).not.toContain('[Y/n]');
    expect(existsSync(path)).toBe(true);
  });
});

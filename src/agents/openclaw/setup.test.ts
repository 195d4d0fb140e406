// Setting up OpenClaw and undoing it, on real files: nothing of the user is lost, and undo is exact.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse as jsonc } from 'jsonc-parser';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { carryOut, carryOutUndo } from '../../setup/change.ts';
import { hasEntries, withEntries, withoutEntries } from './config-lines.ts';
import { type OpenClawRequest, planOpenClaw, planOpenClawUndo } from './plan.ts';
import { readOpenClaw } from './setup.ts';

const TOKEN = 'the-token-of-the-gateway';
let home: string;
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'claw-')));
  given('.openclaw/openclaw.json', `{\n  // mine\n  "gateway": { "port": 19000, "auth": { "mode": "token", "token": "${TOKEN}" } },\n}\n`);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function given(name: string, text: string, mode = 0o644): string {
  const path = join(home, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}
const text = (name: string) => readFileSync(join(home, name), 'utf8');
const request = (over: Partial<OpenClawRequest> = {}): OpenClawRequest => {
  const openclaw = readOpenClaw({ HOME: home }, home, 'orGone');
  if (openclaw.kind === 'refused') throw new Error(openclaw.reason);
  return {
    openclaw,
    skill: '# the skill\n',
    plugin: '// the plugin\n',
    folder: join(home, 'broker'),
    chatToken: join(home, 'broker', 'chat-tokens', 'openclaw-chat'),
    config: join(home, 'config.yaml'),
    tokenFile: join(home, 'broker', 'openclaw-token'),
    undo: join(home, 'undo'),
    ...over,
  };
};
function setup(over: Partial<OpenClawRequest> = {}) {
  const plan = planOpenClaw(request(over));
  if (plan.kind === 'refused') throw new Error(plan.reason);
  expect(carryOut(plan.changes, request().undo, 1)).toEqual({ kind: 'done' });
  return plan;
}
function undo() {
  const plan = planOpenClawUndo(request());
  if (plan.kind === 'refused') throw new Error(plan.reason);
  expect(carryOutUndo(plan.changes)).toMatchObject({ kind: 'done' });
  return plan;
}
const everything = () =>
  readdirSync(home, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.startsWith('undo'))
    .sort()
    .map((name) => {
      const stat = statSync(join(home, name));
      return [name, stat.mode, stat.isFile() ? text(name) : ''];
    });

describe('setting up OpenClaw', () => {
  it('adds the skill and the plugin, copies the token, makes one for the plugin, and adds answerers to our configuration', () => {
    expect(setup().changes.map(({ part }) => part)).toEqual([
      'skill',
      'plugin',
      'plugin',
      'plugin',
      'token',
      'token',
      'settings',
      'config',
    ]);
    expect(text('.openclaw/extensions/answerback/index.js')).toBe('// the plugin\n');
    expect(JSON.parse(text('.openclaw/extensions/answerback/openclaw.plugin.json'))).toMatchObject({ id: 'answerback' });
    expect(JSON.parse(text('.openclaw/extensions/answerback/package.json')).openclaw).toEqual({ extensions: ['./index.js'] });
    expect(text('.openclaw/openclaw.json')).toContain('// mine');
    expect(jsonc(text('.openclaw/openclaw.json')).plugins.entries.answerback).toEqual({
      enabled: true,
      hooks: { allowConversationAccess: true },
      config: { folder: join(home, 'broker'), agents: { main: { as: 'openclaw-chat' } } },
    });
    expect(text('broker/chat-tokens/openclaw-chat')).toMatch(/^[\w-]{43}\n$/);
    expect(statSync(join(home, 'broker/chat-tokens/openclaw-chat')).mode & 0o777).toBe(0o600);
    expect(text('.openclaw/workspace/skills/answerback/SKILL.md')).toBe('# the skill\n');
    expect(text('broker/openclaw-token')).toBe(`${TOKEN}\n`);
    expect(statSync(join(home, 'broker/openclaw-token')).mode & 0o777).toBe(0o600);
    expect(parse(text('config.yaml'))).toEqual({
      answerers: {
        openclaw: { kind: 'openclaw', url: 'ws://127.0.0.1:19000', 'token-file': join(home, 'broker/openclaw-token') },
        'openclaw-chat': { kind: 'chat' },
      },
    });
  });

  it('works when our own folder does not exist yet', () => {
    const over = { tokenFile: join(home, 'ab', 'openclaw-token'), config: join(home, 'ab', 'config.yaml'), undo: join(home, 'ab', 'undo') };
    const plan = planOpenClaw(request(over));
    expect(plan.kind === 'plan' && carryOut(plan.changes, over.undo, 1)).toEqual({ kind: 'done' });
    const undone = planOpenClawUndo(request(over));
    expect(undone.kind === 'plan' && carryOutUndo(undone.changes)).toEqual({ kind: 'done', kept: [] });
    expect(existsSync(over.tokenFile) || existsSync(over.config)).toBe(false);
  });

  it('changes nothing the second time, and picks up a new token', () => {
    setup();
    expect(setup().changes).toEqual([]);
    given('.openclaw/openclaw.json', '{"gateway":{"port":19000,"auth":{"token":"another-token"}}}');
    expect(setup().changes.map(({ part }) => part)).toEqual(['token', 'settings']);
    expect(text('broker/openclaw-token')).toBe('another-token\n');
  });

  it('never shows the token', () => {
    expect(JSON.stringify(setup().changes.map(({ diff }) => diff))).not.toContain(TOKEN);
  });

  it('is undone byte for byte', () => {
    given('config.yaml', '# mine\npause: false   # really\n', 0o640);
    const before = everything();
    setup();
    expect(everything()).not.toEqual(before);
    undo();
    expect(everything()).toEqual(before);
    expect(undo().changes).toEqual([]);
  });

  it('leaves no files after undo if there were none before', () => {
    const before = everything();
    setup();
    undo();
    expect(everything()).toEqual(before);
  });

  it('removes only its own lines from a configuration that was edited since', () => {
    given('config.yaml', 'pause: false\n');
    setup();
    writeFileSync(join(home, 'config.yaml'), `${text('config.yaml')}routes: [] # later\n`);
    undo();
    expect(parse(text('config.yaml'))).toEqual({ pause: false, routes: [] });
    expect(text('config.yaml')).toContain('# later');
    expect(existsSync(join(home, 'broker/openclaw-token'))).toBe(false);
  });

  it('is undone after OpenClaw was removed, with or without its workspace', () => {
    given('config.yaml', 'pause: false\n');
    const workspace = join(home, 'elsewhere');
    setup({ workspace });
    expect(existsSync(join(workspace, 'skills/answerback/SKILL.md'))).toBe(true);
    rmSync(join(home, '.openclaw'), { recursive: true });
    undo();
    expect(text('config.yaml')).toBe('pause: false\n');
    expect(everything().map(([name]) => name)).toEqual(['config.yaml']);
    expect(undo().changes).toEqual([]);
  });

  it('finds the skill in the workspace that setup was given, without being told again', () => {
    const before = everything();
    setup({ workspace: join(home, 'elsewhere') });
    undo();
    expect(everything()).toEqual(before);
  });

  it('does not remove a skill that was changed since, and says so', () => {
    setup();
    const skill = given('.openclaw/workspace/skills/answerback/SKILL.md', '# mine now\n');
    expect(undo().left).toEqual([skill]);
    expect(readFileSync(skill, 'utf8')).toBe('# mine now\n');
  });

  it('does not overwrite a skill that was changed since, and says so', () => {
    setup();
    const skill = given('.openclaw/workspace/skills/answerback/SKILL.md', '# mine now\n');
    expect(setup({ skill: '# a newer skill\n' })).toMatchObject({ changes: [], left: [skill] });
    expect(readFileSync(skill, 'utf8')).toBe('# mine now\n');
  });

  it('updates our skill to a newer one, and undoes that too', () => {
    const before = everything();
    setup();
    expect(setup({ skill: '# a newer skill\n' }).changes.map(({ part }) => part)).toEqual(['skill']);
    expect(text('.openclaw/workspace/skills/answerback/SKILL.md')).toBe('# a newer skill\n');
    undo();
    expect(everything()).toEqual(before);
  });

  it('keeps an entry of the plugin that names more agents, and removes only it from settings that were edited since', () => {
    setup();
    const edited = text('.openclaw/openclaw.json')
      .replace('"main":', '"beta": { "as": "beta" },\n          "main":')
      .replace('// mine', '// still mine');
    given('.openclaw/openclaw.json', edited);
    expect(setup().changes).toEqual([]);
    undo();
    expect(text('.openclaw/openclaw.json')).toContain('// still mine');
    expect(jsonc(text('.openclaw/openclaw.json')).plugins).toBeUndefined();
  });

  it("does not touch somebody else's plugin of the same name, and says when plugins are kept out", () => {
    given('.openclaw/openclaw.json', '{"plugins":{"allow":["other"],"entries":{"answerback":{"enabled":true}}}}');
    expect(planOpenClaw(request())).toMatchObject({ kind: 'refused', reason: expect.stringContaining('not ours') });
    expect(request().openclaw).toMatchObject({ keepsOut: true });
    given('.openclaw/openclaw.json', '{"agents":{"list":[{"id":"a"},{"id":"b","default":true}]}}');
    expect(request().openclaw).toMatchObject({ keepsOut: false, agent: 'b' });
  });

  it("does not overwrite somebody else's skill of the same name", () => {
    given('.openclaw/workspace/skills/answerback/SKILL.md', '# theirs\n');
    expect(planOpenClaw(request())).toMatchObject({ kind: 'refused', reason: expect.stringContaining('not ours') });
  });

  it.each([
    ['an answerer of the same name', 'answerers:\n  openclaw:\n    kind: command\n    run: [x]\n'],
    ['answerers on one line', 'answerers: { a: { kind: command, run: [x] } }\n'],
    ['invalid YAML', 'answerers: [\n'],
  ])('gives the user the lines to paste when the configuration has %s', (_, config) => {
    given('config.yaml', config);
    const { paste } = setup();
    expect(parse(paste?.text ?? '').answerers.openclaw).toMatchObject({ kind: 'openclaw' });
    expect(text('config.yaml')).toBe(config);
  });

  it('says what is missing when there is no OpenClaw, or its settings cannot be read', () => {
    expect(readOpenClaw({ HOME: '/nowhere' }, '/')).toMatchObject({
      kind: 'refused',
      fix: expect.stringContaining('OPENCLAW_CONFIG_PATH'),
    });
    given('.openclaw/openclaw.json', '{ gateway: ');
    expect(readOpenClaw({ HOME: home }, home)).toMatchObject({ kind: 'refused' });
  });

  it('reads tokens from environment variables, and does not guess others', () => {
    const token = (auth: string, env = {}) => {
      given('.openclaw/openclaw.json', `{"gateway":{"auth":${auth}}}`);
      const read = readOpenClaw({ HOME: home, ...env }, home);
      return read.kind === 'openclaw' ? read.token : read;
    };
    expect(token(`{"token":"$\{CLAW}"}`, { CLAW: 'from-env' })).toBe('from-env');
    expect(token(`{"token":"$\{CLAW}"}`)).toBeUndefined();
    expect(token('{"token":{"source":"exec"}}')).toBeUndefined();
    expect(token('{}', { OPENCLAW_GATEWAY_TOKEN: 'usual' })).toBe('usual');
  });
});

describe('an entry in YAML', () => {
  const [one, two] = [{ kind: 'openclaw', url: 'ws://127.0.0.1:1' }, { kind: 'chat' }];
  const entries = [
    { name: 'openclaw', fields: one },
    { name: 'openclaw-chat', fields: two },
  ];
  it.each([
    '',
    'pause: true\n',
    'pause: true',
    '# only a comment\n',
    'answerers:\n  a:\n    kind: command\n    run: [x]\n',
    'answerers:\n    # mine\n    a:\n        kind: command # with a comment\n        run: [x]\n\nroutes: []\n',
    'routes: []\nanswerers:\n  a: { kind: command, run: [x] }\n  b: { kind: command, run: [y] }\n# the end\n',
    'pause: true\r\nroutes: []\r\n',
  ])('is added to %j and removed without a trace', (before) => {
    const entered = withEntries(before, entries);
    if (entered.kind !== 'text') throw new Error(entered.reason);
    const { answerers, ...rest } = parse(entered.text);
    const { answerers: had = {}, ...others } = parse(before) ?? {};
    expect(answerers).toEqual({ ...had, openclaw: one, 'openclaw-chat': two });
    expect(rest).toEqual(others);
    expect(hasEntries(entered.text)).toBe(true);
    expect(parse(withoutEntries(entered.text)) ?? {}).toEqual(parse(before) ?? {});
    expect(withoutEntries(entered.text).trimEnd()).toBe(before.trimEnd());
    expect(withEntries(entered.text, entries)).toEqual(entered);
  });
});

// The hooks we want in Claude Code's settings, and how they are told from others'.
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { eventsOf } from '../facts/versions.ts';
import { isOurs, objectionTo, wantedHooks } from './settings.ts';

const URL = 'http://127.0.0.1:4807';
const command = { node: '/usr/bin/node', program: '/opt/answerback/dist/hook.cjs' };
const wanted = (over: Partial<typeof command & { brokerHome: string }> = {}) =>
  wantedHooks(eventsOf('2.1.325'), URL, { kind: 'file', token: 't' }, { ...command, ...over }, 'beside');
const startCommand = (over = {}): string => String(wanted(over).SessionStart?.hooks[0]?.command);

describe('wantedHooks', () => {
  it('waits a day for an answer, and a moment for everything else', () => {
    const timeouts = Object.entries(wanted()).map(([event, entry]) => [event, entry.hooks[0]?.timeout]);
    expect(Object.fromEntries(timeouts)).toEqual({
      PreToolUse: 0.5,
      PermissionRequest: 86_400,
      PostToolUse: 0.5,
      PostToolUseFailure: 0.5,
      PostToolBatch: 0.5,
      Stop: 0.5,
      Notification: 0.5,
      UserPromptSubmit: 0.5,
      SessionStart: 10,
      SessionEnd: 0.5,
    });
  });

  it('lets questions wait in PreToolUse where the broker holds them', () => {
    const hold = wantedHooks(eventsOf('2.1.325'), URL, { kind: 'file', token: 't' }, command, 'hold');
    expect(hold.PreToolUse).toMatchObject({ matcher: 'AskUserQuestion', hooks: [{ timeout: 86_400 }] });
  });

  it('is http for all but the start of a session', () => {
    expect(wanted().Stop).toEqual({
      hooks: [{ type: 'http', url: `${URL}/v1/channels/claude-code`, timeout: 0.5, headers: { Authorization: 'Bearer t' } }],
    });
    expect(startCommand()).toBe("ANSWERBACK_HOOK=claude-code '/usr/bin/node' '/opt/answerback/dist/hook.cjs' 2>/dev/null || true");
  });

  it('a shell takes any path as it is, and the broker home with it', () => {
    const program = '/it\'s $HOME "here" `x`/hook.cjs';
    const printed = execFileSync('sh', ['-c', startCommand({ node: '/usr/bin/printf', program, brokerHome: "/a b'c" })], {
      encoding: 'utf8',
    });
    expect(printed).toBe(program);
    expect(startCommand({ brokerHome: '/a b' })).toContain("ANSWERBACK_HOME='/a b' ");
  });

  it('never fails the session that starts', () => {
    expect(execFileSync('sh', ['-c', startCommand({ node: '/nowhere/node' })], { encoding: 'utf8' })).toBe('');
  });
});

describe('isOurs', () => {
  it('knows every hook of ours, old ones too', () => {
    for (const { hooks } of Object.values(wanted())) expect(hooks.every(isOurs)).toBe(true);
    expect(isOurs({ type: 'http', url: 'http://localhost:1/v1/channels/claude-code' })).toBe(true);
  });

  it.each([
    { type: 'http', url: 'http://127.0.0.1:4807/v1/channels/claude-code-2' },
    { type: 'http', url: 'https://example.com/?x=/v1/channels/claude-code' },
    { type: 'http', url: 'not a url' },
    { type: 'command', command: 'node /other/hook.cjs' },
    { type: 'command', command: 'echo answerback' },
    { type: 'command' },
    null,
    'text',
  ])('%j is not ours', (hook) => expect(isOurs(hook)).toBe(false));
});

describe('objectionTo a list of allowed addresses', () => {
  const allowed = (...patterns: unknown[]) => objectionTo(JSON.stringify({ allowedHttpHookUrls: patterns }), URL, 'file');

  it.each([['*'], ['http://127.0.0.1:*'], [`${URL}/*`], [`${URL}/v1/channels/claude-code`]])('none when %s is among them', (pattern) => {
    expect(allowed('https://example.com/*', pattern)).toBeUndefined();
  });

  it.each([['http://127.0.0.1'], ['http://127x0.0.1:4807/*'], ['https://*'], [7]])('one when only %s is, and what to add', (pattern) => {
    expect(allowed(pattern)).toMatchObject({ fix: `Add "${URL}/*" to it, and try again.` });
  });
});

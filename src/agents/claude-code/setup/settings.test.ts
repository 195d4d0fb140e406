// Which hooks we want in the settings of Claude Code, and how ours are recognised.
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { eventsOf } from '../facts/versions.ts';
import { viaFor } from './connect.ts';
import { isOurs, problemIn, wantedHooks } from './settings.ts';

const URL = 'http://127.0.0.1:4807';
const command = { node: '/usr/bin/node', program: '/opt/answerback/dist/hook.cjs' };
const wanted = (over: Partial<typeof command & { brokerHome: string }> = {}) =>
  wantedHooks(eventsOf('2.1.325'), URL, { kind: 'file', token: 't' }, { ...command, ...over }, 'beside');
const startCommand = (over = {}): string => String(wanted(over).SessionStart?.hooks[0]?.command);

describe('the hooks', () => {
  it('wait a day for an answer, and half a second for everything else', () => {
    const timeouts = Object.entries(wanted()).map(([event, entry]) => [event, entry.hooks[0]?.timeout]);
    expect(Object.fromEntries(timeouts)).toEqual({
      PreToolUse: 0.5,
      PermissionRequest: 86_400,
      PostToolUse: 0.5,
      PostToolUseFailure: 0.5,
      PostToolBatch: 0.5,
      Stop: 0.5,
      Notification: 0.5,
      SubagentStart: 0.5,
      SubagentStop: 0.5,
      UserPromptSubmit: 0.5,
      SessionStart: 10,
      SessionEnd: 0.5,
    });
  });

  it('let questions wait in PreToolUse in the mode `hold`', () => {
    const hold = wantedHooks(eventsOf('2.1.325'), URL, { kind: 'file', token: 't' }, command, 'hold');
    expect(hold.PreToolUse).toMatchObject({ matcher: 'AskUserQuestion', hooks: [{ timeout: 86_400 }] });
  });

  it('use http for all events but SessionStart', () => {
    expect(wanted().Stop).toEqual({
      hooks: [{ type: 'http', url: `${URL}/v1/channels/claude-code`, timeout: 0.5, headers: { Authorization: 'Bearer t' } }],
    });
    expect(startCommand()).toBe("ANSWERBACK_HOOK=claude-code '/usr/bin/node' '/opt/answerback/dist/hook.cjs' 2>/dev/null || true");
  });

  it('use commands for all events if they go over the socket, and only those that wait for an answer take long', () => {
    const hooks = wantedHooks(eventsOf('2.1.325'), URL, { kind: 'none' }, command, 'beside');
    const run = "ANSWERBACK_HOOK=claude-code '/usr/bin/node' '/opt/answerback/dist/hook.cjs'";
    expect(hooks.PermissionRequest?.hooks).toEqual([{ type: 'command', command: `${run} --wait 2>/dev/null || true`, timeout: 86_400 }]);
    expect(hooks.Stop?.hooks).toEqual([{ type: 'command', command: `${run} --report 2>/dev/null || true`, timeout: 5 }]);
    expect(JSON.stringify(hooks)).not.toContain('http');
    for (const { hooks: each } of Object.values(hooks)) expect(each.every(isOurs)).toBe(true);
    const hold = wantedHooks(eventsOf('2.1.325'), URL, { kind: 'none' }, command, 'hold');
    expect(hold.PreToolUse).toMatchObject({ matcher: 'AskUserQuestion', hooks: [{ timeout: 86_400 }] });
    expect(problemIn('{"allowedHttpHookUrls": []}', URL, 'none')).toBeUndefined();
  });

  it('quote any path for the shell, and pass on the folder of the broker', () => {
    const program = '/it\'s $HOME "here" `x`/hook.cjs';
    const printed = execFileSync('sh', ['-c', startCommand({ node: '/usr/bin/printf', program, brokerHome: "/a b'c" })], {
      encoding: 'utf8',
    });
    expect(printed).toBe(program);
    expect(startCommand({ brokerHome: '/a b' })).toContain("ANSWERBACK_HOME='/a b' ");
  });

  it('do not fail the start of a session, even without Node', () => {
    expect(execFileSync('sh', ['-c', startCommand({ node: '/nowhere/node' })], { encoding: 'utf8' })).toBe('');
  });
});

describe('isOurs', () => {
  it('recognises all our hooks, also old ones', () => {
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

describe('allowedHttpHookUrls', () => {
  const allowed = (...patterns: unknown[]) => problemIn(JSON.stringify({ allowedHttpHookUrls: patterns }), URL, 'file');

  it.each([['*'], ['http://127.0.0.1:*'], [`${URL}/*`], [`${URL}/v1/channels/claude-code`]])('is fine when it contains %s', (pattern) => {
    expect(allowed('https://example.com/*', pattern)).toBeUndefined();
  });

  it.each([['http://127.0.0.1'], ['http://127x0.0.1:4807/*'], ['https://*'], [7]])(
    'is a problem when it only contains %s, and says what to add',
    (pattern) => {
      expect(allowed(pattern)).toMatchObject({ fix: `Add "${URL}/*" to it, and try again.` });
    },
  );
});

it('hooks use the socket if others can log in to the computer, unless the user decides otherwise', () => {
  expect([viaFor({}, []), viaFor({}, ['ben']), viaFor({ port: true }, ['ben']), viaFor({ socket: true }, [])]).toEqual([
    undefined,
    'socket',
    'port',
    'socket',
  ]);
});

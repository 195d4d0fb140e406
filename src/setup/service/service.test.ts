// The files for systemd and launchd. test/service.test.ts loads those for systemd into a real one.
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { launchdService } from './launchd.ts';
import { systemdService } from './systemd.ts';

const odd = '/opt/a "b" 100% $HOME \\x <&>/node';
const managed = { command: [odd, '--flag', '/dist/broker.js'], env: { PATH: `/bin:${odd}` }, folder: '/home/ada/100%', port: 4547 };

it('a unit for systemd keeps every character of a path', () => {
  const [socket, broker] = systemdService(managed, { HOME: '/home/ada' }).files;
  expect(socket).toMatchObject({
    path: '/home/ada/.config/systemd/user/answerback.socket',
    content: expect.stringContaining('ListenStream=127.0.0.1:4547\n'),
  });
  expect(broker?.content).toContain(`ExecStart="/opt/a \\"b\\" 100%% $$HOME \\\\x <&>/node" "--flag" "/dist/broker.js"\n`);
  expect(broker?.content).toContain(`Environment="PATH=/bin:/opt/a \\"b\\" 100%% $HOME \\\\x <&>/node"\n`);
  expect(broker?.content).toContain('WorkingDirectory=-/home/ada/100%%\n');
});

it.skipIf(spawnSync('python3', ['--version']).error)('an agent for launchd is a property list with these values', () => {
  const [file] = launchdService(managed, { HOME: '/Users/ada' }, 501).files;
  expect(file?.path).toBe('/Users/ada/Library/LaunchAgents/dev.answerback.broker.plist');
  const script = 'import sys, json, plistlib; print(json.dumps(plistlib.loads(sys.stdin.buffer.read())))';
  expect(JSON.parse(spawnSync('python3', ['-c', script], { input: file?.content ?? '', encoding: 'utf8' }).stdout)).toEqual({
    Label: 'dev.answerback.broker',
    ProgramArguments: managed.command,
    EnvironmentVariables: managed.env,
    WorkingDirectory: managed.folder,
    RunAtLoad: true,
    KeepAlive: { SuccessfulExit: false },
  });
});

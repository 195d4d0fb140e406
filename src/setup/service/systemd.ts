// systemd: it listens on the port itself, and starts the broker at the first connection (socket activation).

import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../../system/environment.ts';
import type { Managed, Service } from './service.ts';

const SOCKET = 'answerback.socket';
const BROKER = 'answerback.service';

export function systemdService({ command, env, folder, port }: Managed, around: Environment): Service {
  const units = join(around.XDG_CONFIG_HOME || join(around.HOME || homedir(), '.config'), 'systemd', 'user');
  const systemctl = (...words: readonly string[]) => ['systemctl', '--user', ...words];
  const socket = `# Written by \`answerback service install\`; \`answerback service uninstall\` removes it.
[Unit]
Description=The port of the Answerback broker

[Socket]
ListenStream=127.0.0.1:${port}

[Install]
WantedBy=sockets.target
`;
  const broker = `# Written by \`answerback service install\`; \`answerback service uninstall\` removes it.
[Unit]
Description=Answerback broker
Requires=${SOCKET}
After=${SOCKET}
StartLimitIntervalSec=60
StartLimitBurst=20

[Service]
ExecStart=${command.map((word) => quoted(word).replaceAll('$', '$$$$')).join(' ')}
${Object.entries(env)
  .map(([name, value]) => `Environment=${quoted(`${name}=${value}`)}`)
  .join('\n')}
WorkingDirectory=-${folder.replaceAll('%', '%%')}
UMask=0077
KillMode=mixed
Restart=on-failure
RestartSec=1
`;
  return {
    manager: 'systemd',
    does: `systemd listens on 127.0.0.1:${port} and starts the broker at the first connection`,
    files: [
      { path: join(units, SOCKET), content: socket },
      { path: join(units, BROKER), content: broker },
    ],
    load: [systemctl('daemon-reload'), systemctl('enable', '--now', SOCKET)],
    unload: [systemctl('disable', '--now', SOCKET), systemctl('stop', BROKER)],
    forget: [systemctl('daemon-reload')],
    probe: systemctl('is-active', '--quiet', SOCKET),
  };
}

/** A word in a unit file: percent signs are specifiers there, and backslashes escape. */
function quoted(word: string): string {
  const escaped = word.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n').replaceAll('%', '%%');
  return `"${escaped}"`;
}

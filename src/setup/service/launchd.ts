// launchd: it starts the broker at login and again after a crash. Node cannot take over sockets from launchd, so the broker keeps running.

import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../../system/environment.ts';
import type { Managed, Service } from './service.ts';

const LABEL = 'dev.answerback.broker';

export function launchdService({ command, env, folder, port }: Managed, { HOME = homedir() }: Environment, uid: number): Service {
  const path = join(HOME, 'Library', 'LaunchAgents', `${LABEL}.plist`);
  const text = (value: string) => `<string>${escaped(value)}</string>`;
  const content = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<!-- Written by \`answerback service install\`; \`answerback service uninstall\` removes it. -->
<plist version="1.0">
<dict>
  <key>Label</key>
  ${text(LABEL)}
  <key>ProgramArguments</key>
  <array>
    ${command.map(text).join('\n    ')}
  </array>
  <key>EnvironmentVariables</key>
  <dict>
    ${Object.entries(env)
      .map(([name, value]) => `<key>${escaped(name)}</key>\n    ${text(value)}`)
      .join('\n    ')}
  </dict>
  <key>WorkingDirectory</key>
  ${text(folder)}
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
</dict>
</plist>
`;
  return {
    manager: 'launchd',
    does: `launchd starts the broker, on 127.0.0.1:${port}, at login and again if it crashes`,
    files: [{ path, content }],
    load: [['launchctl', 'bootstrap', `gui/${uid}`, path]],
    unload: [['launchctl', 'bootout', `gui/${uid}/${LABEL}`]],
    forget: [],
    probe: ['launchctl', 'print', `gui/${uid}/${LABEL}`],
  };
}

function escaped(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

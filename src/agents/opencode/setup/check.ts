// For `doctor`: the installed opencode, and whether it has the current version of our plugin.

import type { Finding, SetupContext } from '../../../setup/connection.ts';
import { planOwnFile } from '../../../setup/own-file.ts';
import { opencodeVersion, pluginFile, pluginPath, type Scope } from './plugin-file.ts';

export const EDITED = 'the plugin was changed since setup';

export async function check(at: SetupContext): Promise<Finding> {
  const version = await opencodeVersion(at.env);
  const named = version ? `version ${version}` : 'no `opencode` on the PATH';
  for (const scope of ['user', 'project'] as const) {
    const file = planOwnFile(pluginFile(scope, at));
    if (file.kind === 'refused') return { state: 'warning', message: `${named}; ${file.file}: ${file.reason}`, fix: file.fix };
    if (file.kind === 'outdated')
      return {
        state: 'warning',
        message: `${named}; the plugin in the ${scope} folder has another version`,
        fix: `Update it and restart opencode: ${again(scope)}`,
      };
    if (file.kind === 'edited')
      return {
        state: 'warning',
        message: `${named}; ${pluginPath(scope, at)}: ${EDITED}`,
        fix: `To get our version, move it away and run: ${again(scope)}`,
      };
    if (file.kind === 'current') return { state: 'ok', message: `${named}; connected through the plugin in the ${scope} folder` };
  }
  return { state: 'off', message: `${named}; not connected (to connect it: ${again('user')})` };
}

const again = (scope: Scope) => `answerback setup opencode${scope === 'project' ? ' --project' : ''}`;

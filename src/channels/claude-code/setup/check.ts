// For `doctor`: which Claude Code is here, and whether its settings have our hooks as they should be now.
import type { Finding, Surroundings } from '../../connection.ts';
import { claudeVersion, settingsPath } from './claude.ts';
import { hookDoor } from './hook-door.ts';
import { hasTokenInEnvironment, planSetup, profileLine } from './setup.ts';

export async function check(at: Surroundings): Promise<Finding> {
  const { env, cwd, place } = at;
  const version = await claudeVersion(env);
  const door = await hookDoor(at);
  const named = version ? `version ${version}` : 'no `claude` on the PATH';
  const plans = (['user', 'project'] as const).map((scope) => ({
    scope,
    plan: planSetup({ ...door, path: settingsPath(scope, env, cwd), version, env }),
  }));
  for (const { plan } of plans)
    if (plan.kind === 'refused') return { state: 'warning', message: `${named}; ${plan.file}: ${plan.reason}`, fix: plan.fix };
  for (const { scope, plan } of plans) {
    if (plan.kind === 'refused' || !plan.connected) continue;
    if (plan.change)
      return {
        state: 'warning',
        message: `${named}; the hooks in the ${scope} settings are not what they should be now`,
        fix: `Write them again: ${again(scope)}`,
      };
    if (plan.tokenIn === 'environment' && !hasTokenInEnvironment(env, door.hookToken))
      return {
        state: 'warning',
        message: `${named}; the ${scope} settings expect the token in the environment, and it is not there`,
        fix: `Add this to your shell profile and start Claude Code from a new shell: ${profileLine(place.hookToken)}`,
      };
    return { state: 'ok', message: `${named}; connected through the ${scope} settings` };
  }
  return { state: 'ok', message: `${named}; not connected (${again('user')} connects it)` };
}

const again = (scope: 'user' | 'project') => `answerback setup claude-code${scope === 'project' ? ' --project' : ''}`;

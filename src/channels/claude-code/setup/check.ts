// What `answerback doctor` says about Claude Code: its version, and whether our hooks in its settings are up to date.
import type { Finding, Surroundings } from '../../connection.ts';
import { claudeVersion, settingsPath } from './claude.ts';
import { hookDoor } from './hook-door.ts';
import { hasTokenInEnvironment, planSetup, profileLine } from './setup.ts';

export async function check(at: Surroundings): Promise<Finding> {
  const { env, cwd, place } = at;
  const version = await claudeVersion(env);
  const door = await hookDoor(at);
  const found = version ? `version ${version}` : 'no `claude` on the PATH';
  const plans = (['user', 'project'] as const).map((scope) => ({
    scope,
    plan: planSetup({ ...door, path: settingsPath(scope, env, cwd), version, env }),
  }));
  for (const { plan } of plans)
    if (plan.kind === 'refused') return { state: 'warning', message: `${found}; ${plan.file}: ${plan.reason}`, fix: plan.fix };
  for (const { scope, plan } of plans) {
    if (plan.kind === 'refused' || !plan.connected) continue;
    if (plan.change)
      return {
        state: 'warning',
        message: `${found}; the hooks in the ${scope} settings are out of date`,
        fix: `Update them: ${setupCommand(scope)}`,
      };
    if (plan.tokenIn === 'environment' && !hasTokenInEnvironment(env, door.hookToken))
      return {
        state: 'warning',
        message: `${found}; the ${scope} settings expect the token in the environment, but it is not there`,
        fix: `Add this to your shell profile and start Claude Code from a new shell: ${profileLine(place.hookToken)}`,
      };
    return { state: 'ok', message: `${found}; connected through the ${scope} settings` };
  }
  return { state: 'ok', message: `${found}; not connected (to connect it: ${setupCommand('user')})` };
}

const setupCommand = (scope: 'user' | 'project') => `answerback setup claude-code${scope === 'project' ? ' --project' : ''}`;

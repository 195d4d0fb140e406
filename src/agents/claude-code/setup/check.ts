// What `answerback doctor` says about Claude Code: its version, and whether our hooks in its settings are up to date.
import { serviceOf } from '../../../client/start.ts';
import type { Finding, SetupContext } from '../../../setup/connection.ts';
import type { Existing } from '../../../setup/file.ts';
import { otherUsers } from '../../../setup/other-users.ts';
import { claudeVersion, remarkOn, settingsPath } from './claude.ts';
import { hookEndpoint } from './hook-endpoint.ts';
import { hasTokenInEnvironment, planSetup, profileLine } from './setup.ts';
import { headlessWords, wayWords } from './words.ts';

export async function check(at: SetupContext, others = otherUsers()): Promise<Finding> {
  const { env, cwd, place } = at;
  const version = await claudeVersion(env);
  const endpoint = await hookEndpoint(at);
  const remark = version && remarkOn(version);
  const found = version ? `version ${version}${remark ? ` (${remark})` : ''}` : 'no `claude` on the PATH';
  const plans = (['user', 'project'] as const).map((scope) => ({
    scope,
    plan: planSetup({ ...endpoint, path: settingsPath(scope, env, cwd), version, env, via: undefined }),
  }));
  for (const { plan } of plans)
    if (plan.kind === 'refused') return { state: 'warning', message: `${found}; ${plan.file}: ${plan.reason}`, fix: plan.fix };
  for (const { scope, plan } of plans) {
    if (plan.kind === 'refused' || !plan.connected) continue;
    const file = plan.target.path;
    if (plan.change?.mode !== undefined)
      return {
        state: 'problem',
        message: `${found}; ${file} contains the token, and other users can read it (mode ${(plan.target as Existing).mode.toString(8)})`,
        fix: `Close it: chmod ${plan.change.mode.toString(8)} ${file}`,
      };
    if (plan.connected === 'port' && others.length > 0)
      return {
        state: 'problem',
        message: `${found}; the hooks in the ${scope} settings use the port. While no broker is running, others who may be able to log in here (${others.join(', ')}) can listen there and answer in its place`,
        fix: `Let them use the socket: ${setupCommand(scope)}`,
      };
    if (plan.change)
      return {
        state: 'warning',
        message: `${found}; the hooks in the ${scope} settings are out of date`,
        fix: `Update them: ${setupCommand(scope)}`,
      };
    if (plan.tokenIn === 'environment' && !hasTokenInEnvironment(env, endpoint.hookToken))
      return {
        state: 'warning',
        message: `${found}; the ${scope} settings expect the token in the environment, but it is not there`,
        fix: `Add this to your shell profile and start Claude Code from a new shell: ${profileLine(place.hookToken)}`,
      };
    const way = wayWords(plan.connected, others);
    const connected = `${found}; connected through the ${scope} settings; headless runs (claude -p) ${headlessWords(endpoint.headless)}; ${way}`;
    if (plan.connected === 'port' && serviceOf(place) === undefined)
      return {
        state: 'warning',
        message: `${connected}, but nothing answers it while no broker is running: Claude Code then prints an error for every hook`,
        fix: 'Keep it answered: answerback service install',
      };
    return { state: 'ok', message: connected };
  }
  return { state: 'off', message: `${found}; not connected (to connect it: ${setupCommand('user')})` };
}

const setupCommand = (scope: 'user' | 'project') => `answerback setup claude-code${scope === 'project' ? ' --project' : ''}`;

// What `answerback doctor` says about OpenClaw: whether it is installed and configured, and whether the files of setup are up to date.
import { existsSync } from 'node:fs';
import type { Finding, SetupContext } from '../../setup/connection.ts';
import { isConfigured, planOpenClaw, requestFrom } from './plan.ts';
import { settingsOf } from './setup.ts';

export async function check(at: SetupContext): Promise<Finding> {
  if (!existsSync(settingsOf(at.env, at.cwd))) return { state: 'off', message: 'not installed' };
  const request = requestFrom(at, {});
  const planned = 'kind' in request ? request : planOpenClaw(request);
  if (planned.kind === 'refused') return { state: 'warning', message: `${planned.file}: ${planned.reason}`, fix: planned.fix };
  if ('kind' in request || !isConfigured(request))
    return { state: 'off', message: 'not configured as an answerer (to configure it: answerback setup openclaw)' };
  // Setup may have used another workspace, so it is not a problem if the skill is missing in this one.
  const outdated = planned.changes.filter(({ part, target }) => part !== 'skill' || target.kind === 'existing');
  if (outdated.length > 0)
    return {
      state: 'warning',
      message: `${outdated.map(({ target }) => target.path).join(', ')}: out of date`,
      fix: 'Update it: answerback setup openclaw',
    };
  if (planned.left.length > 0)
    return {
      state: 'warning',
      message: `${planned.left.join(', ')}: changed since setup, so it is not updated`,
      fix: 'To get our version, move it away and run: answerback setup openclaw',
    };
  return { state: 'ok', message: `configured, gateway ${request.openclaw.url}` };
}

// For `doctor`: whether OpenClaw is here, and whether what setup wrote for it is still what it should be.
import { existsSync } from 'node:fs';
import type { Finding, Surroundings } from '../connection.ts';
import { isAppointed, planOpenClaw } from './plan.ts';
import { requestFrom } from './request.ts';
import { settingsOf } from './setup.ts';

export async function check(at: Surroundings): Promise<Finding> {
  if (!existsSync(settingsOf(at.env, at.cwd))) return { state: 'ok', message: 'not installed' };
  const request = requestFrom(at, {});
  const planned = 'kind' in request ? request : planOpenClaw(request);
  if (planned.kind === 'refused') return { state: 'warning', message: `${planned.file}: ${planned.reason}`, fix: planned.fix };
  if ('kind' in request || !isAppointed(request))
    return { state: 'ok', message: 'not appointed (answerback setup openclaw appoints it to answer)' };
  // Setup may have been told of another workspace, so a skill that is missing in this one says nothing.
  const outdated = planned.changes.filter(({ part, target }) => part !== 'skill' || target.kind === 'existing');
  if (outdated.length > 0)
    return {
      state: 'warning',
      message: `${outdated.map(({ target }) => target.path).join(', ')}: not what it should be now`,
      fix: 'Write it again: answerback setup openclaw',
    };
  return { state: 'ok', message: `appointed, gateway ${request.openclaw.url}` };
}

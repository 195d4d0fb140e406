// What the configuration sets up: routes, answerers, notifiers.
import type { Finding } from '../../setup/connection.ts';
import type { Context } from '../context.ts';

export async function routes(context: Context): Promise<Finding> {
  const client = context.client();
  const { file, problems, routes: known, inForce, warnings = [] } = await client.call('GET /v1/route/check');
  if (problems.length > 0)
    return {
      state: 'problem',
      message: textsOf(problems),
      fix: inForce
        ? 'Fix it. Until then the last valid config is used.'
        : 'Fix it. Until then there is no valid config, and every ask goes to you.',
    };
  const here = await client.call('POST /v1/route/explain', {
    body: { project: context.process.cwd(), program: 'doctor', questions: [{ text: 'Here?', options: [] }] },
  });
  const { configProblems, autoAnswerFailures = [] } = await client.call('GET /v1/status');
  const held = [...new Set([...(here.problem === undefined ? [] : [here.problem]), ...configProblems, ...autoAnswerFailures])];
  if (held.length > 0) return { state: 'warning', message: held.join('; '), fix: 'Fix it. Until then people decide there.' };
  const passing = warnings.filter(({ about }) => about === 'route');
  if (passing.length > 0) return { state: 'warning', message: textsOf(passing), fix: 'Change it: answerback config edit' };
  return known.length === 0
    ? { state: 'off', message: `none in ${file}: every ask goes to you` }
    : { state: 'ok', message: `${known.length} in ${file}` };
}

export async function answerers({ client }: Context): Promise<Finding> {
  const { answerers: known } = await client().call('GET /v1/answerers');
  const broken = known.filter(({ ok }) => !ok);
  const named = ({ name, message }: (typeof known)[number]) => `${name}: ${message}`;
  if (broken.length > 0)
    return {
      state: 'warning',
      message: broken.map(named).join('; '),
      fix: 'Until then its steps fail, and the next step of the route decides.',
    };
  return known.length === 0 ? { state: 'off', message: 'none configured' } : { state: 'ok', message: known.map(named).join('; ') };
}

export async function notifiers({ client }: Context): Promise<Finding> {
  const { notifiers: known } = await client().call('GET /v1/notifiers');
  const broken = known.filter(({ ok }) => !ok);
  if (broken.length > 0)
    return {
      state: 'warning',
      message: broken.map(({ name, message, waiting }) => `${name}: ${message}${waiting > 0 ? ` (${waiting} waiting)` : ''}`).join('; '),
      fix: 'Fix it, then: answerback notify test',
    };
  const risks = (await client().call('GET /v1/route/check')).warnings?.filter(({ about }) => about === 'notifier') ?? [];
  if (risks.length > 0) return { state: 'warning', message: textsOf(risks), fix: 'Change it: answerback config edit' };
  return known.length === 0
    ? { state: 'off', message: 'none configured (answerback notify add desktop)' }
    : { state: 'ok', message: known.map(({ name }) => name).join(', ') };
}

const textsOf = (all: readonly { readonly text: string }[]): string => all.map(({ text }) => text).join('; ');

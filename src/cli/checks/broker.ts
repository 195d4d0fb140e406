// The broker: that it runs, and that only its own user can call it.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { VERSION } from '../../client/version.ts';
import type { Finding } from '../../setup/connection.ts';
import type { Context } from '../context.ts';

export async function broker({ client }: Context): Promise<Finding> {
  const { version, pid } = await client().call('GET /v1/status');
  const other = version === VERSION ? '' : ` (this command is version ${VERSION})`;
  return { state: 'ok', message: `running, version ${version}${other}, pid ${pid}` };
}

export function token({ place }: Context): Finding {
  if (!existsSync(place.token))
    return {
      state: 'problem',
      message: `${place.token} is missing`,
      fix: 'Restart the broker to create a new one: answerback broker stop',
    };
  const mode = statSync(place.token).mode & 0o777;
  if (mode !== 0o600)
    return {
      state: 'problem',
      message: `${place.token} has mode ${mode.toString(8)}: others can read it`,
      fix: `chmod 600 ${place.token}`,
    };
  return { state: 'ok', message: 'only you can read it' };
}

export async function port({ client, place }: Context): Promise<Finding> {
  const status = await client().call('GET /v1/status');
  const withToken = await statusOf(status.url, readFileSync(place.token, 'utf8').trim());
  if (withToken !== 200)
    return {
      state: 'problem',
      message: `${status.url} replies ${withToken} to the token in ${place.token}`,
      fix: 'Restart the broker: answerback broker stop',
    };
  if ((await statusOf(status.url, 'wrong')) !== 401)
    return { state: 'problem', message: `${status.url} accepts a wrong token`, fix: 'Please report this as a security bug.' };
  if (status.portProblem)
    return {
      state: 'warning',
      message: status.portProblem,
      fix: 'Stop the other program and restart the broker (answerback broker stop), or choose a port with ANSWERBACK_PORT.',
    };
  return { state: 'ok', message: `${status.url} accepts only the right token` };
}

function statusOf(url: string, bearer: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request(`${url}/v1/status`, { headers: { authorization: `Bearer ${bearer}` }, timeout: 5_000 }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });
}

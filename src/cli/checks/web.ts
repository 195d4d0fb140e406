// The web page: whether it is there, and whether its addresses lead to this broker.
import { request as plain } from 'node:http';
import { request as secure } from 'node:https';
import type { Finding } from '../../setup/connection.ts';
import type { Context } from '../context.ts';

const REPLIES_WITHIN_MS = 5_000;

export async function webPage({ client }: Context): Promise<Finding> {
  const { url, web } = await client().call('GET /v1/status');
  const page = await replyOf(url, '/');
  if (page.status !== 200)
    return {
      state: 'problem',
      message: `${url} has no page (${page.status})`,
      fix: 'Build it (npm run build) or install Answerback again, then: answerback broker stop',
    };
  const parts = [`${url}, ${web?.devices ?? 0} ${web?.devices === 1 ? 'browser' : 'browsers'} authorised`];
  const { lan, publicUrl } = web ?? {};
  if (lan?.problem !== undefined)
    return {
      state: 'warning',
      message: `the local network is not served: ${lan.problem}`,
      fix: 'Free the port and restart the broker (answerback broker stop), or turn it off: answerback web lan-off',
    };
  if (lan) parts.push(`local network on port ${lan.port}`);
  if (publicUrl !== undefined) {
    const problem = await problemOf(publicUrl);
    if (problem !== undefined)
      return {
        state: 'warning',
        message: `${publicUrl} ${problem}`,
        fix: 'docs/WEB.md has settings that work for nginx, Caddy, Tailscale and ssh.',
      };
    parts.push(publicUrl);
  }
  return { state: 'ok', message: parts.join('; ') };
}

/** Why the address does not lead to this broker; undefined if it does. */
async function problemOf(publicUrl: string): Promise<string | undefined> {
  try {
    const { status, isOurs } = await replyOf(publicUrl, '/v1/web/session');
    if (!isOurs) return `leads to something else (it replies ${status})`;
    return status === 401 ? undefined : `replies ${status}, not 401, to a stranger`;
  } catch (error) {
    return `cannot be reached from here: ${(error as Error).message}`;
  }
}

function replyOf(origin: string, path: string): Promise<{ readonly status: number; readonly isOurs: boolean }> {
  const request = origin.startsWith('https:') ? secure : plain;
  return new Promise((resolve, reject) => {
    const sent = request(`${origin}${path}`, { timeout: REPLIES_WITHIN_MS }, (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0, isOurs: response.headers['answerback-version'] !== undefined });
    });
    sent.on('timeout', () => sent.destroy(new Error('no reply')));
    sent.on('error', reject).end();
  });
}

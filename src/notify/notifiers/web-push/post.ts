// One request to a push service. Like request.ts, but it never connects to an address inside the network, whatever a name resolves to.
import { rootCause } from '../../../system/root-cause.ts';
import { beginning, type Replied, resultOf } from '../request.ts';
import type { PushRequest } from './encrypt.ts';
import { isOwn, publicLookup } from './endpoint.ts';

export type Posted = Replied & { readonly status?: number | undefined };

export async function post(
  endpoint: string,
  { headers, body }: PushRequest,
  services: readonly string[],
  signal: AbortSignal,
  hidden: (text: string) => string,
): Promise<Posted> {
  const { protocol, host, origin } = new URL(endpoint);
  try {
    const { request } = await (protocol === 'https:' ? import('node:https') : import('node:http'));
    const lookup = isOwn(origin, services) ? {} : { lookup: publicLookup };
    const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) =>
      request(endpoint, { method: 'POST', headers, signal, agent: false, ...lookup }, resolve)
        .on('error', reject)
        .end(body),
    );
    const text = await beginning(response);
    response.destroy();
    const status = response.statusCode ?? 0;
    return {
      status,
      body: text,
      sent: resultOf({ host, status, retryAfter: response.headers['retry-after'] ?? null, body: text }, hidden),
    };
  } catch (error) {
    return { sent: { kind: 'failed', reason: `${host} could not be reached: ${hidden(rootCause(error))}`, again: true }, body: '' };
  }
}

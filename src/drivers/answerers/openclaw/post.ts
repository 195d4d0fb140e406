// Posts JSON to the gateway over HTTP, with limits on time and size and without redirects.
import { asObject, parsedJson } from '../../../question/json.ts';
import { rootCause } from '../../root-cause.ts';

export type Posted =
  | { readonly kind: 'answered'; readonly status: number; readonly body: Readonly<Record<string, unknown>>; readonly text: string }
  | { readonly kind: 'lost'; readonly reason: string };

const MOST_BYTES = 2_000_000;

export async function post(
  url: string,
  token: string | undefined,
  body: object,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Posted> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
      body: JSON.stringify(body),
      redirect: 'error',
      signal,
    });
    const text = await limitedText(response);
    return { kind: 'answered', status: response.status, text, body: asObject(parsedJson(text)) ?? {} };
  } catch (error) {
    return { kind: 'lost', reason: rootCause(error) };
  }
}

async function limitedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MOST_BYTES) throw new Error(`it sent more than ${MOST_BYTES / 1_000_000} MB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The gateway's HTTP address from its WebSocket address, and the reverse. */
export function httpUrl(url: string, path: string): string {
  return new URL(path, url.replace(/^ws/, 'http').replace(/\/*$/, '/')).href;
}

export function websocketUrl(url: string): string {
  return url.replace(/^http/, 'ws');
}

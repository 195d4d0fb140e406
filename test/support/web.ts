// A browser as the broker sees it: its requests, with the headers that browsers add, and its cookie.
import { type IncomingHttpHeaders, type IncomingMessage, request as plain, type RequestOptions } from 'node:http';
import { request as secure } from 'node:https';

type Sent = {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  /** Another address of this computer, which stands in for another computer. */
  readonly from?: string | undefined;
};
export type Replied = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string; readonly json: unknown };
export type Events = { readonly headers: IncomingHttpHeaders; text(): string; readonly over: Promise<void>; end(): void };
export type Browser = {
  readonly cookie: string;
  get(path: string): Promise<Replied>;
  post(path: string, body: unknown): Promise<Replied>;
  put(path: string, body: unknown): Promise<Replied>;
  /** Resolves when the stream has begun. */
  events(): Promise<Events>;
};

/** One request. The certificate of the local network is nobody's but ours, so it is not checked here. */
export async function call(origin: string, path: string, sent: Sent = {}): Promise<Replied> {
  const response = await send(origin, path, sent);
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  return { status: response.statusCode ?? 0, headers: response.headers, text, json: parsed(text) };
}

/** Gets in with the code. */
export async function browserAt(origin: string, code: string, name?: string): Promise<Browser> {
  const headers = { origin, 'sec-fetch-site': 'same-origin' };
  const { status, text, headers: got } = await call(origin, '/v1/web/login', { headers, body: { code, name } });
  const cookie = got['set-cookie']?.[0]?.split(';')[0];
  if (status !== 200 || cookie === undefined) throw new Error(`not let in: ${status} ${text}`);
  return {
    cookie,
    get: (path) => call(origin, path, { headers: { cookie, 'sec-fetch-site': 'same-origin' } }),
    post: (path, body) => call(origin, path, { headers: { ...headers, cookie }, body }),
    put: (path, body) => call(origin, path, { method: 'PUT', headers: { ...headers, cookie }, body }),
    async events() {
      const response = await send(origin, '/v1/events', { headers: { cookie, 'sec-fetch-site': 'same-origin' } });
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      const over = new Promise<void>((resolve) => {
        response.on('error', () => {}).on('close', resolve);
      });
      return { headers: response.headers, text: () => text, over, end: () => response.destroy() };
    },
  };
}

function send(
  origin: string,
  path: string,
  { headers = {}, body, method = body === undefined ? 'GET' : 'POST', from }: Sent,
): Promise<IncomingMessage> {
  const { protocol, hostname, port } = new URL(origin);
  const isSecure = protocol === 'https:';
  // Browsers know that such a name is this computer; the system may not.
  const host = hostname.endsWith('.localhost') ? '127.0.0.1' : hostname;
  const options: RequestOptions = {
    host,
    port,
    path,
    method,
    headers: { host: `${hostname}:${port}`, ...headers },
    setHost: false,
    ...(from === undefined ? {} : { localAddress: from, agent: false }),
  };
  return new Promise((resolve, reject) => {
    const sent = isSecure ? secure({ ...options, rejectUnauthorized: false }, resolve) : plain(options, resolve);
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

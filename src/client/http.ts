// One HTTP exchange over the broker's unix socket.
import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http';
import type { Method } from '../contract/method.ts';
import { parsedJson } from '../text/json.ts';
import { Refused, Unavailable } from './errors.ts';
import { foreignSocket } from './place.ts';
import { errorIn } from './reply.ts';

export type Call = {
  readonly method: Method;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal | undefined;
};

/** Whoever sent a reply: its headers say so. */
type Sender = { readonly version: string; readonly build: number };

/** `broker` is undefined if it was not a broker that replied. */
export type BrokerReply<T> = { readonly status: number; readonly body: T; readonly broker: Sender | undefined };

/** The connection failed before the reply was complete. The broker may or may not have handled the call. */
export class ConnectionLost extends Error {
  readonly code: string;
  constructor(code: string) {
    super(`the connection to the broker was lost (${code})`);
    this.name = 'ConnectionLost';
    this.code = code;
  }
}

/** The code of a connection that was accepted but got no reply. */
export const NO_REPLY = 'no reply in time';

export const USUAL_TIMEOUT_MS = 15_000;

const UNTRUSTED_FIX = 'Nothing was sent. Use a folder that only you can write to (ANSWERBACK_HOME), like the default.';

export class Wire {
  readonly #socketPath: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });
  /** Whoever sent the last reply; undefined if that was not a broker. */
  broker: Sender | undefined;

  constructor(socketPath: string) {
    this.#socketPath = socketPath;
  }

  /** The parsed JSON of a 2xx reply, not yet validated. Throws Refused for any other reply, ConnectionLost if there is none. */
  async call<T>(call: Call): Promise<BrokerReply<T>> {
    const response = await this.open(call);
    const text = await readAll(response);
    const status = response.statusCode ?? 0;
    const { 'answerback-version': version, 'answerback-build': build } = response.headers;
    this.broker = typeof version === 'string' ? { version, build: Number(build) || 0 } : undefined;
    const body = parsedJson(text);
    if (status >= 200 && status < 300) return { status, body: body as T, broker: this.broker };
    throw new Refused(status, errorIn(body, status));
  }

  /** Resolves with the response as soon as its headers are there. Throws Unavailable if the socket may belong to somebody else's program. */
  open({ method, path, body, headers = {}, timeoutMs = USUAL_TIMEOUT_MS, signal }: Call): Promise<IncomingMessage> {
    const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const foreign = foreignSocket(this.#socketPath);
    if (foreign !== undefined) return Promise.reject(new Unavailable(`the broker is not trusted: ${foreign}`, UNTRUSTED_FIX));
    return new Promise((resolve, reject) => {
      const options: RequestOptions & { servername: string } = {
        socketPath: this.#socketPath,
        agent: this.#agent,
        // Only TLS needs it. If it is missing, Node computes it with a regular expression that takes 5 ms to compile.
        servername: '',
        method,
        path,
        headers: {
          host: 'answerback',
          ...headers,
          ...(payload ? { 'content-type': 'application/json', 'content-length': payload.length } : {}),
        },
        ...(signal ? { signal } : {}),
      };
      const sent = request(options, resolve);
      if (timeoutMs > 0) sent.setTimeout(timeoutMs, () => sent.destroy(new ConnectionLost(NO_REPLY)));
      sent.on('error', (error: NodeJS.ErrnoException) => reject(signal?.aborted ? error : lost(error)));
      sent.end(payload);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

function readAll(response: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () =>
      response.complete ? resolve(Buffer.concat(chunks).toString('utf8')) : reject(new ConnectionLost('cut short')),
    );
    response.on('error', (error: NodeJS.ErrnoException) => reject(lost(error)));
  });
}

function lost(error: NodeJS.ErrnoException): Error {
  return error instanceof ConnectionLost ? error : new ConnectionLost(error.code ?? error.message);
}

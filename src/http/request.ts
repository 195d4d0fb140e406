// A request: what it came over and who sent it, and its parts, parsed with the schemas of its route.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context, Hono } from 'hono';
import type { z } from 'zod';
import { readShape } from '../ask/shape.ts';
import { LARGEST_BODY } from '../contract/limits.ts';
import type { Device } from '../contract/types.ts';
import { DEEPEST, isDeeper } from '../text/json.ts';
import { BadRequest, invalid } from './errors.ts';

/** What every route gets with a request. */
export type Bindings = {
  readonly via: 'process' | 'socket' | 'tcp' | 'lan';
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  /** Of a call inside this process; otherwise it is read from `incoming`. */
  readonly body?: unknown;
  /** How it reached the broker, if not over the unix socket. */
  access?: Access;
  /** The browser that sent it, if that and no token let it in. */
  device?: Omit<Device, 'isThis'>;
};

/** `local`: this computer. `lan`: the local network, over TLS. `public`: through the proxy or tunnel of `web: public-url`. */
export type AccessKind = 'local' | 'lan' | 'public';

/** How a request over TCP reached the broker, and what is accepted there. */
export type Access = {
  readonly kind: AccessKind;
  /** Where the page of this request was loaded from; undefined if nobody has said under which address the proxy is reached. */
  readonly page: string | undefined;
  /** All origins from which a request may come. */
  readonly origins: readonly string[];
  readonly takesTokens: boolean;
  /** The name of the cookie. It contains the port, because browsers send cookies to every port of a host. */
  readonly cookieName: string;
  readonly isSecure: boolean;
};

/** The HTTP app that routes are mounted in. */
export type Routes = Hono<{ Bindings: Bindings }>;
export type In = Context<{ Bindings: Bindings }>;

export function parsedQuery(c: In, schema: z.ZodType): unknown {
  const given = c.req.query();
  const read = readShape(schema, given);
  if (read.kind === 'ok') return read.value;
  const problems = read.problems.map(({ message }) => message);
  throw new BadRequest('bad-query', problems.join('; '), 'docs/PROTOCOL.md lists the parameters.');
}

/** As in a body: the value ends up in the same place. */
export function parsedParams(c: In, schema: z.ZodType): unknown {
  const read = readShape(schema, c.req.param());
  return read.kind === 'ok' ? read.value : invalid(c, read.problems);
}

/** An empty body counts as `{}` if the schema accepts that. */
export async function parsedBody(c: In, schema: z.ZodType, largest: number): Promise<unknown> {
  const text = c.env.via === 'process' ? '' : await readBody(c.env.incoming, largest);
  const body = text === '' ? (c.env.body ?? {}) : parsedJson(text);
  const read = readShape(schema, body);
  if (read.kind === 'ok') return read.value;
  if (text === '') throw new BadRequest('bad-json', 'the body is empty', 'Send one complete JSON value.');
  return invalid(c, read.problems);
}

export function parsedJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new BadRequest('bad-json', `the body is not JSON: ${(error as Error).message}`, 'Send one complete JSON value.');
  }
  if (isDeeper(value, DEEPEST))
    throw new BadRequest('too-deep', `the body is nested more than ${DEEPEST} levels deep`, 'Send a body with less nesting.');
  return value;
}

/** A client that sends more than this is disconnected; up to here it still gets a reply that says why. */
const MOST_DRAINED = 64 * LARGEST_BODY;

export function readBody(incoming: IncomingMessage, largest = LARGEST_BODY): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= largest) chunks.push(chunk);
      else chunks.length = 0;
      if (size > MOST_DRAINED) incoming.destroy();
    });
    incoming.on('end', () => {
      if (size <= largest) resolve(Buffer.concat(chunks).toString('utf8'));
      else reject(new BadRequest('too-large', `the body has ${size} bytes; at most ${largest} are taken`, 'Send less.'));
    });
    incoming.on('error', reject);
    incoming.on('close', () => {
      if (!incoming.complete) reject(new BadRequest('cut-short', 'the body ended too early', 'Send it whole.'));
    });
  });
}

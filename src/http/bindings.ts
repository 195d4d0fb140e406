// What every route gets with a request: what it came over, Node's own request and response, and what the guard found out.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Access } from '../server/web/access.ts';
import type { Device } from '../server/web/devices.ts';

export type Bindings = {
  readonly via: 'process' | 'socket' | 'tcp' | 'lan';
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  /** Of a call inside this process; otherwise it is read from `incoming`. */
  readonly body?: unknown;
  /** How it reached the broker, if not over the unix socket. */
  access?: Access;
  /** The browser that sent it, if that and no token let it in. */
  device?: Device;
};

// What every route gets with a request: over what it came, Node's own request and response, and what the guard found out.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Device } from './web/devices.ts';
import type { Entrance } from './web/entrance.ts';

export type Bindings = {
  readonly via: 'socket' | 'tcp' | 'lan';
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  /** Where it came in, if not over the socket. */
  entrance?: Entrance;
  /** The browser that sent it, if that and no token let it in. */
  device?: Device;
};

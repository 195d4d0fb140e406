// What every route gets with a request: whether it came over the unix socket or TCP, and Node's own request and response.
import type { IncomingMessage, ServerResponse } from 'node:http';

export type Bindings = { readonly via: 'socket' | 'tcp'; readonly incoming: IncomingMessage; readonly outgoing: ServerResponse };

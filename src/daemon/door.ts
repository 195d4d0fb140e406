// Which door a request came through, with Node's own request and response.
import type { IncomingMessage, ServerResponse } from 'node:http';

export type Door = { readonly door: 'socket' | 'tcp'; readonly incoming: IncomingMessage; readonly outgoing: ServerResponse };

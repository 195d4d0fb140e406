// MCP over HTTP, loaded at the first request for it: most brokers never get one.
import type { Client } from '../client/client.ts';
import type { BrokerFolder } from '../client/place.ts';
import type { Routes } from '../http/request.ts';
import type { McpHttp, McpPurpose } from '../mcp/http.ts';

/** It calls this broker in its own process. */
export function lazyMcp(place: BrokerFolder) {
  const served = new Map<McpPurpose, Promise<McpHttp>>();
  const clients: Client[] = [];
  async function load(purpose: McpPurpose, app: Routes): Promise<McpHttp> {
    const [{ createMcpHttp }, { OwnClient }] = await Promise.all([import('../mcp/http.ts'), import('./own-client.ts')]);
    const client = new OwnClient(place, app);
    clients.push(client);
    return createMcpHttp(client, place.token, purpose);
  }
  return {
    of(purpose: McpPurpose, app: Routes): Promise<McpHttp> {
      const known = served.get(purpose) ?? load(purpose, app);
      served.set(purpose, known);
      return known;
    },
    async close(): Promise<void> {
      for (const each of served.values()) await (await each).close();
      for (const client of clients) client.close();
    },
  };
}

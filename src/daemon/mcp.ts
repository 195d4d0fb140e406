// MCP over HTTP, loaded at the first request for it: most brokers never get one.
import type { Place } from '../client/place.ts';
import type { McpHttp, McpPurpose } from '../mcp/http.ts';

export function lazyMcp(place: Place) {
  const served = new Map<McpPurpose, Promise<McpHttp>>();
  return {
    of(purpose: McpPurpose): Promise<McpHttp> {
      const known = served.get(purpose) ?? import('../mcp/http.ts').then(({ createMcpHttp }) => createMcpHttp(place, purpose));
      served.set(purpose, known);
      return known;
    },
    async close(): Promise<void> {
      for (const each of served.values()) await (await each).close();
    },
  };
}

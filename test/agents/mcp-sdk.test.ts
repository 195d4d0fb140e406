// The official client of the previous generation (version 1 of the SDK), which most agents are made with.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe } from 'vitest';
import { MCP_SDK, mcpSdk } from '../support/agents/packages.ts';
import { type CallOptions, mcpClientConformance } from '../support/mcp-client.conformance.ts';

/** The part of the library that is used. It is installed outside the product's own dependencies. */
type Sdk = {
  Client: new (
    info: object,
  ) => {
    connect(transport: object): Promise<void>;
    callTool(params: object, schema?: undefined, options?: CallOptions): Promise<{ structuredContent?: unknown; isError?: boolean }>;
    close(): Promise<void>;
  };
  StdioClientTransport: new (server: object) => { readonly pid: number | null };
};

describe(`@modelcontextprotocol/sdk ${MCP_SDK}`, () => {
  const modules: [string, string] = ['', ''];
  let sdk: Sdk;
  beforeAll(async () => {
    const folder = join(await mcpSdk(), 'dist/esm/client');
    modules[0] = pathToFileURL(join(folder, 'index.js')).href;
    modules[1] = pathToFileURL(join(folder, 'stdio.js')).href;
    sdk = { ...(await import(/* @vite-ignore */ modules[0])), ...(await import(/* @vite-ignore */ modules[1])) };
  });

  mcpClientConformance({
    modules,
    async connect(args, env) {
      const client = new sdk.Client({ name: 'test-agent', version: '1.0.0' });
      const transport = new sdk.StdioClientTransport({ command: process.execPath, args, env, stderr: 'inherit' });
      await client.connect(transport);
      return {
        pid: transport.pid ?? 0,
        call: (name, given, options, _meta = {}) => client.callTool({ name, arguments: given, _meta }, undefined, options),
        close: () => client.close(),
      };
    },
  });
});

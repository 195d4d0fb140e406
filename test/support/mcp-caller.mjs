// For tests: an agent as a process of its own, so that it can be killed. Asks once over MCP and prints what it was told. With STAYS it ends with its input.
//   node mcp-caller.mjs <module with Client> <module with StdioClientTransport> <answerback.js> <flags…>
const [library, transport, cli, ...flags] = process.argv.slice(2);
const { Client } = await import(library);
const { StdioClientTransport } = await import(transport);
const client = new Client({ name: 'test-agent', version: '1.0.0' });
await client.connect(
  new StdioClientTransport({ command: process.execPath, args: [cli, 'mcp', ...flags], env: process.env, stderr: 'inherit' }),
);
const option = (label) => ({ label, description: `about ${label}` });
const questions = [
  { question: 'Which database?', header: 'Database', multiSelect: false, options: [option('Postgres'), option('SQLite')] },
];
const { structuredContent } = await client.callTool({ name: 'ask_user_question', arguments: { questions } });
console.log(JSON.stringify(structuredContent));
if (process.env.STAYS) for await (const _ of process.stdin);
await client.close();

// Rows q and r: ask_user_question over MCP compared with a plain ask of the same questions, and the memory of an idle MCP server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Client as McpClient } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { askThroughInbox } from '../src/tool/through-inbox.ts';
import { Client } from '../test/support/client.ts';
import { CLI } from '../test/support/home.ts';
import { askFrom, type Measured, memoryOf, withBroker } from './broker.ts';
import { timed } from './floor.ts';
import { answerEverything } from './round-trip.ts';
import { mb, type Row, timingRow, verdict } from './table.ts';

const MEMORY_AT_MOST = 60e6;

export async function mcp(quick: boolean): Promise<Row[]> {
  const [warmUp, rounds] = quick ? [5, 20] : [50, 300];
  return withBroker(async (broker) => {
    const transport = stdio(broker);
    const agent = new McpClient({ name: 'bench', version: '1.0.0' });
    await agent.connect(transport);
    const bare = spawn(process.execPath, ['-e', 'process.stdin.resume(); console.log(1)'], { stdio: ['pipe', 'pipe', 'inherit'] });
    await once(bare.stdout, 'data');
    const [idle, least] = [memoryOf(transport.pid ?? 0), memoryOf(bare.pid ?? 0)];
    bare.kill();
    const client = new Client({ place: broker.home.place });
    const away = new AbortController();
    const answering = answerEverything(broker.wire(), broker.wire(), away.signal);
    await answering.connected;
    const samples: { floor: number; measured: number }[] = [];
    for (let i = 0; i < warmUp + rounds; i += 1) {
      const sample = { floor: await timed(() => plain(client)), measured: await timed(() => overMcp(agent, i)) };
      if (i >= warmUp) samples.push(sample);
    }
    away.abort();
    await answering.over;
    await agent.close();
    client.close();
    return [
      timingRow({
        what: `q. a call of ask_user_question over MCP → stored → answered → result (${rounds} rounds; floor: the same as a plain ask)`,
        floor: samples.map((s) => s.floor),
        measured: samples.map((s) => s.measured),
        floorsAtMost: 1.5,
      }),
      {
        what: 'r. memory of an idle MCP server (floor: a Node that waits for input)',
        floor: mb(least),
        p50: mb(idle),
        p99: '–',
        target: `≤ ${mb(MEMORY_AT_MOST)}`,
        verdict: verdict(idle <= MEMORY_AT_MOST, idle / least),
      },
    ];
  });
}

function stdio({ home: { env } }: Measured): StdioClientTransport {
  const given = Object.fromEntries(Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined));
  return new StdioClientTransport({ command: process.execPath, args: [CLI, 'mcp'], env: given, stderr: 'inherit' });
}

async function plain(client: Client): Promise<void> {
  const { session, toolUseId, questions } = askFrom(1);
  const outcome = await askThroughInbox(client, { session, toolUseId: toolUseId ?? crypto.randomUUID(), questions });
  if (outcome.kind !== 'answered') throw new Error(`the asker got ${JSON.stringify(outcome)}`);
}

async function overMcp(agent: McpClient, i: number): Promise<void> {
  const questions = askFrom(1).questions?.map(({ text, header, options }) => ({
    question: text,
    header,
    multiSelect: false,
    options,
  }));
  const result = await agent.callTool({
    name: 'ask_user_question',
    arguments: { questions },
    _meta: { 'claudecode/toolUseId': `toolu_${i}` },
  });
  if (result.isError) throw new Error(`the agent got ${JSON.stringify(result.content)}`);
}

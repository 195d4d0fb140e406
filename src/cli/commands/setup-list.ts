// answerback setup: what can be connected, whether it is there, and whether it is connected.
import type { AgentEntry } from '../../agents/entry.ts';
import { checkClient } from '../../mcp/setup/check.ts';
import type { McpClient } from '../../mcp/setup/client.ts';
import type { Context } from '../context.ts';
import { printFinding } from './doctor.ts';
import { surroundings } from './setup.ts';

export const setupListOf = (agents: readonly AgentEntry[], clients: readonly McpClient[]) =>
  async function setupList(this: Context, flags: { readonly json: boolean }, _nothing?: never): Promise<void> {
    const { out } = this;
    const at = surroundings(this);
    const own = await Promise.all(agents.map(async ({ name, load }) => ({ name, ...(await (await load()).check(at)) })));
    const mcp = clients.map((client) => ({ name: client.name, ...checkClient(at, client) }));
    if (flags.json) return out.json({ programs: own, mcp });
    out.line(out.ink('answerback setup <program>', 'bold'));
    for (const finding of own) printFinding(this, finding);
    out.line();
    out.line(`${out.ink('answerback setup mcp <client>', 'bold')}  for agents that speak MCP`);
    for (const finding of mcp) printFinding(this, finding);
    out.line();
    out.line('Any other client: answerback setup mcp --print   Scripts and programs need no setup: answerback ask --help');
  };

// All checks of `answerback doctor`, in their order.
import type { AgentEntry } from '../../agents/entry.ts';
import type { McpClient } from '../../mcp/setup/client.ts';
import type { Finding } from '../../setup/connection.ts';
import { check as service } from '../commands/service.ts';
import { type Context, surroundings } from '../context.ts';
import { deliveries, sessions } from './agents.ts';
import { broker, port, token } from './broker.ts';
import { clock, disk, folder, node, tmux } from './computer.ts';
import { answerers, notifiers, routes } from './config.ts';
import { journal } from './journal.ts';
import { selfTest } from './self-test.ts';
import { webPage } from './web.ts';

/** An error that `run` throws is a problem; its message and its fix are shown. */
export type Check = {
  readonly name: string;
  /** Without it, the other checks would only repeat the same problem. */
  readonly vital?: boolean;
  readonly run: (context: Context) => Promise<Finding> | Finding;
};

export const checksOf = (agents: readonly AgentEntry[], mcpClients: readonly McpClient[]): readonly Check[] => [
  { name: 'node', run: node },
  { name: 'folder', vital: true, run: folder },
  { name: 'disk', run: disk },
  { name: 'clock', run: clock },
  { name: 'broker', vital: true, run: broker },
  { name: 'token', run: token },
  { name: 'port', run: port },
  { name: 'web', run: webPage },
  { name: 'service', run: service },
  { name: 'journal', run: journal },
  { name: 'routes', run: routes },
  { name: 'answerers', run: answerers },
  { name: 'notifiers', run: notifiers },
  { name: 'tmux', run: tmux },
  { name: 'sessions', run: sessions },
  { name: 'deliveries', run: deliveries },
  ...agents.map(({ title, load }) => ({
    name: title.toLowerCase(),
    run: async (context: Context) => (await load()).check(surroundings(context)),
  })),
  { name: 'mcp', run: async (context) => (await import('../../mcp/setup/check.ts')).checkClients(surroundings(context), mcpClients) },
  { name: 'self-test', run: (context) => selfTest(context, agents) },
];

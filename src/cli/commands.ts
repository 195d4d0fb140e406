// All commands, in the order and the groups of the help: one line each. Only the file of the command that was typed is loaded: it has its parameters, its
// help and its code.
import type { AgentEntry } from '../agents/entry.ts';
import { AGENTS } from '../agents/list.ts';
import type { McpClient } from '../mcp/setup/client.ts';
import { MCP_CLIENTS } from '../mcp/setup/clients/list.ts';
import type { MessengerKind } from '../messengers/messenger-kind.ts';
import type { NotifierKind } from '../notify/notifier-kind.ts';
import type { CommandEntry, Target } from './app/command.ts';

/** What is plugged in and has commands of its own, or is checked; a test can pass more. */
export type Lists = {
  readonly agents: readonly AgentEntry[];
  readonly mcpClients: readonly McpClient[];
  /** Loaded for `notify` only: their schemas are large. */
  readonly notifiers: () => Promise<readonly NotifierKind[]>;
  readonly messengers: () => Promise<readonly MessengerKind[]>;
};

export const LISTS: Lists = {
  agents: AGENTS,
  mcpClients: MCP_CLIENTS,
  notifiers: async () => (await import('../notify/notifiers/list.ts')).NOTIFIERS,
  messengers: async () => (await import('../messengers/services/list.ts')).MESSENGERS,
};

export const commandsWith = ({ agents, mcpClients, notifiers, messengers }: Lists): readonly CommandEntry[] => [
  entry('start here', 'demo', 'Try it: a demo question arrives, you answer, the answer is delivered', () => import('./commands/demo.ts')),
  entry('start here', 'setup', 'Connect a coding agent to the inbox, or let one answer', async () =>
    (await import('./commands/setup.ts')).commandsFor(agents, mcpClients),
  ),
  entry('start here', 'doctor', 'Diagnose problems and suggest fixes', async () =>
    (await import('./commands/doctor.ts')).commandsFor((await import('./checks/list.ts')).checksOf(agents, mcpClients)),
  ),
  entry('start here', 'help', 'Show help for all commands or one', () => import('./commands/help.ts')),
  entry('answer', 'inbox', 'Show all open asks, live, and answer them', () => import('./commands/inbox.ts')),
  entry('answer', 'web', 'Use the inbox in a browser, on this computer or your phone', () => import('./commands/web.ts')),
  entry('answer', 'list', 'List open asks', () => import('./commands/list.ts')),
  entry('answer', 'show', 'Show one ask in full', () => import('./commands/show.ts')),
  entry('answer', 'answer', 'Answer an ask', () => import('./commands/decide.ts')),
  entry('answer', 'redirect', 'Reply with a message instead of an answer', () => import('./commands/decide.ts')),
  entry('answer', 'decline', 'Refuse to answer', () => import('./commands/decide.ts')),
  entry('answer', 'retry', 'Retry a failed delivery', () => import('./commands/retry.ts')),
  entry('answer', 'overrule', 'Say that a decision was wrong', () => import('./commands/overrule.ts')),
  entry('ask', 'ask', 'Ask a question and wait for the answer', () => import('./commands/ask.ts')),
  entry('ask', 'wait', 'Wait for the answer to an existing ask', () => import('./commands/ask.ts')),
  entry('ask', 'withdraw', 'Withdraw an ask that is no longer needed', () => import('./commands/decide.ts')),
  entry('ask', 'mcp', 'Serve ask_user_question to an agent over MCP (the agent starts this)', () => import('./commands/mcp.ts')),
  entry('automate', 'route', 'Show and test who answers which asks automatically', () => import('./commands/route.ts')),
  entry('automate', 'brief', 'Print what an answering agent is told about an ask', () => import('./commands/brief.ts')),
  entry('automate', 'config', 'Find, write and check the configuration', () => import('./commands/config.ts')),
  entry('automate', 'pause', 'Pause auto-answer', () => import('./commands/pause.ts')),
  entry('automate', 'unpause', 'Resume auto-answer', () => import('./commands/pause.ts')),
  entry('automate', 'send', 'Give an agent its next prompt', () => import('./commands/send.ts')),
  entry('automate', 'interrupt', 'Interrupt an agent', () => import('./commands/interrupt.ts')),
  entry('automate', 'reply', 'Find answers in what a chat agent wrote, and send them', () => import('./commands/reply.ts')),
  entry('automate', 'roster', 'Print running agents and open asks as text for chat agents', () => import('./commands/reply.ts')),
  entry('automate', 'chat', 'Connect a chat agent that receives asks and can answer them', () => import('./commands/chat.ts')),
  entry('automate', 'notify', 'Set up notifications', async () =>
    (await import('./commands/notify.ts')).commandsFor(await notifiers(), await messengers()),
  ),
  entry('automate', 'mute', 'Mute notifications for a session', () => import('./commands/notify.ts')),
  entry('automate', 'unmute', 'Unmute a session, or all of them', () => import('./commands/notify.ts')),
  entry('inspect', 'status', 'Show the status of the broker', () => import('./commands/broker.ts')),
  entry('inspect', 'count', 'Print how many asks are open', () => import('./commands/count.ts')),
  entry('inspect', 'log', 'Show who decided what, when, where and why, and whether it arrived', () => import('./commands/log.ts')),
  entry(
    'inspect',
    'stats',
    'Show how many asks there were, who decided them, and how long they waited',
    () => import('./commands/stats.ts'),
  ),
  entry('inspect', 'report', 'Show who decided what, by day, project and answerer', () => import('./commands/report.ts')),
  entry('inspect', 'export', 'Print all asks with their decisions, as JSON lines or CSV', () => import('./commands/export.ts')),
  entry('inspect', 'sessions', 'List running agents, and which of them are asking', () => import('./commands/sessions.ts')),
  entry('inspect', 'go', 'Show the tmux pane of the agent that asks', () => import('./commands/go.ts')),
  entry('inspect', 'watch', 'Print events as they happen', () => import('./commands/watch.ts')),
  entry('maintain', 'broker', 'Start, stop and inspect the broker (it starts automatically)', () => import('./commands/broker.ts')),
  entry('maintain', 'backup', 'Copy the journal to a file, while the broker runs', () => import('./commands/backup.ts')),
  entry('maintain', 'service', 'Start the broker on demand with systemd or launchd', () => import('./commands/service.ts')),
  entry('maintain', 'watch-pane', 'Watch a tmux pane for questions from an agent', () => import('./commands/watch-pane.ts')),
  entry('maintain', 'tmux', 'Show open asks in the status line of tmux, and open the inbox with a key', () => import('./commands/tmux.ts')),
  entry('maintain', 'completion', 'Print the shell completion script', () => import('./commands/completion.ts')),
];

export const COMMANDS = commandsWith(LISTS);

/** A file may have several commands, by their names. */
function entry<Name extends string>(
  group: string,
  name: Name,
  brief: string,
  load: () => Promise<{ readonly commands: Readonly<Record<Name, Target>> }>,
): CommandEntry {
  return { group, name, brief, load: async () => (await load()).commands[name] };
}

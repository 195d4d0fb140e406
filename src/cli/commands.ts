// All commands, in the order and the groups of the help. Only the file of the command that was typed is loaded: it has its parameters, its help and its code.
import type { AgentEntry } from '../agents/entry.ts';
import { AGENTS } from '../agents/list.ts';
import type { McpClient } from '../mcp/setup/client.ts';
import { MCP_CLIENTS } from '../mcp/setup/clients/list.ts';
import type { MessengerKind } from '../messengers/messenger-kind.ts';
import type { NotifierKind } from '../notify/notifier-kind.ts';
import type { CommandEntry } from './app/command.ts';

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
  {
    name: 'demo',
    group: 'start here',
    brief: 'Try it: a demo question arrives, you answer, the answer is delivered',
    load: async () => (await import('./commands/demo.ts')).demoCommand,
  },
  {
    name: 'setup',
    group: 'start here',
    brief: 'Connect a coding agent to the inbox, or let one answer',
    load: async () => (await import('./commands/setup.ts')).setupCommands(agents, mcpClients),
  },
  {
    name: 'doctor',
    group: 'start here',
    brief: 'Diagnose problems and suggest fixes',
    load: async () => {
      const [{ doctorWith }, { checksOf }] = await Promise.all([import('./commands/doctor.ts'), import('./checks/list.ts')]);
      return doctorWith(checksOf(agents, mcpClients));
    },
  },
  {
    name: 'help',
    group: 'start here',
    brief: 'Show help for all commands or one',
    load: async () => (await import('./commands/help.ts')).helpCommand,
  },
  {
    name: 'inbox',
    group: 'answer',
    brief: 'Show all open asks, live, and answer them',
    load: async () => (await import('./commands/inbox.ts')).inboxCommand,
  },
  {
    name: 'web',
    group: 'answer',
    brief: 'Use the inbox in a browser, on this computer or your phone',
    load: async () => (await import('./commands/web.ts')).webCommands,
  },
  {
    name: 'list',
    group: 'answer',
    brief: 'List open asks',
    load: async () => (await import('./commands/list.ts')).listCommand,
  },
  {
    name: 'show',
    group: 'answer',
    brief: 'Show one ask in full',
    load: async () => (await import('./commands/show.ts')).showCommand,
  },
  {
    name: 'answer',
    group: 'answer',
    brief: 'Answer an ask',
    load: async () => (await import('./commands/decide.ts')).answerCommand,
  },
  {
    name: 'redirect',
    group: 'answer',
    brief: 'Reply with a message instead of an answer',
    load: async () => (await import('./commands/decide.ts')).redirectCommand,
  },
  {
    name: 'decline',
    group: 'answer',
    brief: 'Refuse to answer',
    load: async () => (await import('./commands/decide.ts')).declineCommand,
  },
  {
    name: 'retry',
    group: 'answer',
    brief: 'Retry a failed delivery',
    load: async () => (await import('./commands/retry.ts')).retryCommand,
  },
  {
    name: 'overrule',
    group: 'answer',
    brief: 'Say that a decision was wrong',
    load: async () => (await import('./commands/overrule.ts')).overruleCommand,
  },
  {
    name: 'ask',
    group: 'ask',
    brief: 'Ask a question and wait for the answer',
    load: async () => (await import('./commands/ask.ts')).askCommand,
  },
  {
    name: 'wait',
    group: 'ask',
    brief: 'Wait for the answer to an existing ask',
    load: async () => (await import('./commands/ask.ts')).waitCommand,
  },
  {
    name: 'withdraw',
    group: 'ask',
    brief: 'Withdraw an ask that is no longer needed',
    load: async () => (await import('./commands/decide.ts')).withdrawCommand,
  },
  {
    name: 'mcp',
    group: 'ask',
    brief: 'Serve ask_user_question to an agent over MCP (the agent starts this)',
    load: async () => (await import('./commands/mcp.ts')).mcpCommand,
  },
  {
    name: 'route',
    group: 'automate',
    brief: 'Show and test who answers which asks automatically',
    load: async () => (await import('./commands/route.ts')).routeCommands,
  },
  {
    name: 'brief',
    group: 'automate',
    brief: 'Print what an answering agent is told about an ask',
    load: async () => (await import('./commands/brief.ts')).briefCommand,
  },
  {
    name: 'config',
    group: 'automate',
    brief: 'Find, write and check the configuration',
    load: async () => (await import('./commands/config.ts')).configCommands,
  },
  {
    name: 'pause',
    group: 'automate',
    brief: 'Pause auto-answer',
    load: async () => (await import('./commands/pause.ts')).pauseCommand,
  },
  {
    name: 'unpause',
    group: 'automate',
    brief: 'Resume auto-answer',
    load: async () => (await import('./commands/pause.ts')).unpauseCommand,
  },
  {
    name: 'send',
    group: 'automate',
    brief: 'Give an agent its next prompt',
    load: async () => (await import('./commands/send.ts')).sendCommand,
  },
  {
    name: 'interrupt',
    group: 'automate',
    brief: 'Interrupt an agent',
    load: async () => (await import('./commands/interrupt.ts')).interruptCommand,
  },
  {
    name: 'reply',
    group: 'automate',
    brief: 'Find answers in what a chat agent wrote, and send them',
    load: async () => (await import('./commands/reply.ts')).replyCommand,
  },
  {
    name: 'roster',
    group: 'automate',
    brief: 'Print running agents and open asks as text for chat agents',
    load: async () => (await import('./commands/reply.ts')).rosterCommand,
  },
  {
    name: 'chat',
    group: 'automate',
    brief: 'Connect a chat agent that receives asks and can answer them',
    load: async () => (await import('./commands/chat.ts')).chatCommand,
  },
  {
    name: 'notify',
    group: 'automate',
    brief: 'Set up notifications',
    load: async () => (await import('./app/notify.ts')).notifyCommands(await notifiers(), await messengers()),
  },
  {
    name: 'mute',
    group: 'automate',
    brief: 'Mute notifications for a session',
    load: async () => (await import('./app/notify.ts')).mute,
  },
  {
    name: 'unmute',
    group: 'automate',
    brief: 'Unmute a session, or all of them',
    load: async () => (await import('./app/notify.ts')).unmute,
  },
  {
    name: 'status',
    group: 'inspect',
    brief: 'Show the status of the broker',
    load: async () => (await import('./commands/broker.ts')).statusCommand,
  },
  {
    name: 'count',
    group: 'inspect',
    brief: 'Print how many asks are open',
    load: async () => (await import('./commands/count.ts')).countCommand,
  },
  {
    name: 'log',
    group: 'inspect',
    brief: 'Show who decided what, when, where and why, and whether it arrived',
    load: async () => (await import('./commands/log.ts')).logCommand,
  },
  {
    name: 'stats',
    group: 'inspect',
    brief: 'Show how many asks there were, who decided them, and how long they waited',
    load: async () => (await import('./commands/stats.ts')).statsCommand,
  },
  {
    name: 'report',
    group: 'inspect',
    brief: 'Show who decided what, by day, project and answerer',
    load: async () => (await import('./commands/report.ts')).reportCommand,
  },
  {
    name: 'export',
    group: 'inspect',
    brief: 'Print all asks with their decisions, as JSON lines or CSV',
    load: async () => (await import('./commands/export.ts')).exportCommand,
  },
  {
    name: 'sessions',
    group: 'inspect',
    brief: 'List running agents, and which of them are asking',
    load: async () => (await import('./commands/sessions.ts')).sessionsCommand,
  },
  {
    name: 'go',
    group: 'inspect',
    brief: 'Show the tmux pane of the agent that asks',
    load: async () => (await import('./commands/go.ts')).goCommand,
  },
  {
    name: 'watch',
    group: 'inspect',
    brief: 'Print events as they happen',
    load: async () => (await import('./commands/watch.ts')).watchCommand,
  },
  {
    name: 'broker',
    group: 'maintain',
    brief: 'Start, stop and inspect the broker (it starts automatically)',
    load: async () => (await import('./commands/broker.ts')).brokerCommands,
  },
  {
    name: 'backup',
    group: 'maintain',
    brief: 'Copy the journal to a file, while the broker runs',
    load: async () => (await import('./commands/backup.ts')).backupCommand,
  },
  {
    name: 'service',
    group: 'maintain',
    brief: 'Start the broker on demand with systemd or launchd',
    load: async () => (await import('./commands/service.ts')).serviceCommands,
  },
  {
    name: 'watch-pane',
    group: 'maintain',
    brief: 'Watch a tmux pane for questions from an agent',
    load: async () => (await import('./commands/watch-pane.ts')).watchPaneCommand,
  },
  {
    name: 'tmux',
    group: 'maintain',
    brief: 'Show open asks in the status line of tmux, and open the inbox with a key',
    load: async () => (await import('./commands/tmux.ts')).tmuxCommands,
  },
  {
    name: 'completion',
    group: 'maintain',
    brief: 'Print the shell completion script',
    load: async () => (await import('./commands/completion.ts')).completionCommand,
  },
];

export const COMMANDS = commandsWith(LISTS);

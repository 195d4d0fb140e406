// Claude Code, as the product knows it.
import type { AgentEntry } from '../entry.ts';

export const claudeCode: AgentEntry = {
  name: 'claude-code',
  title: 'Claude Code',
  brief: 'Add our hooks to the settings of Claude Code, or remove them',
  description:
    'Shows what will change and asks before it writes; without a terminal, or with --json, it writes without asking. The rest of your settings stays as it is. Running it twice changes nothing, and --undo restores the file byte for byte, unless somebody changed it since: then only our hooks go.',
  examples: [
    'answerback setup claude-code --dry-run',
    'answerback setup claude-code',
    'answerback setup claude-code --project',
    'answerback setup claude-code --undo',
  ],
  flags: {
    user: { kind: 'switch', brief: 'Use your own settings, for all projects (the default)' },
    project: { kind: 'switch', brief: "Use this project's .claude/settings.local.json" },
    socket: {
      kind: 'switch',
      brief: "Hooks use the broker's socket (the default if others may be able to log in to this computer; 0.1 to 0.5 s per tool call)",
    },
    port: { kind: 'switch', brief: "Hooks use the broker's port (the default otherwise; faster)" },
  },
  env: ['CLAUDE_CONFIG_DIR'],
  channel: async () => (await import('./channel.ts')).claudeCode,
  load: async () => (await import('./setup/connect.ts')).setup,
};

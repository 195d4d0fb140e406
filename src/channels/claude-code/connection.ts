// What the command line says about connecting Claude Code.
import type { Connection } from '../connection.ts';

export const claudeCode: Connection = {
  name: 'claude-code',
  title: 'Claude Code',
  brief: 'Add our hooks to the settings of Claude Code, or take them out again',
  description:
    'Shows what will change and asks before it writes; without a terminal, or with --json, it writes without asking. Whatever else is in the settings stays as it is. Running it twice changes nothing, and --undo restores the file to the byte.',
  examples: [
    'answerback setup claude-code --dry-run',
    'answerback setup claude-code',
    'answerback setup claude-code --project',
    'answerback setup claude-code --undo',
  ],
  flags: {
    user: { kind: 'switch', brief: 'In your own settings, for all projects (the default)' },
    project: { kind: 'switch', brief: "In this project's .claude/settings.local.json" },
  },
  load: async () => (await import('./setup/connect.ts')).setup,
};

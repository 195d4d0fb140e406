// opencode, as the product knows it.
import type { AgentEntry } from '../entry.ts';

export const opencode: AgentEntry = {
  name: 'opencode',
  title: 'opencode',
  brief: 'Add our plugin to opencode, or remove it',
  description:
    'Puts one file into the plugin folder of opencode and does not change its settings. Shows it and asks before writing; without a terminal, or with --json, it writes without asking. Running it twice changes nothing, and --undo removes the file.',
  examples: [
    'answerback setup opencode --dry-run',
    'answerback setup opencode',
    'answerback setup opencode --project',
    'answerback setup opencode --undo',
  ],
  flags: {
    user: { kind: 'switch', brief: 'In your own plugin folder, for all projects (the default)' },
    project: { kind: 'switch', brief: "In this project's .opencode/plugin" },
  },
  channel: async () => (await import('./channel.ts')).opencode,
  load: async () => (await import('./setup/connect.ts')).setup,
};

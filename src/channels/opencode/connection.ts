// What the command line says about connecting opencode.
import type { Connection } from '../connection.ts';

export const opencode: Connection = {
  name: 'opencode',
  title: 'opencode',
  brief: 'Add our plugin to opencode, or take it out again',
  description:
    'Puts one file into the plugin folder of opencode; its settings are not touched. Shows it and asks before it writes; without a terminal, or with --json, it writes without asking. Running it twice changes nothing, and --undo removes the file.',
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
  load: async () => (await import('./setup/connect.ts')).setup,
};

// What the command line says about connecting OpenClaw.
import type { Connection } from '../connection.ts';

export const openclaw: Connection = {
  name: 'openclaw',
  title: 'OpenClaw',
  brief: 'Appoint OpenClaw to answer in your place, or dismiss it again',
  description:
    'Puts a skill into its workspace, its token into a file of ours, and an answerer into our configuration. Its own settings are not touched. It decides nothing until a route names it.',
  examples: ['answerback setup openclaw --dry-run', 'answerback setup openclaw', 'answerback setup openclaw --undo'],
  flags: {
    workspace: { kind: 'text', brief: "OpenClaw's workspace, if it is not the one in its settings", placeholder: 'folder' },
  },
  load: async () => (await import('./connect.ts')).setup,
};

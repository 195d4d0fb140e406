// OpenClaw, as the product knows it.
import type { AgentEntry } from '../entry.ts';

export const openclaw: AgentEntry = {
  name: 'openclaw',
  title: 'OpenClaw',
  brief: 'Let OpenClaw answer in your place, or remove it again',
  description:
    "Adds a skill to its workspace and a plugin to its extensions, copies its token to a file that only you can read, and adds two answerers to Answerback's configuration: openclaw is asked in conversations of its own, openclaw-chat is told in its ordinary one. It answers nothing until a route names it.",
  examples: ['answerback setup openclaw --dry-run', 'answerback setup openclaw', 'answerback setup openclaw --undo'],
  flags: {
    workspace: { kind: 'text', brief: "OpenClaw's workspace, if it is not the one in its settings", placeholder: 'folder' },
  },
  load: async () => (await import('./connect.ts')).setup,
};

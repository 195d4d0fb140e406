// Reads the payload of Claude Code's SessionStart hook. Imports nothing but Node's own modules, because it runs as a hook.
import type { AnnouncedAgent } from '../../../client/announce.ts';

export const sessionStart: AnnouncedAgent = {
  program: 'claude-code',
  process: /claude/i,
  read(payload) {
    const { session_id: id, cwd: project, transcript_path: transcript } = payload as Readonly<Record<string, unknown>>;
    return typeof id === 'string' && typeof project === 'string' ? { id, project, transcript: transcript || undefined } : undefined;
  },
};

// Reads the payload of Claude Code's SessionStart hook. Imports no libraries, because it runs as a hook.

import { runKind } from '../sessions/run-kind.ts';
import type { AnnouncedAgent } from './announce.ts';

export const sessionStart: AnnouncedAgent = {
  program: 'claude-code',
  process: /claude/i,
  about(pid, { CLAUDE_CODE_ENTRYPOINT: entrypoint }) {
    const run = runKind(pid, entrypoint);
    if (run === undefined) return {};
    // Nothing can be typed to a program without a screen, even if it runs in a pane.
    return run === 'interactive' ? { run } : { run, pane: undefined, tmux: undefined };
  },
  read(payload) {
    const { session_id: id, cwd: project, transcript_path: transcript } = payload as Readonly<Record<string, unknown>>;
    return typeof id === 'string' && typeof project === 'string' ? { id, project, transcript: transcript || undefined } : undefined;
  },
};

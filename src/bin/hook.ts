// The SessionStart hook of Claude Code: says where the new session runs, and makes sure that a broker is there to hear of it.
// Node's own modules only, silent, never fails, and never keeps the agent waiting: without a broker, a detached copy does the rest.
import { sessionStart } from '../channels/claude-code/hooks/session-start.ts';
import { announceSession, finishAnnouncing, LATER } from '../client/announce.ts';

const done = process.argv.includes(LATER) ? finishAnnouncing(process) : announceSession(process, sessionStart);
done.catch(() => {
  // Whatever it was, it is not the agent's business.
});

// Claude Code's SessionStart hook: tells the broker where the new session runs, and starts the broker if there is none.
// Uses only Node's own modules, prints nothing, never fails and never delays the agent: a detached copy starts the broker.
import { sessionStart } from '../channels/claude-code/hooks/session-start.ts';
import { announceSession, finishAnnouncing, LATER } from '../client/announce.ts';

const done = process.argv.includes(LATER) ? finishAnnouncing(process) : announceSession(process, sessionStart);
done.catch(() => {
  // A failing hook would show an error in the agent.
});

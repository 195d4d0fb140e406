// Claude Code's command hooks. At the start of a session: tells the broker where it runs, and starts the broker if there is none. With
// --report and --wait: passes an event to the broker over its socket.
// Uses only Node's own modules, prints nothing but the broker's decision, and never fails: the agent would show an error.

import { announceSession, finishAnnouncing, LATER } from '../agents/claude-code/hooks/announce.ts';
import { REPORT, relay, WAIT } from '../agents/claude-code/hooks/relay.ts';
import { sessionStart } from '../agents/claude-code/hooks/session-start.ts';

const { argv } = process;

function run(): Promise<void> {
  if (argv.includes(LATER)) return finishAnnouncing(process);
  if (argv.includes(WAIT) || argv.includes(REPORT)) return relay(process, sessionStart, argv.includes(WAIT));
  return announceSession(process, sessionStart);
}

run().catch(() => {});

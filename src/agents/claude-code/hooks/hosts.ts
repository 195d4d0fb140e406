// Sessions whose host asks in the inbox itself: a program made with the Agent SDK and our adapter. Their hooks would ask everything a second time.

import { z } from 'zod';
import { pidHere } from '../../../system/pid-namespace.ts';
import { fittingValue } from '../../../text/fitting.ts';
import { HOST_ASKS } from '../format/host-asks.ts';
import type { HookPayload } from './payload.ts';

type HostsParts = {
  readonly isAlive: (pid: number) => boolean;
  /** Somebody continues the session in a terminal: then the hooks are the only way to its dialogs. */
  readonly isInteractive: (session: string) => Promise<boolean>;
};

const hostAsks = z.object({
  pid: z.int().positive(),
  pidNamespace: z.string().optional(),
  tools: z.array(z.string()).optional(),
  headless: z.literal(true).optional(),
});
type Host = z.output<typeof hostAsks>;

/** More than run at once. The oldest are forgotten first; each says it again with its next prompt. */
const MOST = 2_000;

export function createHosts({ isAlive, isInteractive }: HostsParts) {
  const hosts = new Map<string, Host>();
  return {
    /** Whether this payload is what a host says, and no hook. */
    receive(payload: HookPayload): boolean {
      if (payload.hook_event_name !== HOST_ASKS) return false;
      const said = fittingValue(hostAsks, payload);
      hosts.delete(payload.session_id);
      if (said) hosts.set(payload.session_id, said);
      const [oldest] = hosts.keys();
      if (hosts.size > MOST && oldest !== undefined) hosts.delete(oldest);
      return true;
    },

    /** Whether the run is headless but for what the host asks about. It does not look like it: Claude Code knows that it has a host. */
    isHeadless: async (session: string): Promise<boolean> => hosts.get(session)?.headless === true && !(await isInteractive(session)),

    /** Whether the host asks about this itself. */
    async asksAbout({ session_id: session, hook_event_name, tool_name }: HookPayload): Promise<boolean> {
      const host = hosts.get(session);
      if (!host || hook_event_name === 'SessionEnd') return false;
      // A notification does not say which dialog waits. Those that are not the host's have told us themselves.
      const isTheirs = host.tools === undefined || hook_event_name === 'Notification' || host.tools.includes(tool_name ?? '');
      if (!isTheirs) return false;
      // Of one that cannot be seen from here, nothing but what it says is known.
      const pid = pidHere(host);
      return (pid === undefined || isAlive(pid)) && !(await isInteractive(session));
    },
  };
}

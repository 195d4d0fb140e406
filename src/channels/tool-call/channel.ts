// The channel for callers of our own tool (command line, API, MCP, library): a caller fetches its result and reports what it received.
import type { Amended } from '../../decide/amend.ts';
import type { Opened } from '../../decide/journal.ts';
import type { Waiting } from '../../decide/waiting.ts';
import type { Resolved } from '../../question/answer.ts';
import { isOpen } from '../../question/lifecycle.ts';
import type { ToolEcho } from '../../question/schema/input.ts';
import type { Problem, ToolResult } from '../../question/words.generated.ts';
import type { Channel, Inbox } from '../channel.ts';
import { type Captured, fromToolCall } from './capture.ts';
import { toolResult } from './deliver.ts';
import { recordedIn } from './verify.ts';

type ToolCallParts = {
  /** The inbox as seen by the calling program. */
  readonly inbox: (program: string) => Inbox;
  readonly waiting: Waiting;
};

export type Asked = Opened | { readonly kind: 'invalid'; readonly problems: readonly Problem[] };
export interface ToolCalls extends Channel {
  ask(body: unknown): Promise<Asked>;
  /** The result, as soon as there is one; undefined when `waitMs` passed or `signal` aborted first. */
  result(id: string, waitMs: number, signal?: AbortSignal): Promise<ToolResult | undefined>;
  /** The caller reports what it received. Reporting it twice makes one receipt. */
  received(id: string, echo: ToolEcho): Promise<Amended>;
}

const WAY = 'tool-result';

export function createToolCalls({ inbox, waiting }: ToolCallParts): ToolCalls {
  const any = inbox('tool-call');
  return {
    async ask(body) {
      const captured: Resolved<Captured> = fromToolCall(body);
      if (captured.kind === 'invalid') return captured;
      const { session, ask, raw } = captured.value;
      const programInbox = inbox(session.program);
      await programInbox.see(session);
      return programInbox.open(ask, raw);
    },

    async result(id, waitMs, signal) {
      const waiter = waiting.until(id, waitMs, signal);
      const view = await any.get(id);
      if (!view || !isOpen(view) || waitMs <= 0) {
        waiter.cancel();
        return view && toolResult(view);
      }
      await waiter.over;
      const after = await any.get(id);
      return after && toolResult(after);
    },

    async received(id, echo) {
      const view = await any.get(id);
      if (!view) return { kind: 'unknown' };
      if (!view.decision) return { kind: 'unchanged', view };
      return inbox(view.program).recorded(id, { kind: 'recorded', recorded: recordedIn(echo) }, WAY, WAY);
    },

    // Nothing to watch or deliver: the caller fetches its result.
    async start() {},
    stop() {},
  };
}

// Calls of our own tool (command line, API, MCP, library). There is nothing to watch or deliver: a caller fetches its result and reports what it received.

import type { Recorded } from '../../ask/compare.ts';
import { isOpen } from '../../ask/lifecycle.ts';
import { problem, shown } from '../../ask/problem.ts';
import type { AskView } from '../../ask/schema/history.ts';
import type { ToolCall, ToolEcho } from '../../ask/schema/input.ts';
import type { Problem } from '../../ask/schema/problem.ts';
import type { ToolResult } from '../../ask/schema/result.ts';
import type { AgentSession } from '../../ask/schema/session.ts';
import { summarise } from '../../ask/summary.ts';
import type { Amended } from '../../inbox/amend.ts';
import type { Inbox } from '../../inbox/channel.ts';
import type { WithAsk } from '../../inbox/routes/found.ts';
import type { Waiting } from '../../inbox/waiting.ts';
import type { Opened } from '../../journal/journal.ts';
import type { Clock } from '../../system/clock.ts';
import { sleep } from '../../system/sleep.ts';
import { type Connection, createCallers } from './callers.ts';
import { type Captured, fromToolCall } from './capture.ts';
import { besideAgents, earlierAsk, type OfCall, ofCall } from './repeated.ts';

type ToolCallParts = {
  /** The inbox as seen by the calling program. */
  readonly inbox: (program: string) => Inbox;
  readonly waiting: Waiting;
  readonly clock: Clock;
  readonly newId: () => string;
};

type ToolCallOutcome = Opened | { readonly kind: 'invalid'; readonly problems: readonly Problem[] };
/** `last`: it waits no longer after this request. */
export type Caller = { readonly name: string; readonly last: boolean; readonly connection?: Connection | undefined };

export interface ToolCalls {
  /** `connection`: on which it came, if its caller keeps it while it waits. */
  ask(call: ToolCall, connection?: Connection): Promise<ToolCallOutcome>;
  /** The result, as soon as there is one; undefined when `waitMs` passed or `signal` aborted first. */
  result(id: string, waitMs: number, signal?: AbortSignal, caller?: Caller): Promise<ToolResult | undefined>;
  /** The caller reports what it received. Reporting it twice makes one receipt. */
  received(id: string, echo: ToolEcho): Promise<Amended>;
}

/** What its HTTP routes use of the broker. */
export type ToolContext = { readonly toolCalls: ToolCalls; readonly found: WithAsk };

const WAY = 'tool-result';
/** Whoever waited for an ask when the last broker ended asks this one for the result. Until then, the ask may look as if nobody waited for it. */
const CALLERS_ARE_BACK_MS = 3_000;

const ofOther = ({ id, program }: AgentSession, asker: string): Problem =>
  problem(
    'session-program',
    'session.program',
    asker,
    `session ${shown(id)} belongs to ${program}, not to ${asker}: ask as ${program}, or in another session`,
  );

export function createToolCalls({ inbox, waiting, clock, newId }: ToolCallParts): ToolCalls {
  const any = inbox('tool-call');
  const callers = createCallers(clock);
  const callersAreBackAt = clock.now() + CALLERS_ARE_BACK_MS;
  /** One call at a time looks for an ask to continue, so that no two continue the same. */
  let turn: Promise<unknown> = Promise.resolve();
  return {
    async ask(call, connection) {
      const captured = fromToolCall(call);
      if (captured.kind === 'invalid') return captured;
      const { session, idMayRepeat, continues } = captured.value;
      const known = await any.session(session.id);
      if (known && known.program !== session.program) return { kind: 'invalid', problems: [ofOther(known, session.program)] };
      await inbox(session.program).see(session);
      if (!continues && !idMayRepeat) return open(captured.value);
      if (continues) await untilCallersAreBack(captured.value);
      const asked = turn.then(() => continueOrOpen(captured.value, connection));
      turn = asked.catch(() => undefined);
      return asked;
    },

    async result(id, waitMs, signal, caller) {
      if (caller === undefined) return result(id, waitMs, signal);
      const end = callers.wait(id, caller.name, caller.connection);
      let isOver = false;
      try {
        const found = await result(id, waitMs, signal);
        // Whoever gets an answer has yet to report it.
        isOver = found ? !found.by : caller.last;
        return found;
      } finally {
        end(isOver || signal?.aborted ? 'left' : 'comes back');
      }
    },

    async received(id, echo) {
      const view = await any.get(id);
      if (!view) return { kind: 'unknown' };
      if (!view.decision) return { kind: 'unchanged', view };
      callers.over(view.id);
      return inbox(view.program).recorded(id, { kind: 'recorded', recorded: recordedIn(echo) }, WAY, WAY);
    },
  };

  async function open({ ask, raw }: Captured): Promise<Opened> {
    const programInbox = inbox(ask.program);
    const opened = await programInbox.open(ask, raw);
    // In the session of an agent, the agent's channel may have an ask for the same call, such as the permission for it.
    return opened.view.source === 'tool' ? opened : programInbox.open({ ...ask, toolUseId: besideAgents(ask.toolUseId) }, raw);
  }

  async function untilCallersAreBack(captured: Captured): Promise<void> {
    const { ask } = captured;
    const left = callersAreBackAt - clock.now();
    if (left <= 0 || !(await earlierAsk(inbox(ask.program), ask, () => true, clock.now()))) return;
    if ((await callOf(captured)).kind === 'new') await sleep(clock, left);
  }

  async function continueOrOpen(captured: Captured, connection: Connection | undefined): Promise<Opened> {
    const call = await callOf(captured);
    const opened = call.kind === 'same' ? ({ kind: 'known', view: call.view } as const) : await openAs(call.toolUseId, captured);
    if (captured.continues) callers.wait(opened.view.id, captured.continues.caller, connection)('comes back');
    return opened;
  }

  async function openAs(toolUseId: string, captured: Captured): Promise<Opened> {
    const { ask, continues } = captured;
    const programInbox = inbox(ask.program);
    const isFree = (id: string) => !continues?.except.includes(id) && !callers.isAwaited(id, continues?.caller ?? '');
    const earlier = continues && (await earlierAsk(programInbox, ask, isFree, clock.now()));
    const continued = earlier && (await programInbox.continued(earlier.id, toolUseId));
    if (continued?.kind === 'amended') return { kind: 'known', view: continued.view };
    return open({ ...captured, ask: { ...ask, toolUseId } });
  }

  /** An id that its caller has made names one call, whatever became of it. */
  async function callOf({ ask, idMayRepeat }: Captured): Promise<OfCall> {
    const programInbox = inbox(ask.program);
    if (idMayRepeat) return ofCall(programInbox, ask, newId);
    const view = await programInbox.byIdentity(ask.session, ask.toolUseId);
    return view ? { kind: 'same', view } : { kind: 'new', toolUseId: ask.toolUseId };
  }

  async function result(id: string, waitMs: number, signal?: AbortSignal): Promise<ToolResult | undefined> {
    const waiter = waiting.until(id, waitMs, signal);
    const view = await any.get(id);
    if (!view || !isOpen(view) || waitMs <= 0) {
      waiter.cancel();
      return view && toolResult(view);
    }
    await waiter.over;
    const after = await any.get(id);
    return after && toolResult(after);
  }
}

/** A decision as the result of the call; undefined while the ask is open. */
function toolResult(view: AskView): ToolResult | undefined {
  const { id, decision } = view;
  if (view.state === 'open') return undefined;
  if (view.state === 'withdrawn')
    return { id, outcome: 'withdrawn', answers: [], message: view.ending, text: `Withdrawn: ${view.ending ?? ''}`, at: view.updatedAt };
  if (!decision) return { id, outcome: 'expired', answers: [], text: 'Nobody answered before the deadline.', at: view.updatedAt };
  const { outcome, answers, message, text } = summarise(view, decision);
  return {
    id,
    outcome,
    answers,
    ...(message === undefined ? {} : { message }),
    text,
    by: decision.by,
    // The reason of an auto-answer is only for the log: it may quote text that the caller must not see.
    ...(decision.reason && decision.by.kind === 'person' ? { reason: decision.reason } : {}),
    at: decision.at,
  };
}

/** The caller echoes the result back, and the echo counts as its record. */
function recordedIn({ outcome, answers, message }: ToolEcho): Recorded {
  if (outcome === 'answers') return { kind: 'answers', answers: answers.map(({ skipped, ...answer }) => (skipped ? null : answer)) };
  return { kind: outcome, message };
}

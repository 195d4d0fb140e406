// Finds out how an ask ended in Claude Code, from its hooks, its transcript or its screen.
import type { Clock } from '../../decide/clock.ts';
import type { Ending } from '../../question/ending.ts';
import type { AskView } from '../../question/lifecycle.ts';
import type { Evidence as Found, Inbox } from '../channel.ts';
import type { EndedCall } from './hooks/meaning.ts';
import type { Outcome } from './screen/outcome.ts';
import { endingInTranscript } from './transcript/read.ts';
import { awaitInTranscript, type Transcript } from './transcript/transcript.ts';
import { endingFromResponse, endingFromScreen, endingFromText } from './verify.ts';

export type EvidenceParts = {
  readonly inbox: Inbox;
  readonly clock: Clock;
  readonly transcript: Transcript;
  readonly stopping: AbortSignal;
};

/** How long evidence may take: an answer is recorded at once, but a permitted tool may first run for a while. */
const CONFIRM_WITHIN_MS = { question: 30_000, plan: 30_000, idle: 30_000, permission: 600_000 } as const;
/** After Claude Code dropped a hook request, the transcript says why within this time, or never. */
const EXPLAIN_WITHIN_MS = 3_000;
/** Hooks are more precise than the transcript, so they get this much of a head start. */
const HOOKS_FIRST_MS = 700;

export type Evidence = ReturnType<typeof createEvidence>;

export function createEvidence({ inbox, clock, transcript, stopping }: EvidenceParts) {
  return {
    /** Records how a tool call ended, as a hook reports it. */
    async fromHook(id: string, call: EndedCall, event: string): Promise<void> {
      await inbox.recorded(
        id,
        ({ decision, ...ask }) =>
          'text' in call ? endingFromText(ask, call.text, decision) : endingFromResponse(ask, call.response, decision),
        event,
      );
    },

    /** Records what the screen says above the input box, for sessions without a transcript. False when it says nothing about the ask. */
    async fromScreen(view: AskView, outcome: Outcome): Promise<boolean> {
      const ending = endingFromScreen(view, outcome, view.decision);
      if (ending) await inbox.recorded(view.id, ending, 'screen');
      return ending !== undefined;
    },

    /** Waits for the transcript to say what Claude Code recorded. */
    async confirm(view: AskView, path: string | undefined): Promise<Found | undefined> {
      const ending = await inTranscript(view, path, CONFIRM_WITHIN_MS[view.kind]);
      if (!ending) return undefined;
      await sleep(HOOKS_FIRST_MS);
      return { ending, source: 'transcript' };
    },

    /** Records why a hook request was dropped, if the transcript says so soon. False when it does not. */
    async explain(view: AskView, path: string | undefined): Promise<boolean> {
      const ending = path === undefined ? undefined : await inTranscript(view, path, EXPLAIN_WITHIN_MS);
      if (ending) await inbox.recorded(view.id, ending, 'transcript');
      return ending !== undefined;
    },

    /** Records what happened while no broker was running. */
    async catchUp(view: AskView, path: string | undefined): Promise<void> {
      const ending = path === undefined ? undefined : endingOf(view)(await transcript.tail(path));
      if (ending) await inbox.recorded(view.id, ending, 'transcript');
    },
  };

  /** Undefined when the time is up, or when the broker stops. */
  async function inTranscript(view: AskView, path: string | undefined, withinMs: number): Promise<Ending | undefined> {
    const timeUp = new AbortController();
    const giveUp = () => timeUp.abort();
    const cancel = clock.at(clock.now() + withinMs, giveUp);
    stopping.addEventListener('abort', giveUp);
    try {
      return await awaitInTranscript(transcript, path, endingOf(view), timeUp.signal);
    } finally {
      cancel();
      stopping.removeEventListener('abort', giveUp);
    }
  }

  function endingOf(view: AskView): (lines: readonly string[]) => Ending | undefined {
    return (lines) => endingInTranscript(lines, view.toolUseId, view, view.decision);
  }

  function sleep(ms: number): Promise<void> {
    return new Promise((resolve) => void clock.at(clock.now() + ms, resolve));
  }
}

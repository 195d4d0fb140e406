// What became of a decision, or of an ask that somebody dealt with elsewhere: from hooks, from the screen, or from the transcript.
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

/** How long evidence may take: a question is recorded at once, a permitted tool may work for a while first. */
const CONFIRM_WITHIN_MS = { question: 30_000, plan: 30_000, idle: 30_000, permission: 600_000 } as const;
/** After a request was dropped, the transcript says why within this time, or it does not say it at all. */
const EXPLAIN_WITHIN_MS = 3_000;
/** Hooks tell more exactly than the transcript; they get this long to be first. */
const HOOKS_FIRST_MS = 700;

export type Evidence = ReturnType<typeof createEvidence>;

export function createEvidence({ inbox, clock, transcript, stopping }: EvidenceParts) {
  return {
    /** A hook says how a tool call ended. */
    async fromHook(id: string, call: EndedCall, event: string): Promise<void> {
      await inbox.recorded(
        id,
        ({ decision, ...ask }) =>
          'text' in call ? endingFromText(ask, call.text, decision) : endingFromResponse(ask, call.response, decision),
        event,
      );
    },

    /** What can be read above the input box, where there is no transcript. False when that says nothing. */
    async fromScreen(view: AskView, outcome: Outcome): Promise<boolean> {
      const ending = endingFromScreen(view, outcome, view.decision);
      if (ending) await inbox.recorded(view.id, ending, 'screen');
      return ending !== undefined;
    },

    /** What the transcript says within the time that evidence takes. Hooks may be quicker; then nothing is left to do. */
    async confirm(view: AskView, path: string | undefined): Promise<Found | undefined> {
      const ending = await inTranscript(view, path, CONFIRM_WITHIN_MS[view.kind]);
      if (!ending) return undefined;
      await sleep(HOOKS_FIRST_MS);
      return { ending, source: 'transcript' };
    },

    /** Why a request was dropped, if the transcript says it soon. False when it does not. */
    async explain(view: AskView, path: string | undefined): Promise<boolean> {
      const ending = path === undefined ? undefined : await inTranscript(view, path, EXPLAIN_WITHIN_MS);
      if (ending) await inbox.recorded(view.id, ending, 'transcript');
      return ending !== undefined;
    },

    /** What a hook told nobody while we were away is in the transcript. */
    async lookBack(view: AskView, path: string | undefined): Promise<void> {
      const ending = path === undefined ? undefined : endingOf(view)(await transcript.tail(path));
      if (ending) await inbox.recorded(view.id, ending, 'transcript');
    },
  };

  /** Undefined when the time is over, or when the broker stops. */
  async function inTranscript(view: AskView, path: string | undefined, withinMs: number): Promise<Ending | undefined> {
    const enough = new AbortController();
    const end = () => enough.abort();
    const cancel = clock.at(clock.now() + withinMs, end);
    stopping.addEventListener('abort', end);
    try {
      return await awaitInTranscript(transcript, path, endingOf(view), enough.signal);
    } finally {
      cancel();
      stopping.removeEventListener('abort', end);
    }
  }

  function endingOf(view: AskView): (lines: readonly string[]) => Ending | undefined {
    return (lines) => endingInTranscript(lines, view.toolUseId, view, view.decision);
  }

  function sleep(ms: number): Promise<void> {
    return new Promise((resolve) => void clock.at(clock.now() + ms, resolve));
  }
}

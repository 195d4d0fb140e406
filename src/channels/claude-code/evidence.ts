// What became of a delivered decision, or of an ask that somebody dealt with elsewhere: from hooks, from the transcript, or openly from nothing.

import { amend } from '../../decide/amend.ts';
import type { Clock } from '../../decide/clock.ts';
import type { Journal } from '../../decide/journal.ts';
import { happeningsFrom } from '../../question/ending.ts';
import type { AskView } from '../../question/lifecycle.ts';
import type { EndedCall } from './hooks/meaning.ts';
import type { Outcome } from './screen/outcome.ts';
import { endingInTranscript } from './transcript/read.ts';
import { awaitInTranscript, type Transcript } from './transcript/transcript.ts';
import { type Ending, endingFromResponse, endingFromScreen, endingFromText } from './verify.ts';

export type EvidenceParts = {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly transcript: Transcript;
  /** Who is written down as having told it. */
  readonly actor: string;
  readonly stopping: AbortSignal;
  readonly onError: (error: unknown) => void;
};

/** How long evidence may take: a question is recorded at once, a permitted tool may work for a while first. */
const CONFIRM_WITHIN_MS = { question: 30_000, plan: 30_000, idle: 30_000, permission: 600_000 } as const;
/** After a request was dropped, the transcript says why within this time, or it does not say it at all. */
const EXPLAIN_WITHIN_MS = 3_000;
/** Hooks tell more exactly than the transcript; they get this long to be first. */
const HOOKS_FIRST_MS = 700;

export type Evidence = ReturnType<typeof createEvidence>;

export function createEvidence({ journal, clock, transcript, actor, stopping, onError }: EvidenceParts) {
  return {
    /** A hook says how a tool call ended. */
    async fromHook(id: string, call: EndedCall, event: string): Promise<void> {
      await record(
        id,
        ({ decision, ...ask }) =>
          'text' in call ? endingFromText(ask, call.text, decision) : endingFromResponse(ask, call.response, decision),
        event,
      );
    },

    /** An idle agent was given a prompt: was it the one that was decided? */
    async fromPrompt(id: string, prompt: string): Promise<void> {
      const recorded = { kind: 'answers', answers: [{ chosen: [], words: prompt }] } as const;
      await record(id, () => ({ kind: 'recorded', recorded }), 'UserPromptSubmit');
    },

    /** What can be read above the input box, where there is no transcript. False when that says nothing. */
    async fromScreen(view: AskView, outcome: Outcome): Promise<boolean> {
      const ending = endingFromScreen(view, outcome, view.decision);
      if (ending) await record(view.id, () => ending, 'screen');
      return ending !== undefined;
    },

    /** Looks into the transcript for as long as evidence may take, and says openly when none came. Hooks may be quicker; then nothing is left to do. */
    confirm(view: AskView, path: string | undefined): void {
      inTranscript(view, path, CONFIRM_WITHIN_MS[view.kind])
        .then(async (ending) => {
          if (stopping.aborted) return;
          if (!ending) return unconfirmed(view.id);
          await pause(HOOKS_FIRST_MS);
          await record(view.id, () => ending, 'transcript');
        })
        .catch(onError);
    },

    /** Why a request was dropped, if the transcript says it soon. False when it does not. */
    async explain(view: AskView, path: string | undefined): Promise<boolean> {
      const ending = path === undefined ? undefined : await inTranscript(view, path, EXPLAIN_WITHIN_MS);
      if (ending) await record(view.id, () => ending, 'transcript');
      return ending !== undefined;
    },

    /** What a hook told nobody while we were away stands in the transcript. */
    async lookBack(view: AskView, path: string | undefined): Promise<void> {
      const ending = path === undefined ? undefined : endingOf(view)(await transcript.tail(path));
      if (ending) await record(view.id, () => ending, 'transcript');
    },
  };

  async function record(id: string, ending: (current: AskView) => Ending, evidence: string): Promise<void> {
    await amend(journal, id, (current) => {
      const at = clock.now();
      return happeningsFrom(current, ending(current), evidence, at).map((happening) => ({ at, actor, happening }));
    });
  }

  async function unconfirmed(id: string): Promise<void> {
    await amend(journal, id, (current) => {
      const at = clock.now();
      const receipt = { verdict: 'unconfirmed', evidence: 'none came', at, differences: [] } as const;
      return current.state === 'delivered' ? [{ at, actor, happening: { kind: 'receipt', receipt } }] : [];
    });
  }

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

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => void clock.at(clock.now() + ms, resolve));
  }
}

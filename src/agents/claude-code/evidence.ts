// Finds out how an ask ended in Claude Code, from its hooks, its transcript or its screen.

import type { Ending } from '../../ask/ending.ts';
import { isPending } from '../../ask/lifecycle.ts';
import type { AskView, State } from '../../ask/schema/history.ts';
import type { Evidence as FoundEvidence, Inbox } from '../../inbox/channel.ts';
import type { Clock } from '../../system/clock.ts';
import { sleep } from '../../system/sleep.ts';
import { canonical } from '../../text/json.ts';
import type { EndedCall } from './hooks/meaning.ts';
import type { Outcome } from './screen/outcome.ts';
import { type Ended, endingOf } from './transcript/ending.ts';
import { awaitInTranscript, type Transcript } from './transcript/transcript.ts';
import { endingFromResponse, endingFromScreen, endingFromText } from './verify.ts';

type EvidenceParts = {
  readonly inbox: Inbox;
  readonly clock: Clock;
  readonly transcript: Transcript;
  readonly stopping: AbortSignal;
  readonly onError: (error: unknown) => void;
};

/** How long evidence may take: an answer is recorded at once, but a permitted tool may first run for a while. */
const CONFIRM_WITHIN_MS = { question: 30_000, plan: 30_000, idle: 30_000, permission: 600_000 } as const;
/** After Claude Code dropped a hook request, the transcript says why within this time, or never. */
const EXPLAIN_WITHIN_MS = 3_000;
/** After a dialog closed, Claude Code may take a while to write the call and its result to its transcript. */
const WRITTEN_WITHIN_MS = 10_000;
/** Hooks are more precise than the transcript, so they get this much of a head start. */
const HOOKS_FIRST_MS = 700;
/** After a hook said how a call ended, its result is in the transcript within this time, unless the model is still writing. */
const RESULT_WITHIN_MS = 1_500;
const BEING_DELIVERED: readonly State[] = ['delivering', 'delivered'];

export type Evidence = ReturnType<typeof createEvidence>;

export function createEvidence({ inbox, clock, transcript, stopping, onError }: EvidenceParts) {
  /** How these asks ended will be recorded in a moment. */
  const awaited = new Set<string>();
  return {
    isAwaited: (ask: string): boolean => awaited.has(ask),

    /** Records how a tool call ended, as a hook reports it. False when the hook does not say how. */
    async fromHook(view: AskView, call: EndedCall, event: string, path: string | undefined): Promise<boolean> {
      let ending: Ending | undefined;
      let mayBeInterrupted = false;
      const read = (ask: AskView) => {
        ending = 'text' in call ? endingFromText(ask, call.text) : endingFromResponse(ask, call.response);
        mayBeInterrupted = 'response' in call && path !== undefined && BEING_DELIVERED.includes(ask.state);
        return mayBeInterrupted ? undefined : ending;
      };
      await inbox.recorded(view.id, read, event);
      if (ending && mayBeInterrupted) {
        await inbox.reported(view.id, ending, event);
        // Not awaited: Claude Code writes the result only when it has our reply.
        onceWritten(view, call, ending, event, path).catch(onError);
      }
      return ending !== undefined;
    },

    /** Records what the screen says above the input box, for sessions without a transcript. False when it says nothing about the ask. */
    async fromScreen(view: AskView, outcome: Outcome): Promise<boolean> {
      const ending = endingFromScreen(view, outcome);
      if (ending) await inbox.recorded(view.id, ending, 'screen');
      return ending !== undefined;
    },

    /** Waits for the transcript to say what Claude Code recorded. */
    async confirm(view: AskView, path: string | undefined): Promise<FoundEvidence | undefined> {
      const ended = await inTranscript(view, path, CONFIRM_WITHIN_MS[view.kind]);
      if (!ended) return undefined;
      await sleep(clock, HOOKS_FIRST_MS);
      if (ended.reread) await inbox.reread(view.id, ended.reread);
      return { ending: ended.ending, source: 'transcript' };
    },

    /** Records why a hook request was dropped, if the transcript says so soon. False when it does not. */
    async explain(view: AskView, path: string | undefined): Promise<boolean> {
      const ended =
        path === undefined ? undefined : await inTranscript(view, path, view.source === 'screen' ? WRITTEN_WITHIN_MS : EXPLAIN_WITHIN_MS);
      if (ended) await record(view, ended);
      return ended !== undefined;
    },

    /**
     * The same for a dialog that was closed in its pane, when hooks may explain it more precisely. No hook reports Esc once no request waits any more:
     * without a transcript that could tell, the ask is withdrawn. `seen` is what the screen says about how it ended.
     */
    async explainAfterHooks(view: AskView, path: string | undefined, seen?: Outcome): Promise<void> {
      const isWritten = await this.hasTranscript(path);
      const ended = isWritten ? await inTranscript(view, path, WRITTEN_WITHIN_MS) : undefined;
      await sleep(clock, isWritten ? HOOKS_FIRST_MS : EXPLAIN_WITHIN_MS);
      if (ended) return record(view, ended);
      const now = isWritten || stopping.aborted ? undefined : await inbox.get(view.id);
      if (!now || !isPending(now)) return;
      if (seen && (await this.fromScreen(now, seen))) return;
      await inbox.withdraw(view.id, 'its dialog was closed in its pane; what was chosen there is not known');
    },

    /** Claude Code may be told to write none; then its file is missing. */
    hasTranscript: async (path: string | undefined): Promise<boolean> => path !== undefined && (await transcript.tail(path)).length > 0,

    /** Records what happened while no broker was running. */
    async catchUp(view: AskView, path: string | undefined): Promise<void> {
      const ended = path === undefined ? undefined : endingOf(await transcript.tail(path), view);
      if (ended) await record(view, ended);
      else await inbox.confirmed(view.id);
    },
  };

  /** Undefined when the time is up, or when the broker stops. */
  async function inTranscript(
    view: AskView,
    path: string | undefined,
    withinMs: number,
    known: Partial<AskView> = {},
  ): Promise<Ended | undefined> {
    const timeUp = new AbortController();
    const giveUp = () => timeUp.abort();
    const cancel = clock.at(clock.now() + withinMs, giveUp);
    stopping.addEventListener('abort', giveUp);
    try {
      // The ask as it is now: how it was decided and delivered says what to look for.
      const current = { ...((await inbox.get(view.id)) ?? view), ...known };
      return await awaitInTranscript(transcript, path, (lines) => endingOf(lines, current), timeUp.signal);
    } finally {
      cancel();
      stopping.removeEventListener('abort', giveUp);
    }
  }

  /**
   * If somebody presses Esc at the moment of our answer, Claude Code runs the call, and its hook says that it was answered; but the model is
   * told that it was rejected, and so says the transcript.
   */
  async function onceWritten(
    view: AskView,
    { toolUseId }: EndedCall,
    said: Ending,
    event: string,
    path: string | undefined,
  ): Promise<void> {
    awaited.add(view.id);
    try {
      const written = (await inTranscript(view, path, RESULT_WITHIN_MS, { toolUseId }))?.ending ?? said;
      if (stopping.aborted) return;
      await inbox.recorded(view.id, written, canonical(written) === canonical(said) ? event : 'transcript');
    } finally {
      awaited.delete(view.id);
    }
  }

  async function record({ id }: AskView, { ending, reread }: Ended): Promise<void> {
    if (reread) await inbox.reread(id, reread);
    await inbox.recorded(id, ending, 'transcript');
  }
}

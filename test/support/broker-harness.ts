// A broker with a fake clock and a transcript that the test writes. It ends with its test.
import { onTestFinished } from 'vitest';
import type { Verdict } from '../../src/ask/schema/decision.ts';
import type { AskView } from '../../src/ask/schema/history.ts';
import { withdraw } from '../../src/inbox/amend.ts';
import { createChannels } from '../../src/inbox/channels.ts';
import { createDecider, createDecisions } from '../../src/inbox/decide.ts';
import { createPauses } from '../../src/inbox/pauses.ts';
import { createSessions } from '../../src/inbox/sessions.ts';
import { createWaiting } from '../../src/inbox/waiting.ts';
import type { Journal } from '../../src/journal/journal.ts';
import { fakeTranscript } from './claude-code/fake-transcript.ts';
import { fakeClock } from './fake-clock.ts';

export function fakeBroker(journal: Journal, now = 1_000_000) {
  const clock = fakeClock(now);
  const waiting = createWaiting(journal, clock);
  let made = 0;
  const newId = () => `id${String(made++).padStart(10, '0')}`;
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  const channels = createChannels();
  const pauses = createPauses({ journal, clock, onError, place: (folder) => folder });
  const decider = createDecider({ journal, channels, pauses });
  onTestFinished(async () => {
    waiting.stop();
    pauses.stop();
    await journal.close();
  });
  return {
    journal,
    clock,
    waiting,
    newId,
    transcript: fakeTranscript(),
    channels,
    pauses,
    decider,
    ...theInbox({ journal, clock, channels, decider, onError }),
    errors,
    onError,
  };
}

type InboxParts = Parameters<typeof createSessions>[0] & Parameters<typeof createDecisions>[0];

/** `broker` is what people and agents can do through its routes. */
export function theInbox(parts: InboxParts) {
  const { journal, clock } = parts;
  const sessions = createSessions(parts);
  const broker = {
    ...createDecisions(parts),
    see: sessions.see,
    endSession: sessions.end,
    withdraw: (id: string, reason: string, actor: string) => withdraw(journal, id, reason, { at: clock.now(), actor }),
  };
  return { sessions, broker };
}

/** Channels for all programs that do nothing but refuse. */
export const refusing = (cannotDeliver: (view: AskView, verdict: Verdict) => Promise<string | undefined>) => ({
  ofAsk: () => ({ cannotDeliver, async start() {}, stop() {} }),
});

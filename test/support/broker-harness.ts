// A broker with a fake clock and a transcript that the test writes. It ends with its test.
import { onTestFinished } from 'vitest';
import { createBroker } from '../../src/inbox/decide.ts';
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
  onTestFinished(async () => {
    waiting.stop();
    await journal.close();
  });
  return {
    journal,
    clock,
    waiting,
    newId,
    transcript: fakeTranscript(),
    broker: createBroker({ journal, clock }),
    errors,
    onError: (error: unknown) => void errors.push(error),
  };
}

// A broker on a clock that a test moves, with a transcript that a test writes. It ends with its test.
import { onTestFinished } from 'vitest';
import { fakeClock } from '../decide/fake-clock.ts';
import type { Journal } from '../decide/journal.ts';
import { createWaiting } from '../decide/waiting.ts';
import { fakeTranscript } from '../verify/fake-transcript.ts';
import { createBroker } from './broker.ts';

export function fakeBroker(journal: Journal) {
  const clock = fakeClock(1_000_000);
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
    broker: createBroker({ journal, clock, waiting, newId }),
    errors,
    onError: (error: unknown) => void errors.push(error),
  };
}

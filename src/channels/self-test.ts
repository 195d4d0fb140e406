// The self-test of `doctor`, as far as every way of asking shares it: the question, who answers it, and where it is heard of.
import type { Client } from '../client/client.ts';
import { SELF_TEST } from '../question/precedent.ts';

export const QUESTION = 'Is Answerback working?';
export const OPTIONS = [
  { label: 'Working', description: 'it arrives' },
  { label: 'Broken', description: 'it does not' },
];
export const DOCTOR = { by: { kind: 'person', name: 'doctor', surface: SELF_TEST } } as const;

const WITHIN_MS = 5_000;
const PAUSE_MS = 60_000;

/** Nothing of the user's may answer the self-test, or be woken for it. */
export async function withoutMachines<T>(client: Client, session: string, run: () => Promise<T>): Promise<T> {
  const scope = { kind: 'session', session } as const;
  await client.pause(DOCTOR.by, scope, PAUSE_MS);
  try {
    return await run();
  } finally {
    await client.unpause(DOCTOR.by, scope);
  }
}

/** The id of the first ask of this session after this event. */
export async function firstAsk(client: Client, session: string, after: number): Promise<string> {
  const enough = new AbortController();
  const timer = setTimeout(() => enough.abort(), WITHIN_MS);
  try {
    for await (const item of client.events({ after, signal: enough.signal })) {
      if (item.kind === 'event' && item.event.happening.kind === 'asked' && item.event.happening.ask.session === session)
        return item.event.happening.ask.id;
    }
  } finally {
    clearTimeout(timer);
    enough.abort();
  }
  throw new Error('the question was taken, but it did not arrive in the inbox (is Answerback paused, or this folder excluded?)');
}

// The shared parts of the self-tests that `answerback doctor` runs: the test question, who answers it, and how to wait for it.

import { SELF_TEST } from '../ask/precedent.ts';
import type { Client } from '../client/client.ts';

export const QUESTION = 'Is Answerback working?';
/** The answer to the test question. */
export const WORKING = { kind: 'answers', answers: [1] } as const;
export const OPTIONS = [
  { label: 'Working', description: 'it arrives' },
  { label: 'Broken', description: 'it does not' },
];
export const DOCTOR = { by: { kind: 'person', name: 'doctor', surface: SELF_TEST } } as const;

const ARRIVES_WITHIN_MS = 5_000;
const PAUSE_MS = 60_000;

/** Pauses auto-answers in this session, and mutes it: rules and agents must not answer the self-test, and nobody needs to be told of it. */
export async function withoutAutoAnswers<T>(client: Client, session: string, run: () => Promise<T>): Promise<T> {
  const scope = { kind: 'session', session } as const;
  (await client.call('PUT /v1/pause', { body: { paused: true, scope, forMs: PAUSE_MS, by: DOCTOR.by } })).pauses;
  (await client.call('PUT /v1/mute', { body: { muted: true, scope, forMs: PAUSE_MS, by: DOCTOR.by } })).mutes;
  try {
    return await run();
  } finally {
    (await client.call('PUT /v1/mute', { body: { muted: false, scope, by: DOCTOR.by } })).mutes;
    (await client.call('PUT /v1/pause', { body: { paused: false, scope, by: DOCTOR.by } })).pauses;
  }
}

/** The id of the first ask in this session after event number `after`. */
export async function firstAsk(client: Client, session: string, after: number): Promise<string> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), ARRIVES_WITHIN_MS);
  try {
    for await (const item of client.events({ after, signal: stop.signal })) {
      if (item.kind === 'event' && item.event.happening.kind === 'asked' && item.event.happening.ask.session === session)
        return item.event.happening.ask.id;
    }
  } finally {
    clearTimeout(timer);
    stop.abort();
  }
  throw new Error('the question was accepted, but did not arrive in the inbox (is Answerback paused, or this folder excluded?)');
}

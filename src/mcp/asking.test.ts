import { expect, it } from 'vitest';
import type { Client } from '../client/client.ts';
import { askQuestion } from './asking.ts';

const option = (label: string) => ({ label, description: `about ${label}` });
const DATABASE = { question: 'Which database?', header: 'Database', multiSelect: false, options: [option('Postgres'), option('SQLite')] };

it('an answer that arrives together with the end of the call does not count as collected', async () => {
  const call = new AbortController();
  let receipts = 0;
  const client = {
    list: async () => ({ asks: [] }),
    ask: async () => ({ id: 'a1', state: 'open' }),
    async resultNow() {
      // What the client wrote before has arrived, and is read next.
      setImmediate(() => call.abort('Request timed out'));
      return { id: 'a1', outcome: 'answers', answers: [], text: '', at: 1 };
    },
    receipt: async () => {
      receipts += 1;
    },
  };
  const outcome = await askQuestion(
    client as unknown as Client,
    { questions: [DATABASE] },
    {
      meta: {},
      signal: call.signal,
      session: { id: 's', program: 'test', project: '/' },
      holdMs: 1_000,
      open: new Set(),
      isClosing: () => false,
    },
  );
  expect({ outcome, receipts }).toMatchObject({ outcome: { kind: 'error', error: 'aborted' }, receipts: 0 });
});

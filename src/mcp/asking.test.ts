import { expect, it } from 'vitest';
import type { AskRequest, Client } from '../client/client.ts';
import { askQuestion } from './asking.ts';
import { Calls } from './calls.ts';

const option = (label: string) => ({ label, description: `about ${label}` });
const DATABASE = { question: 'Which database?', header: 'Database', multiSelect: false, options: [option('Postgres'), option('SQLite')] };

it('an answer that arrives together with the end of the call does not count as collected', async () => {
  const call = new AbortController();
  let receipts = 0;
  const client = {
    call: async (_: string, { body: { questions } }: { readonly body: AskRequest }) => ({ id: 'a1', state: 'open', questions }),
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
      continues: true,
      holdMs: 1_000,
      open: new Set(),
      calls: new Calls(),
      isClosing: () => false,
    },
  );
  expect({ outcome, receipts }).toMatchObject({ outcome: { kind: 'error', error: 'aborted' }, receipts: 0 });
});

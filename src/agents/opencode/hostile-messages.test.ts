// What opencode's plugin sends, as a stranger could write it: nothing throws, takes long, or decides anything.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { aMegabyte, expectQuick, hostileLike } from '../../../test/support/hostile-json.ts';
import { fakeOpencode } from '../../../test/support/opencode/fake-opencode.ts';
import { plug, soon, world } from '../../../test/support/opencode/harness.ts';
import { runs } from '../../../test/support/runs.ts';
import { openSqliteJournal } from '../../journal/sqlite/journal.ts';
import { foreignJson } from '../../text/json.ts';
import { createFilter } from './filter.ts';
import { PROTOCOL } from './plugin/protocol.ts';

const COUNT = runs(300);
const tool = { messageID: 'msg_1', callID: 'call_1' };
const part = { type: 'tool', id: 'prt_1', sessionID: 'ses_1', messageID: 'msg_1', callID: 'call_1', tool: 'question' };
const EVENTS = [
  {
    type: 'question.asked',
    properties: {
      id: 'que_1',
      sessionID: 'ses_1',
      tool,
      questions: [{ question: 'Which?', header: 'DB', options: [{ label: 'A', description: 'a' }], multiple: true }],
    },
  },
  { type: 'question.replied', properties: { sessionID: 'ses_1', requestID: 'que_1', answers: [['A']] } },
  { type: 'question.rejected', properties: { sessionID: 'ses_1', requestID: 'que_1' } },
  {
    type: 'permission.asked',
    properties: {
      id: 'per_1',
      sessionID: 'ses_1',
      permission: 'bash',
      patterns: ['ls'],
      always: ['ls *'],
      metadata: { command: 'ls' },
      tool,
    },
  },
  { type: 'permission.replied', properties: { sessionID: 'ses_1', requestID: 'per_1', reply: 'once' } },
  { type: 'message.part.updated', properties: { part: { ...part, state: { status: 'completed', metadata: { answers: [['A']] } } } } },
  {
    type: 'message.part.updated',
    properties: { part: { ...part, state: { status: 'error', error: 'The user dismissed this question' } } },
  },
  { type: 'message.updated', properties: { info: { id: 'msg_1', role: 'user' } } },
  { type: 'session.status', properties: { sessionID: 'ses_1', status: { type: 'busy' } } },
  { type: 'session.idle', properties: { sessionID: 'ses_1' } },
  { type: 'session.deleted', properties: { info: { id: 'ses_1' } } },
];
const link = { protocol: PROTOCOL, link: 'l' };
const MESSAGES = [
  { ...link, kind: 'hello', pid: 1, directory: '/srv/app' },
  { ...link, kind: 'events', events: EVENTS },
  { ...link, kind: 'result', call: 1, status: 200, data: [{ info: { id: 'msg_1', role: 'assistant' }, parts: [part] }] },
  { ...link, kind: 'bye' },
];

it(`${COUNT} hostile messages and events break nothing and decide nothing`, { timeout: 300_000 }, async () => {
  const at = world(openSqliteJournal(':memory:'));
  await at.start();
  const plugin = plug(at, fakeOpencode());
  await plugin.hello();
  const gone = AbortSignal.abort();
  await fc.assert(
    fc.asyncProperty(hostileLike(MESSAGES), hostileLike(EVENTS), async (message, event) => {
      await at.receive(message, gone);
      await at.receive({ ...link, link: plugin.link, kind: 'events', events: [event] }, gone);
    }),
    { numRuns: COUNT },
  );
  await soon();
  expect(at.errors).toEqual([]);
  // What opencode itself reports as its user's answer is one; nobody else decides anything.
  for (const { decision } of (await at.journal.list({}, { limit: 500 })).items) expect(decision?.by.surface ?? 'keyboard').toBe('keyboard');
  expect(await at.journal.check()).toEqual([]);
});

it('the filter in the plugin throws for no event, and reads a megabyte in no time', () => {
  fc.assert(
    fc.property(fc.array(hostileLike(EVENTS)), (events) => {
      for (const event of events) expect(typeof createFilter()(event)).toBe('boolean');
    }),
    { numRuns: COUNT },
  );
  fc.assert(
    fc.property(aMegabyte(EVENTS), (text) => expectQuick('the filter', () => createFilter()(foreignJson(text)))),
    { numRuns: 20 },
  );
});

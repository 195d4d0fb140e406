// The event stream as a client reads it: in arbitrary chunks, with arbitrary text from agents.
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anAsk } from '../../test/support/samples.ts';
import { apply } from '../ask/lifecycle.ts';
import type { StreamedEvent } from '../ask/schema/history.ts';
import { follow } from './events.ts';
import type { Wire } from './http.ts';

const eventOf = (seq: number, reason: string): StreamedEvent => ({
  seq,
  at: 1,
  actor: 'agent',
  ask: 'a',
  happening: { kind: 'withdrawn', reason },
  view: apply(apply(undefined, { kind: 'asked', ask: anAsk({ id: 'a' }) }, 1), { kind: 'withdrawn', reason }, 1),
});
const block = (event: StreamedEvent) => `id: ${event.seq}\nevent: withdrawn\ndata: ${JSON.stringify(event)}\n\n`;

/** A wire that delivers these chunks once. */
function wireOf(chunks: readonly Buffer[]): Wire {
  return { open: async () => Readable.from(chunks, { objectMode: false }) as unknown as IncomingMessage } as unknown as Wire;
}

async function read(chunks: readonly Buffer[]): Promise<StreamedEvent[]> {
  const events: StreamedEvent[] = [];
  for await (const item of follow(wireOf(chunks), async () => {}, {})) {
    if (item.kind === 'event') events.push(item.event);
    if (item.kind === 'lost') break;
  }
  return events;
}

test('texts arrive unchanged, even with characters that end a line elsewhere', async () => {
  const text = fc.string({
    unit: fc.constantFrom('\u2028', '\u2029', '\u0085', '\n', '\r', 'data: ', ':', 'é', '日', '"', 'x'),
    maxLength: 30,
  });
  await fc.assert(
    fc.asyncProperty(fc.array(text, { maxLength: 5 }), fc.integer({ min: 1, max: 40 }), async (texts, size) => {
      const events = texts.map((reason, i) => eventOf(i + 1, reason));
      const bytes = Buffer.from(`: listening\n\n${events.map(block).join(': still here\n\n')}`);
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
      expect(await read(chunks)).toEqual(events);
    }),
    { numRuns: 300 },
  );
});

// The event stream, over a real connection.
import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { anAsk, aQuestion } from '../../test/support/samples.ts';
import type { Ask } from '../ask/schema/ask.ts';
import { eventData } from '../client/event-data.ts';
import type { Journal } from '../journal/journal.ts';
import { openSqliteJournal } from '../journal/sqlite/journal.ts';
import { EventStream } from './stream.ts';

const ASKS = 350;

type Streamed = { readonly seq: number; readonly ask?: string; readonly view?: { readonly state?: string; readonly version?: number } };

/** A stream over a journal with many asks. `pages`: how many events each read of the journal gave. */
async function opened(count = ASKS, questions: Ask['questions'] = [aQuestion()]) {
  const journal = openSqliteJournal(':memory:');
  const asked = (i: number) => journal.open(anAsk({ id: `id${i}`, toolUseId: `t${i}`, questions }), undefined, 'a');
  await Promise.all(Array.from({ length: count }, (_, i) => asked(i)));
  const pages: number[] = [];
  const since: Journal['since'] = async (after, limit) => {
    const events = await journal.since(after, limit);
    pages.push(events.length);
    return events;
  };
  const failed: unknown[] = [];
  const watched = new Proxy(journal, { get: (_, name) => (name === 'since' ? since : bound(journal, name)) });
  const stream = new EventStream(watched, (error) => failed.push(error));
  const server = createServer(({ url }, response) => {
    const query = new URL(url ?? '', 'http://localhost').searchParams;
    const after = query.get('after');
    void stream.add(response, after === null ? undefined : Number(after), query.get('ask') ?? undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    stream.close();
    server.closeAllConnections();
    server.close();
    await journal.close();
    expect(failed).toEqual([]);
  });
  const { port } = server.address() as AddressInfo;
  return { journal, stream, pages, listener: (query: string) => listening(port, query) };
}

async function listening(port: number, query: string) {
  const events: Streamed[] = [];
  const dataIn = eventData();
  const request = get({ port, host: '127.0.0.1', path: `/?${query}` });
  request.on('error', () => {});
  onTestFinished(() => void request.destroy());
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.setEncoding('utf8').on('data', (some: string) => events.push(...(dataIn(some) as Streamed[])));
  response.on('error', () => {});
  await once(response, 'data');
  return { events, response, ids: () => events.map(({ seq }) => seq) };
}

const bound = (journal: Journal, name: string | symbol): unknown => {
  const value: unknown = Reflect.get(journal, name);
  return typeof value === 'function' ? value.bind(journal) : value;
};

const expires = (journal: Journal, id: string) => journal.append(id, 1, [{ at: 2_000, actor: 'clock', happening: { kind: 'expired' } }]);

it('whoever is behind gets every event once, in order, a hundred in each turn', async () => {
  const { journal, pages, listener } = await opened();
  const { ids } = await listener('after=0');
  await expect.poll(() => ids().length).toBe(ASKS);
  await expires(journal, 'id7');
  await expect.poll(ids).toEqual(Array.from({ length: ASKS + 1 }, (_, i) => i + 1));
  expect(Math.max(...pages)).toBe(100);
});

it('whoever listens to one ask gets its events without anybody reading those of others', async () => {
  const { journal, pages, listener } = await opened();
  const { ids } = await listener('after=0&ask=id7');
  await expect.poll(ids).toEqual([8]);
  await expires(journal, 'id9');
  await expires(journal, 'id7');
  await expect.poll(ids).toEqual([8, ASKS + 2]);
  expect(pages).toEqual([]);
});

it('an event comes with the ask or the session that it led to, and an old event with that as it is now', async () => {
  const { journal, listener } = await opened(1);
  const early = await listener('');
  const seen = await journal.see({ id: 's1', program: 'tester', project: '/srv/app', startedAt: 1, seenAt: 1 }, 'a');
  await expires(journal, 'id0');
  await journal.endSession('s1', 3_000, 'over', 'a');
  await expect.poll(() => early.events.length).toBe(3);
  const [ask, session] = [await journal.get('id0'), await journal.session('s1')];
  expect(early.events.map(({ view }) => view)).toEqual([seen, ask, session]);
  const late = await listener('after=0');
  await expect.poll(() => late.events.length).toBe(4);
  expect(late.events.map(({ view }) => view)).toEqual([ask, session, ask, session]);
});

it('what happens while somebody catches up comes after it, and every view is at least as new as its event', async () => {
  const { journal, listener } = await opened();
  const { events, ids } = await listener('after=0');
  for (let i = 0; i < ASKS; i += 1) await expires(journal, `id${i}`);
  await expect.poll(() => ids().length).toBe(2 * ASKS);
  expect(ids()).toEqual(Array.from({ length: 2 * ASKS }, (_, i) => i + 1));
  const versions = new Map<string, number>();
  for (const { seq, ask = '', view } of events) {
    expect(view?.version).toBeGreaterThanOrEqual(Math.max(versions.get(ask) ?? 1, seq > ASKS ? 2 : 1));
    versions.set(ask, view?.version ?? 0);
  }
});

it('a large ask for very many listeners is written in turns: to everybody, in order, and so is what is committed meanwhile', async () => {
  const { journal, stream, pages, listener } = await opened(40, [aQuestion({ text: `${'x'.repeat(100_000)}?` })]);
  const all = await Promise.all(Array.from({ length: 30 }, () => listener('')));
  await expect.poll(() => stream.size).toBe(30);
  pages.length = 0;
  for (let i = 0; i < 40; i += 1) await expires(journal, `id${i}`);
  const expected = Array.from({ length: 40 }, (_, i) => 41 + i);
  for (const { ids } of all) await expect.poll(ids, { timeout: 20_000 }).toEqual(expected);
  expect(new Set(all.flatMap(({ events }) => events.map(({ view }) => view?.state)))).toEqual(new Set(['expired']));
  expect(pages.length).toBeGreaterThan(0);
});

it('a listener that does not read is let go, and misses nothing when it comes back', async () => {
  const { journal, stream, listener } = await opened(60, [aQuestion({ text: `${'x'.repeat(400_000)}?` })]);
  const { response, ids } = await listener('');
  response.pause();
  for (let i = 0; i < 60; i += 1) await expires(journal, `id${i}`);
  await expect.poll(() => stream.size).toBe(0);
  const last = ids().at(-1) ?? 60;
  const again = await listener(`after=${last}`);
  await expect.poll(() => again.ids().at(-1)).toBe(120);
  expect(again.ids()).toEqual(Array.from({ length: 120 - last }, (_, i) => last + 1 + i));
});

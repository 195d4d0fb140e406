// The order in which the parts of the broker start.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../test/support/eventually.ts';
import { removeFolder } from '../../test/support/remove-folder.ts';
import { anAsk } from '../../test/support/samples.ts';
import type { AgentEntry } from '../agents/entry.ts';
import { placeAt } from '../client/place.ts';
import { type ChannelDefinition, defineChannel } from '../inbox/channel.ts';
import { settle } from '../inbox/settle.ts';
import { openSqliteJournal } from '../journal/sqlite/journal.ts';
import { openBroker } from './broker.ts';
import { LISTS } from './lists.ts';

it('a pause from before a restart is in force before anything is delivered: the prompt of an agent is not typed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ab-'));
  onTestFinished(() => removeFolder(folder));
  const place = placeAt(folder);
  const before = openSqliteJournal(place.journal);
  const ada = { kind: 'person', name: 'ada', surface: 'test' } as const;
  await before.see({ id: 's1', program: 'toy', project: '/p', channel: 'toy', startedAt: 1, seenAt: 1 }, 'agent:toy');
  const { view } = await before.open(anAsk({ kind: 'idle', program: 'toy', source: 'hook' }), undefined, 'agent:toy');
  const by = { kind: 'agent', name: 'claw', surface: 'test' } as const;
  await settle(before, view.id, { kind: 'answers', answers: [{ kind: 'words', words: 'go on' }], key: 'k', by, at: 1 });
  await before.setPauses([{ scope: { kind: 'all' }, by: ada, at: 1 }], 1, 'person:ada');
  await before.close();

  const begun: boolean[] = [];
  const channel = defineChannel({
    settings: {},
    create: () => ({
      async start() {},
      stop() {},
      async deliver(_, attempt) {
        begun.push(await attempt.begin('keys'));
        return { kind: 'impossible', way: 'keys', reason: 'it was not begun' };
      },
    }),
  });
  const log = pino({ level: 'silent' });
  const start = await openBroker({ place, version: '0', log, port: 0, lists: { ...LISTS, agents: [toy(channel)] } });
  if (start.kind !== 'started') throw new Error(start.kind);
  try {
    await eventually(async () => begun.length > 0);
    expect(begun).toEqual([false]);
  } finally {
    await start.broker.stop();
  }
});

it('a pause that ended while no broker ran ends after the channels have started: nothing is typed before', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ab-'));
  onTestFinished(() => removeFolder(folder));
  const place = placeAt(folder);
  const before = openSqliteJournal(place.journal);
  const ada = { kind: 'person', name: 'ada', surface: 'test' } as const;
  await before.see({ id: 's1', program: 'toy', project: '/p', channel: 'toy', startedAt: 1, seenAt: 1 }, 'agent:toy');
  await before.movePrompt({ id: 'p1', session: 's1', text: 'hello', by: ada, queuedAt: 1, state: 'queued' }, undefined, 1, 'person:ada');
  await before.setPauses([{ scope: { kind: 'all' }, by: ada, at: 1, until: 2 }], 1, 'person:ada');
  await before.close();

  const happened: string[] = [];
  const channel = defineChannel({
    settings: {},
    create: () => ({
      async start() {
        // Longer than any timer that is due at once.
        for (let i = 0; i < 20; i += 1) await new Promise((resolve) => setTimeout(resolve, 5));
        happened.push('started');
      },
      stop() {},
      async prompt(_, text, attempt) {
        happened.push(`${text}: ${await attempt.begin('keys')}`);
        return { kind: 'delivered' };
      },
    }),
  });
  const start = await openBroker({
    place,
    version: '0',
    log: pino({ level: 'silent' }),
    port: 0,
    lists: { ...LISTS, agents: [toy(channel)] },
  });
  if (start.kind !== 'started') throw new Error(start.kind);
  await eventually(async () => happened.length > 1);
  await start.broker.stop();
  expect(happened).toEqual(['started', 'hello: true']);
  const after = openSqliteJournal(place.journal);
  expect(await after.prompt('p1')).toMatchObject({ state: 'sent' });
  await after.close();
});

const toy = (channel: ChannelDefinition): AgentEntry => ({
  name: 'toy',
  title: 'Toy',
  brief: '',
  description: '',
  examples: [],
  flags: {},
  channel: async () => channel,
  load: () => Promise.reject(new Error('nobody sets it up')),
});

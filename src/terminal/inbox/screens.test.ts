// Recorded screens of the inbox, from typed bytes to a terminal, at three sizes. RECORD=1 records them again; check every change.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeBroker } from '../../../test/support/fake-inbox-broker.ts';
import { livelyAfternoon, NOW } from '../../../test/support/lively-inbox.ts';
import { type VirtualTerminal, virtualTerminal } from '../../../test/support/virtual-terminal.ts';
import { Unavailable } from '../../client/errors.ts';
import { sealedFor } from '../../client/seal.ts';
import { Feed } from '../../dialog/inbox/feed.ts';
import type { Size } from '../canvas.ts';
import { runScreen } from '../loop.ts';
import { inboxScreen } from './inbox.ts';
import type { InboxPainting } from './rows.ts';

const FOLDER = join(import.meta.dirname, 'fixtures');
const SIZES: readonly Size[] = [
  { columns: 60, rows: 15 },
  { columns: 80, rows: 24 },
  { columns: 120, rows: 40 },
];
const ENTER = '\r';
const TAB = '\t';
const DOWN = '\u001b[B';

beforeEach(() => void vi.stubEnv('TZ', 'UTC'));
afterEach(() => void vi.unstubAllEnvs());

/** What is typed, or what happens at the broker; `shows` appears on the screen once all of it has been drawn, and not before. */
type Step = string | ((broker: FakeBroker) => void);
type Case = readonly [name: string, steps: readonly Step[], shows: string | RegExp];
const graceWasFirst = (broker: FakeBroker) =>
  broker.settle('data00000000', {
    kind: 'answers',
    answers: [{ kind: 'chosen', chosen: [1] }],
    key: 'g',
    by: { kind: 'person', name: 'grace', surface: 'phone' },
    at: NOW,
  });

const CASES: readonly Case[] = [
  ['asks', [DOWN], '❯ Run the migration'],
  [
    'asks-arriving',
    [DOWN, (broker) => broker.ask('new000000000', 'heard', { createdAt: NOW - 1000, project: '/home/ada/shop', program: 'claude-code' })],
    'Which database should we use?',
  ],
  ['asks-finding', ['/', 'web'], ' / web'],
  ['asks-filtered', ['p', 'p', 't'], 'kind question'],
  ['asks-by-project', ['s', 's'], '─ shop ─'],
  ['asks-marked', [' ', ' '], '✓ Run the migration'],
  ['summary', [' ', ' ', 'd'], 'Decline these 2 asks?'],
  ['asks-no-match', ['/', 'nowhere', ENTER], 'only “nowhere”'],
  ['asks-stale', [(broker) => broker.fail(new Unavailable('the broker could not be started', ''))], 'The broker cannot be reached'],
  [
    'asks-paused',
    [
      (broker) =>
        broker.pauseAutoAnswer({
          scope: { kind: 'all' },
          by: { kind: 'person', name: 'ada', surface: 'cli' },
          at: NOW,
          until: NOW + 7_200_000,
        }),
    ],
    'Auto-answer: paused everywhere',
  ],
  ['opened', [ENTER], /answered before/],
  ['opened-about', [ENTER, 'i'], 'we want no server'],
  ['opened-plan', [DOWN, DOWN, DOWN, ENTER], /answered before.*New table|New table.*answered before/s],
  ['opened-answered-elsewhere', [ENTER, graceWasFirst], /what happened.*was first/s],
  ['answered', [ENTER, '2', ENTER], '✓ Which database'],
  ['history', [TAB, DOWN, DOWN], '❯ ✗'],
  ['history-story', [TAB, DOWN, DOWN, ENTER], /what happened|of 2\d/],
  ['sessions', [TAB, TAB], '[ASKING: Which'],
  ['sessions-ended', [TAB, TAB, 'e', 'G'], '❯ ○ ci'],
  ['help', ['?'], 'asks stay open'],
];

describe.each(SIZES)('$columns×$rows', (size) => {
  test.each(CASES)('%s', async (name, steps, shows) => {
    await recorded(name, size, await screenAfter(livelyAfternoon, steps, shows, size));
  });

  test('empty', async () => {
    await recorded('empty', size, await screenAfter(() => {}, [], 'Nothing is waiting for you', size));
  });
});

test('20×5', async () => {
  const size = { columns: 20, rows: 5 };
  await recorded('small', size, await screenAfter(livelyAfternoon, [], '5 open asks', size));
});

test('the screen is drawn again when the window is resized', async () => {
  await withInbox(livelyAfternoon, { columns: 120, rows: 40 }, async (terminal) => {
    await terminal.until('│ shop · claude-code');
    terminal.resize({ columns: 60, rows: 15 });
    const small = await terminal.until(/^(?!.*│)/s);
    for (const line of small.split('\n')) expect([...line].length).toBeLessThanOrEqual(60);
    terminal.resize({ columns: 20, rows: 5 });
    await terminal.until('Too small: 20×5.');
    terminal.resize({ columns: 120, rows: 40 });
    await terminal.until('│ shop · claude-code');
  });
});

async function recorded(name: string, { columns, rows }: Size, screen: string): Promise<void> {
  const path = join(FOLDER, `${name}-${columns}x${rows}.txt`);
  if (process.env.RECORD) {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(path, `${screen}\n`);
  }
  expect(`${screen}\n`).toBe(readFileSync(path, 'utf8'));
}

async function screenAfter(
  fill: (broker: FakeBroker) => void,
  steps: readonly Step[],
  shows: string | RegExp,
  size: Size,
): Promise<string> {
  return withInbox(fill, size, async (terminal, broker) => {
    for (const step of steps) {
      if (typeof step === 'string') terminal.type(step);
      else step(broker);
    }
    return terminal.until(shows);
  });
}

async function withInbox<T>(
  fill: (broker: FakeBroker) => void,
  size: Size,
  work: (terminal: VirtualTerminal, broker: FakeBroker) => Promise<T>,
): Promise<T> {
  const broker = new FakeBroker();
  fill(broker);
  const terminal = virtualTerminal(size);
  const by = { kind: 'person', name: 'ada', surface: 'terminal' } as const;
  const feed = new Feed({ source: broker.source(), by, now: () => NOW, pause: () => broker.connected, sealed: sealedFor });
  void feed.follow();
  broker.connect();
  await read(feed);
  let leave = () => {};
  const over = runScreen<void, InboxPainting>(terminal.streams, ({ redraw, finish }) => {
    leave = finish;
    feed.subscribe(redraw);
    return inboxScreen(
      feed,
      () => NOW,
      () => {},
      async () => undefined,
    );
  });
  try {
    await terminal.until(/\S/);
    return await work(terminal, broker);
  } finally {
    leave();
    await over;
    feed.close();
  }
}

/** Waits for all tabs, so that a screen does not depend on which was read first. */
function read(feed: Feed): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!Object.values(feed.inbox().read).every(Boolean)) return;
      stop();
      resolve();
    };
    const stop = feed.subscribe(look);
    look();
  });
}

// A notifier and a messenger that only this test has, in longer lists: one entry each is all that the broker and the command line need to know.
import { readFileSync, writeFileSync } from 'node:fs';
import { Writable } from 'node:stream';
import pino from 'pino';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { LISTS as COMMAND_LISTS, commandsWith } from '../src/cli/commands.ts';
import { main } from '../src/cli/main.ts';
import { VERSION } from '../src/client/version.ts';
import type { Card } from '../src/dialog/card.ts';
import type { ChatService, Incoming } from '../src/messengers/chat-service.ts';
import { defineMessenger } from '../src/messengers/messenger-kind.ts';
import type { Message } from '../src/notify/notifier.ts';
import { defineNotifier } from '../src/notify/notifier-kind.ts';
import { secret, secretMissing } from '../src/notify/settings.ts';
import { openBroker } from '../src/server/broker.ts';
import { configSchemas } from '../src/server/config-schema.ts';
import { LISTS, type Lists } from '../src/server/lists.ts';
import { eventually } from './support/eventually.ts';
import { aRequest, type Home, home } from './support/home.ts';
import { withListTables } from './support/list-tables.ts';

/** What the pigeons carried, and to where. */
const carried: { readonly loft: string; readonly message: Message }[] = [];

const pigeon = defineNotifier({
  kind: 'pigeon',
  brief: 'a letter',
  settings: {
    loft: z.string().min(3, 'name a loft with three letters or more').describe('where it flies to'),
    ...secret('ring', 'a file'),
  },
  problems: (given) => secretMissing(given, 'ring', 'the number on its ring is'),
  risks: ({ loft }) => (loft === 'castle' ? ['the castle reads all letters'] : []),
  add: {
    usage: '--loft home',
    flags: { loft: { brief: 'where it flies to', placeholder: 'loft', missing: 'which loft?' } },
    newSecret: { setting: 'ring-file', what: 'The number on its ring' },
  },
  open: (_, { loft }) => ({
    async send(message) {
      carried.push({ loft, message });
      return { kind: 'sent' };
    },
    check: async () => (loft === 'ruin' ? 'nobody lives there' : undefined),
    close: async () => {},
  }),
});

/** Cards as people see them, and what a person does. */
let cards: { readonly chat: string; card: Card }[] = [];
let receive: (event: Incoming) => Promise<void>;
const ADA = { id: '1', name: '@ada' };

const town: ChatService = {
  limits: { text: 4_000, lengthOf: (text) => text.length, rows: 10, perRow: 5, label: 40 },
  listen(heard, problem) {
    receive = heard;
    problem(undefined);
  },
  async post(chat, card) {
    cards.push({ chat, card });
    return { kind: 'posted', at: { chat, message: String(cards.length - 1) } };
  },
  async edit({ chat, message }, card) {
    cards[Number(message)] = { chat, card };
    return { kind: 'changed' };
  },
  document: async () => ({ kind: 'failed', reason: 'not here', again: false }),
  answerTap: async () => true,
  remove: async () => ({ kind: 'changed' }),
  introduce: async () => ({ kind: 'known', name: 'the town crier' }),
  close: async () => {},
};
const crier = defineMessenger({
  kind: 'crier',
  brief: 'a shout',
  settings: { square: z.string().default('market') },
  add: { usage: '--square market', flags: { square: { brief: 'where it stands', placeholder: 'square' } } },
  open: async () => town,
});

const lists: Lists = { ...LISTS, notifiers: [...LISTS.notifiers, pigeon], messengers: [...LISTS.messengers, crier] };
const own = commandsWith({ ...COMMAND_LISTS, notifiers: async () => lists.notifiers, messengers: async () => lists.messengers });

let at: Home;
beforeEach(async () => {
  carried.length = 0;
  cards = [];
  at = home();
  const start = await openBroker({ place: at.place, version: VERSION, log: pino({ level: 'silent' }), port: 0, lists });
  if (start.kind !== 'started') throw new Error('the folder is taken');
  onTestFinished(async () => {
    await start.broker.stop();
    await at.close();
  });
});

/** The command line in this process. */
async function run(...words: readonly string[]): Promise<string> {
  let text = '';
  const stream = new Writable({
    write(chunk, _, done) {
      text += chunk;
      done();
    },
  });
  const argv = ['node', 'answerback', ...words];
  const process = { argv, env: at.env, stdin: {}, stdout: stream, stderr: stream, on() {}, cwd: () => at.place.folder };
  await main(process as unknown as NodeJS.Process, own);
  return text.replaceAll(/\s+/g, ' ');
}

it('are in the help of `notify add`, in its completion, and in its messages about mistakes', async () => {
  const help = await run('notify', 'add', '--help');
  expect(help).toContain('ntfy, pigeon, telegram, slack, discord or crier');
  expect(help).toContain('--loft <loft> pigeon: where it flies to');
  expect(help).toContain('answerback notify add crier --square market');
  expect(await run('__complete', '--', 'notify', 'add', 'p')).toBe('pigeon --loft home ');
  expect(await run('__complete', '--', 'notify', 'add', 'pigeon', '--lo')).toBe('--loft pigeon: where it flies to ');
  expect(await run('notify', 'add', 'dove')).toContain('pigeon, telegram, slack, discord, crier');
  expect(await run('notify', 'add', 'pigeon')).toMatch(/which loft\? answerback notify add pigeon --loft home/);
});

it('are settings that the configuration knows: their problems, risks and schema', async () => {
  expect(await run('notify', 'add', 'pigeon', '--loft', 'x')).toContain('name a loft with three letters or more');
  expect(await run('notify', 'add', 'pigeon', '--loft', 'castle')).toContain('The number on its ring is in');
  expect(await run('config', 'check')).toContain('! notify.pigeon: the castle reads all letters');
  writeFileSync(at.place.config, JSON.stringify({ notify: { pigeon: { kind: 'pigeon', loft: 'home' } } }));
  expect(await run('config', 'check')).toContain('say where the number on its ring is: ring-file or ring-env');
  const { notify } = ((await configSchemas(lists)).config as { properties: { notify: object } }).properties;
  expect(JSON.stringify(notify)).toMatch(/"const":"pigeon".*where it flies to.*"const":"crier"/);
  expect(JSON.stringify((await configSchemas()).config)).not.toContain('pigeon');
});

it('are in the table of the docs', () => {
  const page = withListTables(readFileSync('docs/NOTIFICATIONS.md', 'utf8'), lists);
  expect(page).toMatch(/\n\| `pigeon` \| a letter \| `--loft` \|\n(.*\n)*\| `crier` \| a shout \| `--square` \|\n/);
});

it('a notifier gets a message about an ask, and the broker lists it', async () => {
  await run('notify', 'add', 'pigeon', '--loft', 'home');
  const { id } = await at.client().ask(aRequest());
  await eventually(() => carried.length === 1);
  expect(carried).toMatchObject([{ loft: 'home', message: { about: 'ask', asks: [{ id }] } }]);
  await expect.poll(() => at.client().notifiers()).toMatchObject([{ name: 'pigeon', kind: 'pigeon', ok: true, waiting: 0 }]);
  await run('notify', 'add', 'pigeon', '--loft', 'ruin', '--name', 'lost');
  expect(await at.client().notifiers()).toMatchObject([{ ok: true }, { name: 'lost', ok: false, message: 'nobody lives there' }]);
  expect(await run('notify', 'test', 'pigeon')).toContain('pigeon: sent');
});

it('a person answers in a messenger, with a tap on the card of an ask', async () => {
  expect(await run('notify', 'people')).toContain('Begin with: answerback notify add telegram');
  const added = await run('notify', 'add', 'crier', '--no-wait', '--as', 'ada');
  const [, code = ''] = /Send this code to the town crier before [-\d: ]+: (\S+)/.exec(added) ?? [];
  await receive({ kind: 'text', id: 'e1', at: { chat: 'square', message: 'a' }, from: ADA, text: code, isPrivate: true });
  expect(await run('notify', 'people')).toMatch(/crier ada @ada chat square/);

  const { id } = await at.client().ask(aRequest({ rules: 'tolerant' }));
  const message = await eventually(() => {
    const found = cards.findIndex(({ card }) => card.buttons.length > 0);
    return found < 0 ? undefined : String(found);
  });
  const [[button] = []] = cards[Number(message)]?.card.buttons ?? [];
  await receive({ kind: 'tap', id: 'e2', at: { chat: 'square', message }, from: ADA, data: button?.data ?? '' });
  expect((await at.client().show(id)).decision).toMatchObject({ by: { kind: 'person', name: 'ada', surface: 'crier' }, kind: 'answers' });
});

/** It has flags without a word about them. */
const GENERATED = /<!-- generated: notifiers -->[\s\S]*?<!-- end -->/;

it.each([...LISTS.notifiers, ...LISTS.messengers])(
  'docs/NOTIFICATIONS.md names the kind $kind, and a page has each of its settings',
  ({ kind, settings }) => {
    const page = (name: string) => readFileSync(`docs/${name}.md`, 'utf8');
    expect(page('NOTIFICATIONS')).toContain(`\n| \`${kind}\` |`);
    const pages = ['NOTIFICATIONS', 'MESSENGERS', 'messengers/slack', 'messengers/discord'].map(page).join('\n').replace(GENERATED, '');
    expect(Object.keys(settings).filter((setting) => !pages.includes(setting))).toEqual([]);
  },
);

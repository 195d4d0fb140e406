// Every kind of ask and every action, by taps and by text, with what is decided then.
import type { AskRequest } from '../../../src/client/client.ts';
import type { MessageRef } from '../../../src/messengers/chat-service.ts';
import { eventually } from '../eventually.ts';
import { ADA, type Stage } from './stage.ts';

export type Case = {
  readonly name: string;
  readonly ask: Partial<AskRequest>;
  readonly answer: (stage: Stage, card: MessageRef) => Promise<unknown>;
  readonly decision: object;
};

const option = (label: string) => ({ label, description: `about ${label}` });
const one = (text: string, labels: readonly string[], more: object = {}) => ({
  text,
  header: text.slice(0, 12),
  options: labels.map(option),
  ...more,
});
const database = { questions: [one('Which database?', ['Postgres', 'SQLite', 'Files'])] };
const several = { questions: [one('Which features?', ['Search', 'Login', 'Export'], { multiSelect: true })] };
const two = { questions: [one('Which language?', ['German', 'French']), one('Which colours?', ['Red', 'Blue'], { multiSelect: true })] };
const permission = {
  kind: 'permission',
  detail: { kind: 'permission', tool: 'Bash', input: { command: 'npm test -- --watch', description: 'Run the tests' } },
  questions: [one('May I run this?', ['Yes', 'No'])],
} as const;
const plan = {
  kind: 'plan',
  detail: { kind: 'plan', plan: `# Steps\n${'Write more tests.\n'.repeat(60)}The end` },
  questions: [one('Approve this plan?', ['Approve', 'Keep planning'])],
} as const;
const idle = {
  kind: 'idle',
  detail: { kind: 'idle', lastMessage: 'All tests pass now.' },
  questions: [{ text: 'What next?', options: [] }],
} as const;

const chosen = (...answers: readonly object[]) => ({ kind: 'answers', answers });
const pick = (...numbers: readonly number[]) => ({ kind: 'chosen', chosen: numbers });
const words = (text: string) => ({ kind: 'words', words: text });

export const BY_TAPS: readonly Case[] = [
  { name: 'one option', ask: database, answer: (on, card) => on.tap(ADA, card, 'SQLite'), decision: chosen(pick(2)) },
  {
    name: 'several options with toggles and Send',
    ask: several,
    answer: (on, card) => on.tap(ADA, card, '☐ Search', '☐ Login', '☑ Search', '☐ Export', 'Send'),
    decision: chosen(pick(2, 3)),
  },
  {
    name: 'two questions with Back and a review',
    ask: two,
    answer: (on, card) =>
      on.tap(ADA, card, 'French', 'Back', 'German', '☐ Blue', 'Next', 'Change 1. Which langua', 'French', 'Next', 'Send'),
    decision: chosen(pick(2), pick(2)),
  },
  {
    name: 'a skipped question',
    ask: two,
    answer: (on, card) => on.tap(ADA, card, 'Skip', '☐ Red', 'Next', 'Send'),
    decision: chosen({ kind: 'skipped' }, pick(1)),
  },
  {
    name: 'own words after a button, without a reply',
    ask: database,
    async answer(on, card) {
      await on.tap(ADA, card, 'Own words');
      await on.when(card, 'Reply to this message with your own words');
      on.fake.say(ADA, card.chat, 'MariaDB, please');
    },
    decision: chosen(words('MariaDB, please')),
  },
  {
    name: 'a note',
    ask: database,
    async answer(on, card) {
      await on.tap(ADA, card, 'Note');
      await on.reply(ADA, card, 'version 17', 'Note: version 17');
      await on.tap(ADA, card, 'Postgres');
    },
    decision: chosen({ ...pick(1), note: 'version 17' }),
  },
  {
    name: 'a redirect',
    ask: database,
    async answer(on, card) {
      await on.tap(ADA, card, 'Message instead');
      await on.reply(ADA, card, 'We have no data yet.');
    },
    decision: { kind: 'redirect', message: 'We have no data yet.' },
  },
  {
    name: 'a decline',
    ask: database,
    answer: (on, card) => on.tap(ADA, card, 'Decline', 'Back', 'Decline', 'Decline'),
    decision: { kind: 'decline' },
  },
  {
    name: 'a permission, which shows the command',
    ask: permission,
    async answer(on, card) {
      await on.when(card, 'npm test -- --watch');
      await on.tap(ADA, card, 'Yes');
    },
    decision: chosen(pick(1)),
  },
  {
    name: 'a plan, which comes as a document',
    ask: plan,
    async answer(on, card) {
      await on.card(card.chat, '# Steps');
      const file = await fileIn(on, card.chat);
      if (file.name !== 'plan.md' || !file.text.endsWith('The end')) throw new Error(JSON.stringify(file));
      await on.tap(ADA, card, 'Approve');
    },
    decision: chosen(pick(1)),
  },
  {
    name: 'an idle agent',
    ask: idle,
    async answer(on, card) {
      await on.when(card, 'All tests pass now.');
      await on.reply(ADA, card, 'Commit it.');
    },
    decision: chosen(words('Commit it.')),
  },
];

export const BY_TEXT: readonly Case[] = [
  { name: 'a number', ask: database, answer: (on, card) => on.reply(ADA, card, '2'), decision: chosen(pick(2)) },
  { name: 'a label', ask: database, answer: (on, card) => on.reply(ADA, card, 'postgres'), decision: chosen(pick(1)) },
  { name: 'own words', ask: database, answer: (on, card) => on.reply(ADA, card, 'MariaDB'), decision: chosen(words('MariaDB')) },
  {
    name: 'own words that are a number',
    ask: database,
    answer: (on, card) => on.reply(ADA, card, '!words 2'),
    decision: chosen(words('2')),
  },
  {
    name: 'several options',
    ask: several,
    async answer(on, card) {
      await on.reply(ADA, card, '1, 3', '☑ Export');
      await on.reply(ADA, card, '!send');
    },
    decision: chosen(pick(1, 3)),
  },
  {
    name: 'two questions',
    ask: two,
    async answer(on, card) {
      await on.reply(ADA, card, '1', 'Which colours?');
      await on.reply(ADA, card, '!back', 'Which language?');
      await on.reply(ADA, card, 'Italian', 'Which colours?');
      await on.reply(ADA, card, '2', '☑ Blue');
      await on.reply(ADA, card, '!next', 'Send');
      await on.reply(ADA, card, 'yes');
    },
    decision: chosen(words('Italian'), pick(2)),
  },
  {
    name: 'a skipped question',
    ask: two,
    async answer(on, card) {
      await on.reply(ADA, card, '!skip', 'Which colours?');
      await on.reply(ADA, card, '1', '☑ Red');
      await on.reply(ADA, card, '!next', 'Send');
      await on.reply(ADA, card, '!send');
    },
    decision: chosen({ kind: 'skipped' }, pick(1)),
  },
  {
    name: 'a note',
    ask: database,
    async answer(on, card) {
      await on.reply(ADA, card, '!note version 17', 'Note: version 17');
      await on.reply(ADA, card, '1');
    },
    decision: chosen({ ...pick(1), note: 'version 17' }),
  },
  {
    name: 'a redirect',
    ask: permission,
    answer: (on, card) => on.reply(ADA, card, '!redirect Use pnpm.'),
    decision: { kind: 'redirect', message: 'Use pnpm.' },
  },
  {
    name: 'a decline with a reason',
    ask: plan,
    answer: (on, card) => on.reply(ADA, card, '!decline not today'),
    decision: { kind: 'decline', message: 'not today' },
  },
  { name: 'an idle agent', ask: idle, answer: (on, card) => on.reply(ADA, card, '2'), decision: chosen(words('2')) },
];

const fileIn = ({ fake }: Stage, chat: string) => eventually(() => fake.shown(chat).find(({ file }) => file)?.file);

/** After three messages within ten seconds the next ones are gathered, so one broker plays this many. */
export const grouped = (cases: readonly Case[]): readonly (readonly Case[])[] =>
  Array.from({ length: Math.ceil(cases.length / 3) }, (_, i) => cases.slice(i * 3, i * 3 + 3));

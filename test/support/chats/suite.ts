// What must work in every chat service: the real broker and the service's real library, against a fake of the service on loopback.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../eventually.ts';
import { by } from '../home.ts';
import { killBroker } from '../kill.ts';
import { answers } from '../samples.ts';
import { BY_TAPS, BY_TEXT, type Case, grouped } from './cases.ts';
import type { FakeChat } from './fake-chat.ts';
import { ADA, CHAT, GRACE, openStage, STRANGER, type Stage } from './stage.ts';

const DATABASE = 'Which database should we use?';
const RACES = 20;

/** What agents may write to get more than text out of a chat. */
const HOSTILE = [
  '*bold* _italic_ `code` ~strike~ ||spoiler|| # heading',
  '<b>bold</b> <script>alert(1)</script> &lt;&amp; </b>',
  '@everyone @here @channel @ada <@501> <!channel> <!everyone> <@&123>',
  'https://evil.example/?x=1 [click](https://evil.example) <https://evil.example|shop> evil.com tg://user?id=501',
  '/decline /start !send #tag $USD ada@evil.com',
  'password\u202egnp.exe\u202c \u2066hidden\u2069 \u200f\u061cx',
  '```\ncode fence\n``` > quote\n- list :smile: \\*escaped\\*',
];

export function chatSuite(name: string, open: () => Promise<FakeChat>): void {
  async function staged(settings?: object): Promise<Stage> {
    const stage = await openStage(await open(), settings);
    onTestFinished(() => stage.close());
    return stage;
  }
  async function paired(settings?: object): Promise<Stage> {
    const stage = await staged(settings);
    await stage.pair(ADA, 'ada');
    return stage;
  }

  async function play(cases: readonly Case[]): Promise<void> {
    const stage = await paired({ about: ['asks', 'finished'] });
    const chat = stage.fake.chat(ADA);
    for (const { name: what, ask, answer, decision } of cases) {
      const view = await stage.ask(ask);
      const { at } = await eventually(() =>
        stage.fake.shown(chat).findLast((each) => each.text.includes(view.questions[0]?.text ?? '') && each.buttons.length > 0),
      );
      await answer(stage, at);
      const over = await stage.over(view.id);
      expect(over.decision, what).toMatchObject({ ...decision, by: { kind: 'person', name: 'ada', surface: stage.fake.kind } });
      const shown = await stage.when(at, `ada (${stage.fake.kind})`);
      expect(shown.buttons, what).toEqual([]);
    }
  }

  describe(name, () => {
    describe('every kind of ask and action', () => {
      it.each(grouped(BY_TAPS).map((cases) => [cases.map((each) => each.name).join('; '), cases] as const))('by taps: %s', (_, cases) =>
        play(cases),
      );
      it.each(grouped(BY_TEXT).map((cases) => [cases.map((each) => each.name).join('; '), cases] as const))('by text: %s', (_, cases) =>
        play(cases),
      );
    });

    it('pairs with a one-time code; strangers get nothing, not even a no', async () => {
      const stage = await staged();
      const { fake, at } = stage;
      const [mine, theirs] = [fake.chat(ADA), fake.chat(STRANGER)];
      const { code } = await at.client().pair(CHAT, 'ada', by('ada').by);
      fake.say(STRANGER, theirs, 'hello?');
      fake.say(STRANGER, theirs, code.startsWith('0') ? '1111-1111' : '0000-0000');
      fake.say(ADA, mine, ` ${code.toUpperCase()} `);
      expect(await at.client().paired(CHAT, code)).toMatchObject({ name: 'ada', chat: mine });
      await stage.card(mine, 'Paired with Answerback as ada');

      fake.say(STRANGER, theirs, code);
      const { id } = await stage.ask();
      const card = await stage.card(mine, DATABASE);
      const tap = fake.tap(STRANGER, card.at, 'SQLite');
      fake.say(STRANGER, mine, 'SQLite', card.at);
      const forged = fake.forge(STRANGER, card.at, `${id}.0.o`);
      // What comes later is dealt with later.
      fake.say(ADA, mine, 'anything');
      await eventually(() => fake.shown(mine).length === 3);
      expect((await at.client().show(id)).state).toBe('open');
      expect([fake.told(tap), fake.told(forged)]).toEqual([undefined, undefined]);
      expect(fake.shown(theirs)).toEqual([]);
      expect(fake.shown(mine)).toHaveLength(3);
      expect(await at.client().chatPeople()).toMatchObject([{ notifier: CHAT, name: 'ada' }]);

      await at.client().unpair(CHAT, 'ada', by('ada').by);
      const late = fake.tap(ADA, card.at, 'SQLite');
      const { code: second } = await at.client().pair(CHAT, 'grace', by('ada').by);
      fake.say(GRACE, fake.chat(GRACE), second);
      await at.client().paired(CHAT, second);
      expect((await at.client().show(id)).state).toBe('open');
      expect(fake.told(late)).toBeUndefined();
    });

    it('a code is worth nothing after a few wrong tries, and only the newest is valid', async () => {
      const stage = await staged();
      const { fake, at } = stage;
      const chat = fake.chat(STRANGER);
      const { code: old } = await at.client().pair(CHAT, 'ada', by('ada').by);
      const { code } = await at.client().pair(CHAT, 'ada', by('ada').by);
      fake.say(STRANGER, chat, old);
      for (let i = 0; i < 4; i += 1) fake.say(STRANGER, chat, `zzzz-zzz${i}`);
      fake.say(STRANGER, chat, code);
      fake.say(GRACE, fake.chat(GRACE), code);
      expect(await at.client().paired(CHAT, code)).toMatchObject({ shownAs: GRACE.name });
      expect(fake.shown(chat)).toEqual([]);
    });

    it('in a group, only those who have paired can answer, each under their own name', async () => {
      const stage = await staged();
      const { fake } = stage;
      await stage.pair(ADA, 'ada', fake.chat());
      await stage.pair(GRACE, 'grace', fake.chat());
      const { id } = await stage.ask();
      const card = await stage.card(fake.chat(), DATABASE);
      fake.tap(STRANGER, card.at, 'Postgres');
      await stage.tap(GRACE, card.at, 'SQLite');
      expect((await stage.over(id)).decision).toMatchObject({ by: { name: 'grace' }, answers: [{ chosen: [2] }] });
    });

    it('the message says who decided and what, wherever that was', async () => {
      const stage = await paired();
      const { fake, at } = stage;
      const { id } = await stage.ask();
      const card = await stage.card(fake.chat(ADA), DATABASE);
      await at.client().decide(id, answers(1), by('bob'));
      const over = await stage.when(card.at, 'bob (test): Postgres');
      expect(over.buttons).toEqual([]);
      fake.say(ADA, card.at.chat, 'SQLite', card.at);
      await stage.card(card.at.chat, 'Too late: ');
    });

    it(`of two chats and the command line one wins, ${RACES} times`, async () => {
      const stage = await paired();
      const { fake, at } = stage;
      await stage.pair(GRACE, 'grace');
      const options = ['One', 'Two'].map((label) => ({ label }));
      const asked = Array.from({ length: RACES }, (_, i) =>
        stage.ask({
          session: { id: `s${i}`, program: 'tester', project: `/srv/app${i}` },
          questions: [{ text: 'Which?', header: 'Test', options }],
        }),
      );
      for (const [round, { id }] of (await Promise.all(asked)).entries()) {
        const cards = await Promise.all([ADA, GRACE].map((person) => openCard(stage, person, `app${round}`)));
        const [first, second] = cards as [(typeof cards)[0], (typeof cards)[0]];
        fake.tap(ADA, first.at, 'One');
        fake.tap(GRACE, second.at, 'Two');
        await at
          .client()
          .decide(id, answers(1), by('bob'))
          .catch(() => {});
        const { decision } = await stage.over(id);
        const settled = (await at.client().history(id)).filter(({ happening }) => happening.kind === 'settled');
        expect(settled).toHaveLength(1);
        for (const card of cards) await stage.when(card.at, `${decision?.by.name} (${decision?.by.surface})`);
      }
    });

    it('a tap that comes again after kill -9 decides nothing else, nor does one of an older card or a forged one', async () => {
      const stage = await paired();
      const { fake, at } = stage;
      const features = [
        { text: 'Which features?', header: 'Features', multiSelect: true, options: [{ label: 'Search' }, { label: 'Login' }] },
      ];
      const { id } = await stage.ask({ questions: features });
      const card = await stage.card(fake.chat(ADA), 'Which features?');
      await stage.when(card.at, '☐ Login');
      const toggle = fake.tap(ADA, card.at, '☐ Login');
      await stage.when(card.at, '☑ Login');
      await killBroker(at);
      fake.tapAgain(toggle);
      await at.client().status();
      const forged = fake.forge(ADA, card.at, `${id}.aaaaaa.y`);
      const other = fake.forge(ADA, card.at, 'nonsense');
      await eventually(() => fake.told(forged) && fake.told(other));
      await stage.when(card.at, '☑ Login');
      expect((await at.client().show(id)).state).toBe('open');
      await stage.tap(ADA, card.at, 'Send');
      expect((await stage.over(id)).decision).toMatchObject({ answers: [{ chosen: [2] }] });
      await stage.when(card.at, 'Login');
      const before = await at.client().history(id);
      fake.tapAgain(toggle);
      const after = fake.forge(ADA, card.at, `${id}.aaaaaa.c1`);
      await eventually(() => fake.told(after));
      expect((await at.client().history(id)).filter(({ happening }) => happening.kind === 'settled')).toEqual(
        before.filter(({ happening }) => happening.kind === 'settled'),
      );
    });

    it('an edited reply counts as edited until the answer is sent, and is too late after that', async () => {
      const stage = await paired();
      const { fake } = stage;
      const questions = ['First?', 'Second?'].map((text) => ({ text, header: text, options: [{ label: 'A' }, { label: 'B' }] }));
      const { id } = await stage.ask({ questions });
      const { at: card } = await stage.card(fake.chat(ADA), 'First?');
      const words = await stage.reply(ADA, card, 'mine', 'Second?');
      fake.edit(words, 'mine, but better');
      await stage.reply(ADA, card, '2', 'First?: mine, but better');
      await stage.tap(ADA, card, 'Send');
      expect((await stage.over(id)).decision).toMatchObject({ answers: [{ words: 'mine, but better' }, { chosen: [2] }] });
      fake.edit(words, 'something else');
      await stage.card(card.chat, 'Too late: ');
    });

    it('a deleted card comes again when something changes, and its end is not told twice', async () => {
      const stage = await paired();
      const { fake, at } = stage;
      const chat = fake.chat(ADA);
      const features = [
        { text: 'Which features?', header: 'Features', multiSelect: true, options: [{ label: 'Search' }, { label: 'Login' }] },
      ];
      await stage.ask({ questions: features });
      const card = await stage.card(chat, 'Which features?');
      const note = fake.say(ADA, chat, '2', card.at);
      fake.erase(card.at);
      const again = await stage.card(chat, '☑ 2. Login');
      expect(again.at.message).not.toBe(card.at.message);
      fake.erase(note);
      await stage.tap(ADA, again.at, 'Send');
      await stage.when(again.at, 'ada (');

      const { id } = await stage.ask();
      const second = await stage.card(chat, DATABASE);
      fake.erase(second.at);
      const before = fake.shown(chat).length;
      await at.client().decide(id, answers(1), by('bob'));
      const third = await stage.ask({ questions: [{ text: 'And now?', header: 'Now', options: [{ label: 'Go' }, { label: 'No' }] }] });
      await stage.card(chat, 'And now?');
      expect(fake.shown(chat)).toHaveLength(before + 1);
      expect(third.state).toBe('open');
    });

    it('whatever an agent writes arrives as text and nothing else', async () => {
      const stage = await paired();
      const { fake } = stage;
      for (const [i, text] of [HOSTILE.slice(0, 3), HOSTILE.slice(3, 5), HOSTILE.slice(5)].entries()) {
        const shown = text.join('\n');
        const options = text.map((label) => ({ label, description: label }));
        const { id } = await stage.ask({
          session: { id: `s${i}`, program: 'tester', project: `/srv/app${i}` },
          questions: [{ text: shown, header: 'Hostile', options }],
        });
        const card = await stage.card(fake.chat(ADA), `app${i}`);
        expect(card.active).toEqual([]);
        for (const line of shown.split('\n')) expect(card.text).toContain(safe(line));
        expect(card.text).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/);
        await stage.reply(ADA, card.at, '1');
        await eventually(async () => /Really|✓/.test((await stage.when(card.at, '')).text));
        if ((await stage.at.client().show(id)).state === 'open') await stage.reply(ADA, card.at, 'yes');
        const over = await stage.when(card.at, `ada (${fake.kind})`);
        expect(over.active).toEqual([]);
      }
    });

    it('texts that are too long are cut, and all of it is attached', async () => {
      const stage = await paired();
      const { fake } = stage;
      const long = `${'A very long question with & < > * _ in it. '.repeat(400)}The end?`;
      const options = Array.from({ length: 30 }, (_, i) => ({
        label: `Option number ${i + 1} ${'x'.repeat(90)}`,
        description: '<y>'.repeat(100),
      }));
      const { id } = await stage.ask({ questions: [{ text: long, header: 'Long', options }] });
      const card = await stage.card(fake.chat(ADA), 'A very long question');
      expect(card.text).toContain('Cut.');
      const attached = await eventually(() => fake.shown(fake.chat(ADA)).find(({ file }) => file));
      expect(attached.file?.text).toContain('The end?');
      expect(attached.file?.text).toContain('30. Option number 30');
      await stage.reply(ADA, card.at, '30');
      expect((await stage.over(id)).decision).toMatchObject({ answers: [{ chosen: [30] }] });
      await stage.when(card.at, `ada (${fake.kind})`);
    });

    it('a secret is never taken in a chat', async () => {
      const stage = await paired();
      const { fake, at } = stage;
      const asking = at.start(['ask', 'What is the password?', '--secret'], { open: true });
      const card = await stage.card(fake.chat(ADA), 'asks for a secret');
      fake.say(ADA, card.at.chat, 'hunter2', card.at);
      await stage.card(card.at.chat, 'it was not taken');
      const { asks } = await at.client().list({ state: ['open'] });
      expect(asks).toHaveLength(1);
      await stage.tap(ADA, card.at, 'Decline', 'Decline');
      await asking.over;
      expect(everythingIn(at.place.folder)).not.toContain('hunter2');
    });

    it.each(['header', 'nothing'] as const)(
      'with show: %s no text of the question leaves the computer, and nothing is decided there',
      async (show) => {
        const stage = await paired({ show });
        const { fake, at } = stage;
        const chat = fake.chat(ADA);
        const { id } = await stage.ask();
        const card = await stage.card(chat, `answerback answer ${id}`);
        expect(card.text.includes('Database')).toBe(show === 'header');
        fake.say(ADA, chat, '1', card.at);
        await stage.card(chat, 'cannot be answered here');
        expect((await at.client().show(id)).state).toBe('open');
        await at.client().decide(id, answers(1), by('bob'));
        await stage.when(card.at, 'Over');
        expect(JSON.stringify(fake.shown(chat))).not.toMatch(/Postgres|Which/);
        expect(fake.shown(chat).flatMap(({ buttons }) => buttons)).toEqual([]);
      },
    );

    it('what waited while the connection was lost goes out once, as a digest if it is much, and can be answered from it', async () => {
      const stage = await paired();
      const { fake, at } = stage;
      const chat = fake.chat(ADA);
      const { id: early } = await stage.ask();
      const card = await stage.card(chat, DATABASE);
      const before = fake.shown(chat).length;
      await fake.down();
      await at.client().decide(early, answers(2), by('bob'));
      const asks = await Promise.all(
        Array.from({ length: 6 }, (_, i) =>
          stage.ask({ questions: [{ text: `Question ${i}?`, header: 'Test', options: [{ label: 'Yes' }, { label: 'No' }] }] }),
        ),
      );
      await eventually(async () => {
        const [{ ok, message } = { ok: true, message: '' }] = await at.client().notifiers();
        return !ok && message !== '';
      });
      await fake.up();
      await stage.when(card.at, 'bob (test)');
      const digest = await stage.card(chat, 'asks wait for you');
      const texts = () =>
        fake
          .shown(chat)
          .slice(before)
          .map(({ text }) => text)
          .join('\n');
      for (let i = 0; i < asks.length; i += 1) expect(texts().split(`Question ${i}?`)).toHaveLength(2);
      const [first = ''] = digest.buttons[0] ?? [];
      fake.tap(ADA, digest.at, first);
      const opened = await eventually(() => fake.shown(chat).findLast(({ buttons }) => buttons.flat().includes('Yes')));
      await stage.tap(ADA, opened.at, 'Yes');
      await stage.when(opened.at, `ada (${fake.kind})`);
    });

    it('a service that is busy is left alone for as long as it says', async () => {
      const stage = await paired();
      const { fake } = stage;
      fake.busy(2);
      const { id } = await stage.ask();
      const card = await stage.card(fake.chat(ADA), DATABASE);
      await stage.tap(ADA, card.at, 'SQLite');
      await stage.over(id);
      expect(fake.refused()).toEqual({ busy: 1, early: 0 });
    });

    it('is tested and checked by name; no secret is in any file or log', async () => {
      const stage = await staged();
      const { fake, at } = stage;
      await eventually(async () => (await at.client().notifiers())[0]?.message.includes(`answerback notify pair ${CHAT}`));
      await stage.pair(ADA, 'ada');
      expect(await at.client().testNotifiers(CHAT)).toMatchObject([{ ok: true }]);
      await stage.card(fake.chat(ADA), 'This is a test.');
      await fake.down();
      await eventually(async () => (await at.client().notifiers())[0]?.ok === false);
      expect(await at.client().testNotifiers(CHAT)).toMatchObject([{ ok: false }]);
      await fake.up();
      await eventually(async () => (await at.client().notifiers())[0]?.ok === true);
      const written = everythingIn(at.place.folder, Object.values(fake.settings(at.place.folder)).map(String));
      for (const secret of fake.secrets) expect(written).not.toContain(secret);
      expect(statSync(join(at.place.folder, 'people-chats', `${CHAT}.json`)).mode & 0o077).toBe(0);
    });
  });
}

/** The card of an ask: by itself, or opened from a digest. */
async function openCard({ fake }: Stage, person: typeof ADA, project: string) {
  const chat = fake.chat(person);
  const own = () =>
    fake.shown(chat).find(({ text, buttons }) => text.startsWith(`Decision needed: ${project}\n`) && buttons.flat().includes('One'));
  const inDigest = () => fake.shown(chat).find(({ buttons }) => buttons.flat().some((label) => label.endsWith(`. ${project}`)));
  await eventually(() => own() ?? inDigest());
  const digest = inDigest();
  const label = digest?.buttons.flat().find((each) => each.endsWith(`. ${project}`));
  if (digest && label !== undefined) fake.tap(person, digest.at, label);
  return eventually(own);
}

/** As the sanitiser shows it. */
const safe = (line: string): string =>
  line.replaceAll(
    /[\u061c\u200f\u202a-\u202e\u2066-\u2069]/g,
    (sign) => `<U+${sign.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}>`,
  );

function everythingIn(folder: string, except: readonly string[] = []): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !except.includes(path))
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n');
}

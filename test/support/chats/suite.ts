// What must work in every chat service: the real broker and the service's real library, against a fake of the service on loopback.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DIALOG_WITHIN_MS } from '../../../src/agents/claude-code/hooks/hooks.ts';
import { post } from '../channels/garbage.ts';
import { recorded } from '../claude-code/payloads.ts';
import { eventually } from '../eventually.ts';
import { by } from '../home.ts';
import { killBroker } from '../kill.ts';
import { answers } from '../samples.ts';
import { BY_TAPS, BY_TEXT, type Case, grouped } from './cases.ts';
import type { FakeChat, Shown } from './fake-chat.ts';
import { ADA, CHAT, DATABASE, GRACE, openStage, STRANGER, type Stage } from './stage.ts';
import { hardCases } from './suite-hard.ts';

const RACES = 20;
/** What buttons could carry, with a state that no card ever had. */
const FORGED = ['choose1', 'tick1', 'question1', 'note', 'words', 'send'].map((action) => `aaaaaa.${action}`);
/** Some services have no other way to tell a person who taps. */
const unremarked = (shown: readonly Shown[]) => shown.filter(({ text }) => text !== 'This button is not valid any more.');

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

    hardCases(paired, staged);

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

    it('a tap that cannot be delivered says why, and the question stays open', async () => {
      const stage = await paired();
      const { fake, at } = stage;
      const transcript = join(at.place.folder, 'transcript.jsonl');
      writeFileSync(transcript, '');
      const tool_input = {
        questions: [{ question: DATABASE, header: 'Database', multiSelect: false, options: [{ label: 'Postgres' }, { label: 'SQLite' }] }],
      };
      const hook = { ...recorded('PermissionRequest-AskUserQuestion'), tool_input, transcript_path: transcript };
      const gone = new AbortController();
      const held = post(at.place.socket, '/v1/channels/claude-code', JSON.stringify(hook), gone.signal).catch(() => {});
      const card = await stage.card(fake.chat(ADA), DATABASE);
      // Its dialog stays open, but nothing waits for an answer from us any more.
      gone.abort();
      await held;
      // Until then its dialog might be on the way.
      await delay(DIALOG_WITHIN_MS);
      const tap = fake.tap(ADA, card.at, 'SQLite');
      const told = () => [fake.told(tap)?.text, ...fake.shown(card.at.chat).map(({ text }) => text)].join();
      await eventually(() => told().includes('Not sent: no hook of Claude Code is waiting'));
      expect(await at.client().list({ state: ['open'] })).toMatchObject({ asks: [{ program: 'claude-code' }] });
      await stage.when(card.at, 'SQLite');
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
      // A service may forget what happens while nobody is there.
      await eventually(() => fake.listening());
      const forged = fake.forge(ADA, card.at, `${id}.aaaaaa.send`);
      const other = fake.forge(ADA, card.at, 'nonsense');
      await eventually(() => fake.told(forged) && fake.told(other));
      await stage.when(card.at, '☑ Login');
      expect((await at.client().show(id)).state).toBe('open');
      await stage.tap(ADA, card.at, 'Send');
      expect((await stage.over(id)).decision).toMatchObject({ answers: [{ chosen: [2] }] });
      await stage.when(card.at, 'Login');
      const before = await at.client().history(id);
      fake.tapAgain(toggle);
      const after = fake.forge(ADA, card.at, `${id}.aaaaaa.choose1`);
      await eventually(() => fake.told(after));
      expect((await at.client().history(id)).filter(({ happening }) => happening.kind === 'settled')).toEqual(
        before.filter(({ happening }) => happening.kind === 'settled'),
      );
    });

    it('a forged tap shows and decides nothing that the settings keep from this chat', async () => {
      const stage = await paired({ when: { project: '/srv/app' } });
      const { fake, at } = stage;
      const chat = fake.chat(ADA);
      const { id } = await stage.ask();
      const card = await stage.card(chat, DATABASE);
      const elsewhere = { session: { id: 'elsewhere', program: 'tester', project: '/srv/secret' } };
      const secret = await stage.ask({
        ...elsewhere,
        questions: [{ text: 'Sell the company?', options: [{ label: 'Sell' }, { label: 'Keep' }] }],
      });
      const over = await stage.ask({ ...elsewhere, questions: [{ text: 'Buy one?', options: [{ label: 'Acme' }, { label: 'None' }] }] });
      await at.client().decide(over.id, answers(1), by('bob'));
      const confirmation = fake.shown(chat).find(({ text }) => text.includes('Paired')) as Shown;
      const before = fake.shown(chat);
      const forged = [secret.id, over.id].flatMap((other) =>
        ['0.o', ...FORGED].flatMap((what) => [card.at, confirmation.at].map((message) => fake.forge(ADA, message, `${other}.${what}`))),
      );
      for (const tap of forged) await eventually(() => fake.told(tap));
      expect(unremarked(fake.shown(chat))).toEqual(before);
      expect((await at.client().show(secret.id)).state).toBe('open');
      // What it may have is shown as before.
      const open = fake.forge(ADA, confirmation.at, `${id}.0.o`);
      await eventually(() => fake.told(open) && fake.shown(chat).filter(({ text }) => text.includes(DATABASE)).length === 1);
      await stage.tap(ADA, (await stage.card(chat, DATABASE)).at, 'SQLite');
      expect((await stage.over(id)).decision).toMatchObject({ answers: [{ chosen: [2] }] });
    });

    it.each(['header', 'nothing'])('with show: %s, a forged tap shows nothing more', async (show) => {
      const stage = await paired({ show });
      const { fake, at } = stage;
      const chat = fake.chat(ADA);
      const { id } = await stage.ask();
      const card = await eventually(() => fake.shown(chat).find(({ text }) => text.includes('Open it with')));
      const before = fake.shown(chat);
      const forged = ['0.o', ...FORGED].map((what) => fake.forge(ADA, card.at, `${id}.${what}`));
      for (const tap of forged) await eventually(() => fake.told(tap));
      expect(unremarked(fake.shown(chat))).toEqual(before);
      expect((await at.client().show(id)).state).toBe('open');
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

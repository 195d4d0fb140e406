// The suite of chats, second part: hostile and long texts, secrets, lost connections, services that are busy.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { contentOf } from '../content-of.ts';
import { eventually } from '../eventually.ts';
import { by } from '../home.ts';
import { answers } from '../samples.ts';
import { ADA, CHAT, DATABASE, type Stage } from './stage.ts';

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

type Opened = (settings?: object) => Promise<Stage>;

export function hardCases(paired: Opened, staged: Opened): void {
  it('whatever an agent writes arrives as text and nothing else', async () => {
    const stage = await paired();
    const { fake } = stage;
    for (const [i, text] of [HOSTILE.slice(0, 3), HOSTILE.slice(3, 5), HOSTILE.slice(5)].entries()) {
      const shown = text.join('\n');
      const options = text.map((label) => ({ label, description: label }));
      await stage.ask({
        session: { id: `s${i}`, program: 'tester', project: `/srv/app${i}` },
        questions: [{ text: shown, header: 'Hostile', options }],
      });
      const card = await stage.card(fake.chat(ADA), `app${i}`);
      expect(card.active).toEqual([]);
      for (const line of shown.split('\n')) expect(card.text).toContain(safe(line));
      expect(card.text).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/);
      await stage.reply(ADA, card.at, '1');
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
    await stage.card(card.at.chat, 'it was not used');
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
    // The number of a line is that of its button.
    const [, number, question = ''] = /^(\d+)\. .*(Question \d\?)$/m.exec(digest.text) ?? [];
    const label = digest.buttons.flat().find((each) => each.startsWith(`${number}. `));
    fake.tap(ADA, digest.at, label ?? 'no button');
    const opened = await eventually(() =>
      fake.shown(chat).find(({ text, buttons }) => text.includes(question) && buttons.flat().includes('Yes')),
    );
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
    .flatMap((path) => contentOf(path) ?? [])
    .join('\n');
}

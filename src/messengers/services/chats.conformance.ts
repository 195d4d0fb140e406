// What every chat service must do, tested with its real library against a fake of its documented API. The conversations are tested with the whole product.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { FakeChat } from '../../../test/support/chats/fake-chat.ts';
import type { Block, Card } from '../../dialog/card.ts';
import type { Clock } from '../../system/clock.ts';
import { realClock } from '../../system/real-clock.ts';
import type { ChatService, Incoming } from '../chat-service.ts';

const ADA = { id: '71', name: 'Ada' };
const STRANGER = { id: '79', name: 'Mallory' };
const BEN = { id: '72', name: 'Ben' };

/** What agents may write: the signs of every markup, mentions, links, commands, lists and quotations. */
const HOSTILE: readonly string[] = [
  '@everyone @here @channel <!channel> <!here> <@71> <@U0BOT> <@&5> <#900> <!subteam^S1>',
  '*bold* _italic_ **bold** __under__ ~~gone~~ ~gone~ `code` ||hidden|| \\*not\\*',
  '[link](http://example.com) <http://example.com|click> https://example.com/x?y=1 http://a.b steam://run/1',
  '# heading\n## heading\n-# small\n> quote\n>>> quote\n- item\n* item\n+ item\n1. one\n2. two',
  '<b>bold</b> &lt;b&gt; &amp; <img src=x> <t:1618953630:d> </help:123> <:smile:1> :tada: :+1:',
  '```js\nalert(1)\n``` and ``` and `',
  'C:\\Users\\ada 10:30 a:b ends with a backslash \\',
  '日本語 é 👩‍👩‍👧 ﷽ ;;;===|||{}"\'',
];

const card = (blocks: readonly Block[], buttons: Card['buttons'] = []): Card => ({ blocks, buttons });
const titled = (text: string): Card =>
  card(
    [{ kind: 'title', text }],
    [
      [
        { label: 'Yes', data: 'a.1' },
        { label: 'No', data: 'a.2' },
      ],
    ],
  );
const time = () => AbortSignal.timeout(60_000);

export type Opened<Fake extends FakeChat> = {
  readonly fake: Fake;
  readonly service: ChatService;
  readonly heard: Incoming[];
  /** What `problem` was told last. */
  readonly problem: () => string | undefined;
};

/** As the real clock finds out that the computer was suspended. */
export function suspendable(): Clock & { wakeUp(): void } {
  const listeners = new Set<() => void>();
  return {
    ...realClock,
    onJump(call) {
      listeners.add(call);
      return () => listeners.delete(call);
    },
    wakeUp(): void {
      for (const call of listeners) call();
    },
  };
}

/** The service, listening unless told otherwise. */
export async function opened<Fake extends FakeChat>(
  start: () => Promise<Fake>,
  open: (settings: never) => ChatService,
  { listens = true, settings = {} }: { readonly listens?: boolean; readonly settings?: object } = {},
): Promise<Opened<Fake>> {
  const folder = mkdtempSync(join(tmpdir(), 'answerback-chat-'));
  const fake = await start();
  const service = open({ ...fake.settings(folder), ...settings } as never);
  onTestFinished(async () => {
    await service.close();
    await fake.close();
    rmSync(folder, { recursive: true });
  });
  const heard: Incoming[] = [];
  let problem: string | undefined = 'not connected yet';
  if (listens) {
    service.listen(
      async (event) => {
        heard.push(event);
        if (event.kind === 'tap' && event.from.id !== STRANGER.id)
          await service.answerTap(event.id, event.data === 'note' ? 'Only you *see* this' : undefined, time());
      },
      (reason) => {
        problem = reason;
      },
    );
    await expect.poll(fake.listening).toBe(true);
    await expect.poll(() => problem).toBeUndefined();
  }
  return { fake, service, heard, problem: () => problem };
}

export function chatServiceSuite(
  name: string,
  start: () => Promise<FakeChat>,
  open: (settings: never, clock?: Clock) => ChatService,
): void {
  const begin = (listens = true) => opened(start, open, { listens });
  async function posted({ service, fake }: Opened<FakeChat>, shown: Card, chat = fake.chat(ADA)) {
    const result = await service.post(chat, shown, time());
    if (result.kind !== 'posted') throw new Error(result.reason);
    return result.at;
  }

  describe(name, () => {
    it('says under which name people find it', async () => {
      const { service } = await begin(false);
      expect(await service.introduce(time())).toMatchObject({ kind: 'known', name: '@answerback' });
    });

    it('shows title, text, code and remarks, and the buttons in their rows', async () => {
      const all = await begin(false);
      const blocks: Block[] = [
        { kind: 'title', text: 'Decision needed: shop' },
        { kind: 'text', text: 'Which database?\n1. Postgres' },
        { kind: 'code', text: 'rm -rf build &&\n  make' },
        { kind: 'aside', text: 'Reply to this message to answer in your own words.' },
      ];
      const at = await posted(
        all,
        card(blocks, [
          [
            { label: 'A', data: 'a' },
            { label: 'B', data: 'b' },
          ],
          [{ label: 'C', data: 'c' }],
        ]),
      );
      const [shown] = all.fake.shown(at.chat);
      expect(shown?.text.split('\n')).toEqual(blocks.flatMap(({ text }) => text.split('\n')));
      expect(shown?.buttons).toEqual([['A', 'B'], ['C']]);
      expect(shown?.active).toEqual([]);
    });

    it.each(['title', 'text', 'code', 'aside'] as const)('shows any text as it is: %s', async (kind) => {
      const all = await begin(false);
      for (const hostile of HOSTILE) {
        const text = kind === 'title' ? hostile.replaceAll('\n', ' ') : hostile;
        const at = await posted(all, card([{ kind, text }], [[{ label: text.slice(0, 40).replaceAll('\n', ' '), data: 'x' }]]));
        const shown = all.fake.shown(at.chat).at(-1);
        expect(shown?.text).toBe(text.trim());
        expect(shown?.active).toEqual([]);
      }
    });

    it('fits what its limits allow', async () => {
      const all = await begin(false);
      const { limits } = all.service;
      for (const kind of ['text', 'code', 'aside'] as const)
        for (const sign of ['x', '*', '_', '`', '<', '日', '👍', '\\', '\n- ', '```']) {
          let text = '';
          while (limits.lengthOf(`${text}${sign}`, kind) <= limits.text)
            text += sign.repeat(Math.max(1, Math.floor((limits.text - limits.lengthOf(text, kind)) / 24)));
          while (limits.lengthOf(text, kind) > limits.text) text = text.slice(0, -sign.length);
          const rows = Array.from({ length: limits.rows }, (_, r) =>
            Array.from({ length: limits.perRow }, (_, i) => ({ label: 'b'.repeat(limits.label), data: `${r}.${i}` })),
          );
          await posted(all, card([{ kind, text }], rows));
        }
    });

    it('changes a message, and says when it is gone', async () => {
      const all = await begin(false);
      const at = await posted(all, titled('before'));
      expect(await all.service.edit(at, card([{ kind: 'text', text: 'after' }]), time())).toEqual({ kind: 'changed' });
      expect(await all.service.edit(at, card([{ kind: 'text', text: 'after' }]), time())).toEqual({ kind: 'changed' });
      expect(all.fake.shown(at.chat)).toMatchObject([{ text: 'after', buttons: [], active: [] }]);
      expect(await all.service.remove(at, time())).toEqual({ kind: 'changed' });
      expect(all.fake.shown(at.chat)).toEqual([]);
      expect(await all.service.edit(at, titled('again'), time())).toEqual({ kind: 'gone' });
      expect(await all.service.remove(at, time())).toEqual({ kind: 'gone' });
    });

    it('sends a document below its message, and removes it', async () => {
      const all = await begin(false);
      const at = await posted(all, titled('A plan'));
      const text = '# Plan\n\n1. *Delete* <everything> 日本語\n';
      const sent = await all.service.document({ name: 'plan.md', text }, at, time());
      const shown = all.fake.shown(at.chat).at(-1);
      expect(shown).toMatchObject({ replyTo: at.message, file: { name: 'plan.md', text }, active: [] });
      if (sent.kind !== 'posted') throw new Error(sent.reason);
      expect(await all.service.remove(sent.at, time())).toEqual({ kind: 'changed' });
      expect(all.fake.shown(at.chat)).toHaveLength(1);
    });

    it('hears taps, and answers them', async () => {
      const all = await begin();
      const at = await posted(
        all,
        card(
          [{ kind: 'text', text: 'x' }],
          [
            [
              { label: 'Yes', data: 'a.1' },
              { label: 'Why?', data: 'note' },
            ],
          ],
        ),
      );
      const tap = all.fake.tap(ADA, at, 'Yes');
      await expect.poll(() => all.fake.told(tap)).toEqual({ text: '' });
      expect(all.heard).toMatchObject([{ kind: 'tap', at, data: 'a.1', from: { id: ADA.id, name: 'Ada' } }]);
      all.fake.tapAgain(tap);
      await expect.poll(() => all.heard.length).toBe(2);
      expect(all.heard[1]).toEqual(all.heard[0]);
      const asked = all.fake.tap(BEN, at, 'Why?');
      await expect.poll(() => all.fake.told(asked)?.text.replaceAll('\\', '')).toBe('Only you *see* this');
      expect(new Set(all.heard.map((each) => ('id' in each ? each.id : ''))).size).toBe(2);
    });

    it('tells a stranger nothing', async () => {
      const all = await begin();
      const at = await posted(all, titled('q'));
      const stranger = all.fake.tap(STRANGER, at, 'Yes');
      await expect.poll(() => all.heard.length).toBe(1);
      const tap = all.fake.tap(ADA, at, 'Yes');
      await expect.poll(() => all.fake.told(tap)).toEqual({ text: '' });
      expect(all.fake.told(stranger)).toBeUndefined();
    });

    it('hears texts, replies, edits and deletions, from private chats and groups', async () => {
      const all = await begin();
      const { fake, heard } = all;
      const at = await posted(all, titled('q'));
      const typed = 'Use <b> & "x" <@71> see https://example.com/?a=1&b=2 *now*';
      const reply = fake.say(ADA, at.chat, typed, at);
      await expect.poll(() => heard.length).toBe(1);
      expect(heard[0]).toMatchObject({ kind: 'text', at: reply, from: ADA, text: typed, replyTo: at.message, isPrivate: true });
      fake.edit(reply, 'No, wait & see');
      await expect.poll(() => heard.length).toBe(2);
      expect(heard[1]).toMatchObject({ kind: 'edited', at: reply, from: ADA, text: 'No, wait & see', replyTo: at.message });
      fake.say(BEN, fake.chat(), 'hello all');
      await expect.poll(() => heard.length).toBe(3);
      expect(heard[2]).toMatchObject({ kind: 'text', from: BEN, text: 'hello all', isPrivate: false });
      expect(heard[2]).not.toHaveProperty('replyTo');
      fake.erase(at);
      await expect.poll(() => heard.length).toBe(4);
      expect(heard[3]).toEqual({ kind: 'deleted', at });
      expect(new Set(heard.flatMap((each) => ('id' in each ? [each.id] : []))).size).toBe(3);
    });

    it('does not hear itself', async () => {
      const all = await begin();
      const at = await posted(all, titled('q'));
      await all.service.edit(at, titled('changed'), time());
      all.fake.say(ADA, at.chat, 'the end');
      await expect.poll(() => all.heard).toMatchObject([{ text: 'the end' }]);
    });

    it('connects again by itself, and hears what was said in the meantime', async () => {
      const all = await begin();
      const { fake, heard, problem } = all;
      await fake.down();
      await expect.poll(problem).toMatch(/\S/);
      expect(await all.service.post(fake.chat(ADA), titled('x'), time())).toMatchObject({ kind: 'failed', again: true });
      fake.say(ADA, fake.chat(ADA), 'are you there?');
      await fake.up();
      await expect.poll(problem).toBeUndefined();
      await expect.poll(() => heard).toMatchObject([{ kind: 'text', text: 'are you there?' }]);
      await posted(all, titled('back'));
    });

    it('connects anew when the computer was suspended, although nobody has said that the old connection is dead', async () => {
      const clock = suspendable();
      const { fake, heard } = await opened(start, (settings) => open(settings, clock));
      fake.freeze();
      clock.wakeUp();
      fake.say(ADA, fake.chat(ADA), 'good morning');
      await expect.poll(() => heard).toMatchObject([{ kind: 'text', text: 'good morning' }]);
    });

    it('can be closed although the other side is silent', async () => {
      const { fake, service } = await begin();
      fake.freeze();
      await service.close();
    });

    it('waits as long as the service wants, and says so', async () => {
      const all = await begin();
      const at = await posted(all, titled('q'));
      all.fake.busy(7);
      const refused = await all.service.edit(at, titled('r'), time());
      expect(refused).toMatchObject({ kind: 'failed', again: true, reason: expect.stringMatching(/pause/) });
      if (refused.kind !== 'failed') throw new Error();
      expect(refused.afterMs).toBeGreaterThan(5_000);
      expect(refused.afterMs).toBeLessThanOrEqual(8_000);
      expect(await all.service.post(at.chat, titled('s'), time())).toMatchObject({ kind: 'failed', again: true });
      expect(all.fake.refused()).toEqual({ busy: 1, early: 0 });
      const tap = all.fake.tap(ADA, at, 'Yes');
      await expect.poll(() => all.fake.told(tap)).toEqual({ text: '' });
    });

    it('does nothing if it is already stopped', async () => {
      const all = await begin(false);
      expect(await all.service.post(all.fake.chat(ADA), titled('q'), AbortSignal.abort())).toMatchObject({ kind: 'failed' });
      expect(all.fake.shown(all.fake.chat(ADA))).toEqual([]);
    });

    it('is closed while nothing can be reached, and twice', async () => {
      const all = await begin();
      await all.fake.down();
      await expect.poll(all.problem).toMatch(/\S/);
      await all.service.close();
      await all.service.close();
      await all.fake.up();
      expect(all.fake.listening()).toBe(false);
    });
  });
}
